/** Makes a loaded release answer: its vectors, its index, its thresholds, and the switch to it. */

import type { Kysely } from 'kysely';
import type { DatabaseHandle } from '../db/connect.js';
import { embeddingLock, ensureModel } from '../db/embeddings.js';
import { readThresholds, switchServing } from '../db/serving.js';
import type { Database } from '../db/tables.js';
import { liftTimeLimits, whileLocked } from '../db/transaction.js';
import type { Encode, Progress } from '../domain/work.js';
import { embedRelease } from './embed.js';

/** Fits and stores the thresholds of each language for a model on a release whose vectors are there. */
export type FitThresholds = (
  trx: Kysely<Database>,
  target: { readonly modelId: number; readonly releaseId: number },
) => Promise<void>;

/** A model with what embeds with it, and what fits thresholds to it. */
export interface EmbeddingModel {
  readonly model: { readonly name: string; readonly version: string; readonly dimensions: number };
  readonly encode: Encode;
  readonly fitThresholds: FitThresholds;
}

/**
 * Gives a release all that a model needs to answer from it; takes up what an earlier run left.
 * @returns the number of the model
 */
export async function completeRelease(
  handle: DatabaseHandle,
  releaseId: number,
  { model, encode, fitThresholds, progress }: EmbeddingModel & { readonly progress: Progress },
): Promise<number> {
  const { db } = handle;
  const modelId = await ensureModel(db, model);
  const target = { modelId, releaseId, conceptsOf: releaseId };
  if (handle.kind === 'server') {
    const server = { pool: handle.pool, stored: handle.vectorType };
    await whileLocked(db, embeddingLock(modelId, releaseId), () =>
      embedRelease(db, encode, target, progress, { server }),
    );
  } else await embedRelease(db, encode, target, progress);
  await db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx);
    await fitMissingThresholds(trx, target, { fitThresholds, progress });
  });
  return modelId;
}

/** Fits the thresholds of a model on a release where there are none. */
export async function fitMissingThresholds(
  trx: Kysely<Database>,
  { modelId, releaseId }: { readonly modelId: number; readonly releaseId: number },
  { fitThresholds, progress }: { readonly fitThresholds: FitThresholds; readonly progress: Progress },
): Promise<void> {
  const known = await readThresholds(trx, modelId, releaseId);
  if (Object.keys(known).length > 0) return;
  progress('fitting thresholds', 0, 1);
  await fitThresholds(trx, { modelId, releaseId });
  progress('fitting thresholds', 1, 1);
}

/** Serves a complete release from now on: the terms of this site get their vectors, then one statement switches. */
export async function serveRelease(
  db: Kysely<Database>,
  encode: Encode,
  { modelId, releaseId }: { readonly modelId: number; readonly releaseId: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx);
    await embedRelease(trx, encode, { modelId, releaseId: 0, conceptsOf: releaseId }, () => undefined);
    await switchServing(trx, releaseId, modelId);
  });
}
