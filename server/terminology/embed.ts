/** Embeds the descriptions of a release that have no vector yet. */

import type { Kysely } from 'kysely';
import {
  countEmbeddable,
  deleteStaleEmbeddings,
  type EmbeddingTarget,
  ensureEmbeddingSet,
  indexEmbeddingSet,
  insertEmbeddings,
  readUnembedded,
} from '../db/embeddings.js';
import type { Database } from '../db/tables.js';
import { vectorTypeId } from '../db/vector-parameter.js';
import type { Encode, Progress } from '../domain.js';

const BATCH = 1_024;

/**
 * Gives every active description of a release its vector, then builds the index; picks up where an earlier run ended.
 * @returns how many descriptions were embedded now
 */
export async function embedRelease(
  db: Kysely<Database>,
  encode: Encode,
  target: EmbeddingTarget,
  progress: Progress,
): Promise<number> {
  const { table, ready } = await ensureEmbeddingSet(db, target.modelId, target.releaseId);
  // Terms of this site may come at any time, so release 0 is never complete for good.
  if (ready && target.releaseId !== 0) return 0;
  if (target.releaseId === 0) await deleteStaleEmbeddings(db, target, table);
  const typeId = await vectorTypeId(db);
  const total = await countEmbeddable(db, target.releaseId);
  let done = 0;
  for (let after = '0'; ; ) {
    const batch = await readUnembedded(db, target, table, after, BATCH);
    const last = batch.at(-1);
    if (last === undefined) break;
    after = last.description_id;
    const vectors = await encode(
      batch.map((description) => description.term),
      { cache: false },
    );
    await insertEmbeddings(db, target.releaseId, table, batch, vectors, typeId);
    done += batch.length;
    progress('embedding terms', Math.min(done, total), total);
  }
  if (!ready) {
    progress('building the index', 0, 1);
    await indexEmbeddingSet(db, target.modelId, target.releaseId);
    progress('building the index', 1, 1);
  }
  return done;
}
