/** Embeds the descriptions of a release that have no vector yet, and builds the index of the vectors where one is needed. */

import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { copyVectors } from '../db/copy-vectors.js';
import { indexEmbeddingSet, isSmall, keyEmbeddingSet, needsIndex } from '../db/embedding-index.js';
import {
  countEmbeddable,
  deleteStaleEmbeddings,
  type EmbeddingTarget,
  ensureEmbeddingSet,
  finishEmbeddingSet,
  insertLocalVectors,
  insertVectors,
  readUnembedded,
  type Unembedded,
} from '../db/embeddings.js';
import type { Database } from '../db/tables.js';
import { vectorTypeId } from '../db/vector-parameter.js';
import type { Encode, Progress } from '../domain/work.js';
import { watchIndex } from './watch-index.js';

const BATCH = 2_048;
/** Batches that are embedded at a time: the threads have work while one is stored. */
const IN_FLIGHT = 3;

export interface EmbeddingOptions {
  /** Where there is one and the embedding is in no transaction: vectors are copied, and the progress of the index is seen. */
  readonly server?: EmbeddingServer;
  /** Leaves the index of a small release to the service (`app/index-builder.ts`), which answers without it meanwhile. */
  readonly indexLater?: boolean;
}

/** What a server adds to the connection of an embedding: connections beside it. */
export interface EmbeddingServer {
  readonly pool: Pool;
  readonly stored: 'vector' | 'halfvec';
}

type Store = (batch: readonly Unembedded[], vectors: readonly Float32Array[]) => Promise<void>;

/**
 * Gives every active description of a release its vector, then builds the index; picks up where an earlier run ended.
 * @returns how many descriptions were embedded now
 */
export async function embedRelease(
  db: Kysely<Database>,
  encode: Encode,
  target: EmbeddingTarget,
  progress: Progress,
  { server, indexLater = false }: EmbeddingOptions = {},
): Promise<number> {
  const { table, ready } = await ensureEmbeddingSet(db, target.modelId, target.releaseId);
  // Terms of this site may come at any time, so release 0 is never complete for good.
  if (ready && target.releaseId !== 0) return 0;
  if (target.releaseId === 0) await deleteStaleEmbeddings(db, target, table);
  const typeId = await vectorTypeId(db);
  const done = await withStore(db, target, table, typeId, server, (store) =>
    embedTerms(db, encode, target, { table, store }, progress),
  );
  if (ready) return done;
  if (!(await needsIndex(db))) await finishEmbeddingSet(db, target.modelId, target.releaseId);
  // That of a site's own terms costs nothing: there are none yet.
  else if (indexLater && target.releaseId !== 0 && (await isSmall(db, target, table))) await keyEmbeddingSet(db, table);
  else await buildIndex(db, target, table, progress, server && db);
  return done;
}

/** How vectors reach their table: by COPY on a server, else by INSERT. */
async function withStore<T>(
  db: Kysely<Database>,
  { releaseId }: EmbeddingTarget,
  table: string,
  typeId: number,
  server: EmbeddingServer | undefined,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  if (releaseId === 0) return work((batch, vectors) => insertLocalVectors(db, table, batch, vectors, typeId));
  if (server === undefined) return work((batch, vectors) => insertVectors(db, table, batch, vectors, typeId));
  const client = await server.pool.connect();
  try {
    return await work((batch, vectors) => copyVectors(client, table, batch, vectors, server.stored));
  } finally {
    client.release(true);
  }
}

/** Reads, embeds and stores in overlapping steps; each batch is stored whole, one after the other. */
async function embedTerms(
  db: Kysely<Database>,
  encode: Encode,
  target: EmbeddingTarget,
  { table, store }: { readonly table: string; readonly store: Store },
  progress: Progress,
): Promise<number> {
  const { total, embedded, last } = await countEmbeddable(db, target.releaseId, table);
  const underway: { readonly batch: readonly Unembedded[]; readonly vectors: Promise<Float32Array[]> }[] = [];
  let done = 0;
  let storing: Promise<void> = Promise.resolve();
  const storeFirst = async (): Promise<void> => {
    const first = underway[0];
    if (first === undefined) return;
    const vectors = await first.vectors;
    underway.shift();
    await storing;
    storing = store(first.batch, vectors);
    // Whoever awaits it next sees the failure.
    storing.catch(() => undefined);
    done += first.batch.length;
    progress('embedding terms', Math.min(embedded + done, total), total);
  };
  try {
    // Vectors of a release are stored in the order of its descriptions, so the last one says where to go on.
    for (let after = target.releaseId === 0 ? '0' : last; ; ) {
      const batch = await readUnembedded(db, target, table, after, BATCH);
      const end = batch.at(-1);
      if (end === undefined) break;
      after = end.description_id;
      const vectors = encode(
        batch.map(({ term }) => term),
        { cache: false },
      );
      vectors.catch(() => undefined);
      underway.push({ batch, vectors });
      if (underway.length >= IN_FLIGHT) await storeFirst();
    }
    while (underway.length > 0) await storeFirst();
    await storing;
  } finally {
    await Promise.allSettled([storing, ...underway.map(({ vectors }) => vectors)]);
  }
  return done;
}

async function buildIndex(
  db: Kysely<Database>,
  target: EmbeddingTarget,
  table: string,
  progress: Progress,
  watch: Kysely<Database> | undefined,
): Promise<void> {
  const build = () => indexEmbeddingSet(db, target.modelId, target.releaseId);
  await watchIndex(watch, table, (share) => progress('building the index', share, 1), build);
}
