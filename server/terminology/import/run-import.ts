/** One import from checked files to the served release: load, embed, index, fit, switch. */

import type { Kysely } from 'kysely';
import type { DatabaseHandle } from '../../db/connect.js';
import { copyLines, insertLines } from '../../db/copy.js';
import { inOneTransaction } from '../../db/one-connection.js';
import { readState } from '../../db/serving.js';
import { countRelease, createStaging, fillRelease, type StagedCount } from '../../db/staging.js';
import type { Database } from '../../db/tables.js';
import { addRelease, attachRelease, finishRelease, listReleases, type ReleaseEntry } from '../../db/terminology.js';
import { liftTimeLimits } from '../../db/transaction.js';
import { type AttachedNames, attachNames, type WaitingNames } from '../../db/waiting-names.js';
import type { Progress } from '../../domain/work.js';
import type { SeedFiles } from '../seed-files.js';
import { completeRelease, type EmbeddingModel, serveRelease } from '../serve-release.js';
import { ImportError } from './fault.js';
import { type ImportSource, type Staging, stageRows } from './source.js';

export interface ImportOptions extends EmbeddingModel {
  readonly progress: Progress;
  /** The built-in vocabulary whose terms the release is filled up with; null for none. */
  readonly seed: SeedFiles | null;
  /** Names for concepts that the built-in vocabulary lacks and the release may have. */
  readonly names?: WaitingNames | undefined;
  /** Serve the release at the end; else it waits for `terminology -- use`. */
  readonly use: boolean;
}

type LoadOptions = Pick<ImportOptions, 'seed' | 'names' | 'progress'>;

/** What an import did. */
export interface ImportReport {
  readonly release: string;
  /** `done` before: the same files with the same options are loaded and served already. */
  readonly outcome: 'served' | 'ready' | 'done';
  readonly counts: readonly StagedCount[];
  /** What of the rows of the files is not in the release, by reason; empty where this run did not load them. */
  readonly leftOut: readonly StagedCount[];
  /** What became of the names that wait; null where none were given, or the release was loaded before. */
  readonly attached: AttachedNames | null;
}

/** What would be loaded: everything but the commit of the first step. */
export async function dryRun(
  handle: DatabaseHandle,
  source: ImportSource,
  options: LoadOptions,
): Promise<Pick<ImportReport, 'counts' | 'leftOut' | 'attached'>> {
  return load(handle, source, options, false);
}

/**
 * Imports a release; what is served stays served until the last statement. A run that was killed is taken up where it ended:
 * rows are loaded in one transaction, vectors are stored batch by batch. Once all is there, the next run does nothing.
 * @throws ImportError when another release has its name
 */
export async function runImport(
  handle: DatabaseHandle,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const { db } = handle;
  const known = await findImport(db, source);
  const { serving } = await readState(db);
  if (known?.state === 'ready' && (!options.use || serving?.releaseId === known.releaseId)) {
    const counts = await countRelease(db, known.releaseId);
    return { release: source.name, outcome: 'done', counts, leftOut: [], attached: null };
  }
  const loaded = known === undefined ? await load(handle, source, options, true) : null;
  const releaseId = known?.releaseId ?? (loaded?.releaseId as number);
  const modelId = await completeRelease(handle, releaseId, options);
  await finishRelease(db, releaseId);
  if (options.use) await serveRelease(db, options.encode, { modelId, releaseId });
  return {
    release: source.name,
    outcome: options.use ? 'served' : 'ready',
    counts: await countRelease(db, releaseId),
    leftOut: loaded?.leftOut ?? [],
    attached: loaded?.attached ?? null,
  };
}

async function findImport(db: Kysely<Database>, source: ImportSource): Promise<ReleaseEntry | undefined> {
  const releases = await listReleases(db);
  const known = releases.find(({ checksum }) => checksum === source.checksum);
  if (known === undefined && releases.some(({ name }) => name === source.name)) {
    throw new ImportError(`There is a release ${source.name} with other content: give this one another --name.`);
  }
  return known;
}

async function load(
  handle: DatabaseHandle,
  source: ImportSource,
  { seed, names, progress }: LoadOptions,
  commit: boolean,
): Promise<{ releaseId: number } & Pick<ImportReport, 'counts' | 'leftOut' | 'attached'>> {
  return inOneTransaction(handle, { commit }, async ({ trx, client }) => {
    await liftTimeLimits(trx);
    await createStaging(trx);
    const staging: Staging = {
      trx,
      progress,
      copy: (target, blocks) =>
        handle.kind === 'server' ? copyLines(client, target, blocks) : insertLines(trx, target, blocks),
    };
    if (seed !== null) await stageRows(staging, seed, 'seed');
    const staged = await source.stage(staging);
    progress('filling the tables', 0, 1);
    const releaseId = await addRelease(trx, source);
    const leftOut = [...staged, ...(await fillRelease(trx, releaseId))].filter(({ count }) => count > 0);
    const attached = names === undefined ? null : await attachNames(trx, releaseId, names);
    const counts = await countRelease(trx, releaseId);
    if (!counts.some(({ what }) => what.startsWith('concepts: '))) throw new ImportError(nothing(leftOut));
    progress('filling the tables', 1, 1);
    if (!commit) return { releaseId, counts, leftOut, attached };
    progress('indexing the tables', 0, 1);
    await attachRelease(trx, releaseId);
    progress('indexing the tables', 1, 1);
    return { releaseId, counts, leftOut, attached };
  });
}

function nothing(leftOut: readonly StagedCount[]): string {
  return [
    'Nothing was imported: no concept has one of the semantic tags and modules.',
    ...leftOut.map(({ what, count }) => `${count} ${what}`),
  ].join('\n');
}
