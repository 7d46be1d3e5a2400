/** `npm run import -- rf2|gps|tsv PATH`: loads a terminology release, embeds it and serves it. */

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { embeddingModel } from '../app/threshold-fit.js';
import { parseConfig } from '../config.js';
import type { DatabaseHandle } from '../db/connect.js';
import { DEFAULT_TAGS } from '../terminology/import/default-tags.js';
import { openReleaseFiles } from '../terminology/import/files.js';
import { openGps } from '../terminology/import/gps-source.js';
import { openRf2, REFSETS } from '../terminology/import/rf2-source.js';
import { dryRun, type ImportReport, runImport } from '../terminology/import/run-import.js';
import type { ImportSource } from '../terminology/import/source.js';
import { openTsv } from '../terminology/import/tsv-source.js';
import { readSeedFiles } from '../terminology/seed-files.js';
import { readWaitingNames } from '../terminology/waiting-names.js';
import { positionals, readArguments, run, type Streams, TERMINAL, UsageError } from './arguments.js';
import { openServedModel } from './open.js';
import { refuseBusy, withDatabase } from './open-database.js';
import { showProgress } from './progress.js';

const USAGE = `Usage:
  npm run --silent import -- rf2 PATH [options]   a release folder or zip, International or of a country
  npm run --silent import -- gps FILE [options]   the list of the Global Patient Set
  npm run --silent import -- tsv PATH [options]   files in the format of seed/ (docs/terminology.md)

Options:
  --name NAME          name of the release, shown in X-Terminology-Version; default: the name of PATH
  --dry-run            checks everything and says what would be loaded
  --no-use             loads and embeds, but serves it only after: npm run terminology -- use NAME
  --without-seed       leaves out the terms of the built-in vocabulary for the concepts of the release
  --preferred FILE     gps: a list of preferred English terms (columns sctid and preferred_term)
  --tags A,B           rf2, gps: semantic tags to index, or all; default: ${DEFAULT_TAGS.join(',')}
  --modules ID,ID      rf2: modules whose concepts are indexed; default: all
  --en REFSET,REFSET   rf2: language refsets of preferred English terms, en-US, en-GB or SCTIDs; default: en-US,en-GB
  --fr REFSET,REFSET   rf2: language refsets of preferred French terms, SCTIDs; default: the largest one
  --files snapshot|full   rf2: which files to read; default: snapshot where there is one`;

const OPTIONS = {
  name: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'no-use': { type: 'boolean' },
  'without-seed': { type: 'boolean' },
  preferred: { type: 'string' },
  tags: { type: 'string' },
  modules: { type: 'string' },
  en: { type: 'string' },
  fr: { type: 'string' },
  files: { type: 'string' },
} as const;

const RELEASE_NAME = /^[A-Za-z0-9._-]{1,80}$/;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

/** Runs the command and returns its exit code: 0, 1 when it failed, 2 when the arguments are wrong. */
export function main(argv: readonly string[], streams: Streams): Promise<number> {
  return run(USAGE, streams, async () => {
    const { values, positionals: given } = readArguments(argv, OPTIONS);
    const [kind, path] = positionals(given, ['what to import (rf2, gps, tsv)', 'its path']) as [string, string];
    const open = sourceOf(kind, path, values);
    await withDatabase(async (handle) => {
      refuseBusy(handle);
      const progress = showProgress(process.stderr);
      const opened = await open(progress);
      try {
        await importInto(handle, opened.source, values, streams);
      } finally {
        opened.close();
      }
    });
  });
}

interface OpenedSource {
  readonly source: ImportSource;
  readonly close: () => void;
}
type OpenSource = (progress: ReturnType<typeof showProgress>) => Promise<OpenedSource>;

/** Checks the options before anything is read. */
function sourceOf(kind: string, path: string, values: Values): OpenSource {
  const name =
    values.name ??
    basename(path)
      .replace(/\.(zip|tsv|txt)$/i, '')
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .slice(0, 80);
  if (!RELEASE_NAME.test(name))
    throw new UsageError('--name must be 1 to 80 letters, digits, dots, dashes or underscores.');
  const nothingToClose = () => undefined;
  switch (kind) {
    case 'rf2':
      return rf2(path, name, values);
    case 'gps':
      return async () => ({
        source: await openGps(path, { name, preferred: values.preferred, tags: tagsOf(values) }),
        close: nothingToClose,
      });
    case 'tsv':
      return async () => ({ source: openTsv(path, name), close: nothingToClose });
    default:
      throw new UsageError(`"${kind}" cannot be imported: say rf2, gps or tsv.`);
  }
}

function rf2(path: string, name: string, values: Values): OpenSource {
  const view = values.files === undefined ? undefined : ({ snapshot: 'Snapshot', full: 'Full' } as const)[values.files];
  if (values.files !== undefined && view === undefined) throw new UsageError('--files must be snapshot or full.');
  const options = {
    name,
    view,
    tags: tagsOf(values),
    modules: identifiers('--modules', values.modules) ?? [],
    refsets: {
      en: identifiers('--en', values.en) ?? Object.values(REFSETS),
      fr: identifiers('--fr', values.fr) ?? [],
    },
  };
  return async (progress) => {
    const files = await openReleaseFiles(path);
    try {
      return { source: await openRf2(files, options, progress), close: files.close };
    } catch (error) {
      files.close();
      throw error;
    }
  };
}

function tagsOf(values: Values): string[] {
  return values.tags === 'all' ? [] : (list(values.tags) ?? [...DEFAULT_TAGS]);
}

function list(value: string | undefined): string[] | undefined {
  return value
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function identifiers(option: string, value: string | undefined): string[] | undefined {
  return list(value)?.map((item) => {
    const id = REFSETS[item] ?? item;
    if (!/^\d{6,18}$/.test(id)) throw new UsageError(`${option}: "${item}" is no SCTID.`);
    return id;
  });
}

async function importInto(
  handle: DatabaseHandle,
  source: ImportSource,
  values: Values,
  streams: Streams,
): Promise<void> {
  const config = parseConfig(process.env);
  const progress = showProgress(process.stderr);
  const seed = values['without-seed'] ? null : readSeedFiles(config.SEED_DIR);
  const names = values['without-seed'] ? undefined : readWaitingNames(config.SEED_DIR);
  const show = ({ counts, attached }: Pick<ImportReport, 'counts' | 'attached'>) => {
    const line = (count: number, what: string) => streams.out(`  ${String(count).padStart(9)}  ${what}`);
    for (const { what, count } of counts) line(count, what);
    if (attached === null) return;
    line(attached.names, `terms of these: names that waited, for ${attached.concepts} concepts`);
    line(attached.waiting, 'concepts that names still wait for');
  };
  if (values['dry-run']) {
    streams.out(`Would be loaded as ${source.name}:`);
    show(await dryRun(handle, source, { seed, names, progress }));
    return;
  }
  const encoder = await openServedModel(handle);
  try {
    const report = await runImport(handle, source, {
      ...embeddingModel(encoder, handle, config.CALIBRATION_DIR),
      progress,
      seed,
      names,
      use: !values['no-use'],
    });
    const said = {
      served: 'is served now',
      ready: `is ready; serve it with: npm run terminology -- use ${report.release}`,
      done: 'was imported before; nothing was done',
    };
    streams.out(`${report.release} ${said[report.outcome]}.`);
    show(report);
  } finally {
    await encoder.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2), TERMINAL);
}
