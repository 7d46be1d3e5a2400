/** Brings the served terminology up to date with the shipped seed and the loaded model. */

import type { Kysely } from 'kysely';
import { embeddingLock, ensureModel } from '../db/embeddings.js';
import { readState, switchServing } from '../db/serving.js';
import type { Database } from '../db/tables.js';
import { dropRelease, findRelease, releaseKind } from '../db/terminology.js';
import { liftTimeLimits, lockUntilCommit } from '../db/transaction.js';
import type { Progress } from '../domain/work.js';
import { embedRelease } from './embed.js';
import { loadSeed } from './load-seed.js';
import type { SeedFiles } from './seed-files.js';
import { type EmbeddingModel, fitMissingThresholds } from './serve-release.js';

export interface PrepareOptions extends EmbeddingModel {
  readonly seed: SeedFiles;
  readonly progress: Progress;
}

/**
 * Loads the seed when nothing or an older seed is served, embeds with the loaded model what it has not embedded, fits missing
 * thresholds, and switches, all in one transaction: processes that start together do it once, and a start that is killed
 * leaves what was served before. On a server the index of what is small is left to the service, which can answer now. A release that a site imported itself is kept; only its vectors follow the model.
 */
export async function prepareTerminology(db: Kysely<Database>, options: PrepareOptions): Promise<void> {
  if (await isPrepared(db, options)) return;
  await db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx);
    await lockUntilCommit(trx, 'prepare_terminology');
    if (await isPrepared(trx, options)) return;
    const { serving } = await readState(trx);
    const releaseId = (await loadedRelease(trx, options.seed)) ?? (await loadSeed(trx, options.seed, options.progress));
    const modelId = await ensureModel(trx, options.model);
    await embedRelease(trx, options.encode, { modelId, releaseId: 0, conceptsOf: releaseId }, () => {});
    await lockUntilCommit(trx, embeddingLock(modelId, releaseId));
    const target = { modelId, releaseId, conceptsOf: releaseId };
    await embedRelease(trx, options.encode, target, options.progress, { indexLater: true });
    await fitMissingThresholds(trx, target, options);
    await switchServing(trx, releaseId, modelId);
    // An older seed has no further use; a site's own release stays until it is dropped by name.
    if (serving === null || serving.releaseId === releaseId) return;
    // While another process builds its index, a drop would wait for that with everyone who reads the table behind it.
    await lockUntilCommit(trx, embeddingLock(serving.modelId, serving.releaseId));
    await dropRelease(trx, serving.releaseId);
  });
}

async function isPrepared(db: Kysely<Database>, options: PrepareOptions): Promise<boolean> {
  const { serving } = await readState(db);
  if (serving === null || serving.modelVersion !== options.model.version) return false;
  return serving.releaseId === (await loadedRelease(db, options.seed));
}

/** The release to serve: the site's own where one is served, else the seed of these files; undefined before that is loaded. */
async function loadedRelease(db: Kysely<Database>, seed: SeedFiles): Promise<number | undefined> {
  const { serving } = await readState(db);
  if (serving !== null && (await releaseKind(db, serving.releaseId)) !== 'seed') return serving.releaseId;
  return findRelease(db, seed.checksum);
}
