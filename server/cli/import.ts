/** `npm run import -- rf2|gps|tsv PATH...`: loads a terminology release, embeds it and serves it. */

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { embeddingModel } from '../app/threshold-fit.js';
import { parseConfig } from '../config.js';
import type { DatabaseHandle } from '../db/connect.js';
import { DEFAULT_TAGS } from '../terminology/import/default-tags.js';
import { openReleaseFiles } from '../terminology/import/files.js';
import { dryRun, type ImportReport, runImport } from '../terminology/import/run-import.js';
import { openSnomed, REFSETS } from '../terminology/import/snomed-source.js';
import type { FileReport, ImportSource } from '../terminology/import/source.js';
import { openTsv } from '../terminology/import/tsv-source.js';
import { readSeedFiles } from '../terminology/seed-files.js';
import { readWaitingNames } from '../terminology/waiting-names.js';
import { readArguments, run, type Streams, TERMINAL, UsageError } from './arguments.js';
import { openServedModel } from './open.js';
import { refuseBusy, withDatabase } from './open-database.js';
import { showProgress } from './progress.js';

const USAGE = `Usage:
  npm run --silent import -- rf2 PATH... [options]   release folders or zips, International, of a country or the IPS Terminology
  npm run --silent import -- gps PATH... [options]   the Global Patient Set: its list or zip
  npm run --silent import -- tsv PATH [options]      files in the format of seed/ (docs/terminology.md)

rf2 and gps read the same: what a file is shows in its columns. Several PATHs become one release: an extension and its base, the
Global Patient Set and the IPS Terminology. Every file that is not read is named with the reason.

Options:
  --name NAME          name of the release, shown in X-Terminology-Version; default: the names of the PATHs
  --dry-run            checks everything and says what would be loaded
  --no-use             loads and embeds, but serves it only after: npm run terminology -- use NAME
  --without-seed       leaves out the terms of the built-in vocabulary for the concepts of the release
  --preferred FILE     a list of preferred English terms (columns sctid and preferred_term), before all others
  --tags A,B           semantic tags to index, or all; default: ${DEFAULT_TAGS.join(',')}
  --modules ID,ID      modules whose concepts are indexed; default: all
  --en REFSET,REFSET   language refsets of preferred English terms, en-US, en-GB or SCTIDs; default: en-US,en-GB, then the largest
  --fr REFSET,REFSET   language refsets of preferred French terms, SCTIDs; default: the largest
  --files snapshot|full   which RF2 files to read; default: of each package the Snapshot where there is one`;

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
  return run(USAGE, argv, streams, async () => {
    const { values, positionals: given } = readArguments(argv, OPTIONS);
    const [kind, ...paths] = given;
    if (kind === undefined || paths.length === 0)
      throw new UsageError(`Missing: ${kind === undefined ? 'what to import (rf2, gps, tsv), ' : ''}its path.`);
    const open = sourceOf(kind, paths, values);
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
function sourceOf(kind: string, paths: readonly string[], values: Values): OpenSource {
  const name = values.name ?? nameOf(paths);
  if (!RELEASE_NAME.test(name))
    throw new UsageError('--name must be 1 to 80 letters, digits, dots, dashes or underscores.');
  switch (kind) {
    case 'rf2':
    case 'gps':
      return snomed(paths, name, values);
    case 'tsv': {
      const [path, more] = paths;
      if (more !== undefined) throw new UsageError('tsv takes one PATH: put the files into one folder.');
      return async () => ({ source: openTsv(path as string, name), close: () => undefined });
    }
    default:
      throw new UsageError(`"${kind}" cannot be imported: say rf2, gps or tsv.`);
  }
}

function nameOf(paths: readonly string[]): string {
  return paths
    .map((path) => basename(path).replace(/\.(zip|tsv|txt)$/i, ''))
    .join('-')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, 80);
}

function snomed(paths: readonly string[], name: string, values: Values): OpenSource {
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
    const files = await openReleaseFiles(...paths);
    const preferred = values.preferred === undefined ? undefined : await openReleaseFiles(values.preferred);
    const close = () => {
      files.close();
      preferred?.close();
    };
    try {
      return { source: await openSnomed(files, { ...options, preferred }, progress), close };
    } catch (error) {
      close();
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
  if (values['dry-run']) {
    streams.out(`Would be loaded as ${source.name}:`);
    show(await dryRun(handle, source, { seed, names, progress }), source.files, streams);
    return;
  }
  const encoder = await openServedModel(handle);
  try {
    const report = await runImport(handle, source, {
      ...embeddingModel(encoder, handle, config),
      progress,
      seed,
      names,
      use: !values['no-use'],
    });
    const { release, outcome } = report;
    const said = {
      served: 'is served now',
      ready: `is ready; serve it with: npm run terminology -- use ${release}`,
      done: 'was imported before; nothing was done',
    };
    streams.out(`${release} ${said[outcome]}.`);
    show(report, source.files, streams);
  } finally {
    await encoder.close();
  }
}

/** What is loaded, what is left out, which files were read and which were not; every row and file of the release is in one of them. */
function show(
  { counts, leftOut, attached }: Pick<ImportReport, 'counts' | 'leftOut' | 'attached'>,
  files: FileReport,
  { out }: Streams,
): void {
  const number = (count: number) => String(count).padStart(9);
  for (const { what, count } of counts) out(`  ${number(count)}  ${what}`);
  if (attached !== null) {
    out(`  ${number(attached.names)}  terms of these: names that waited, for ${attached.concepts} concepts`);
    out(`  ${number(attached.waiting)}  concepts that names still wait for`);
  }
  if (leftOut.length > 0) out('Left out:');
  for (const { what, count } of leftOut) out(`  ${number(count)}  ${what}`);
  out('Files with rows:');
  for (const { path, what, rows } of files.read) out(`  ${number(rows)}  ${path} (${what})`);
  const reasons = [...new Set(files.ignored.map(({ reason }) => reason))];
  for (const each of reasons) {
    out(`Not read, ${each}:`);
    for (const { path, reason } of files.ignored) if (reason === each) out(`  ${path}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2), TERMINAL);
}
