/** Models, and the tables that hold their vectors. */

import { type Kysely, sql } from 'kysely';
import type { Language } from '../domain/language.js';
import type { Database } from './tables.js';
import { encodeVectors } from './vector-parameter.js';

/** The number of a model, which is stored when it is new. */
export async function ensureModel(
  db: Kysely<Database>,
  model: { name: string; version: string; dimensions: number },
): Promise<number> {
  await db
    .insertInto('models')
    .values(model)
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute();
  const row = await db
    .selectFrom('models')
    .select('model_id')
    .where('version', '=', model.version)
    .executeTakeFirstOrThrow();
  return row.model_id;
}

/** Notes where a model lies that was chosen for good; null for that of the configuration. */
export async function placeModel(db: Kysely<Database>, modelId: number, directory: string | null): Promise<void> {
  await db.updateTable('models').set({ directory }).where('model_id', '=', modelId).execute();
}

/** The table of vectors of a release by a model, made when it is missing, and whether it is complete. */
export async function ensureEmbeddingSet(
  db: Kysely<Database>,
  modelId: number,
  releaseId: number,
): Promise<{ table: string; ready: boolean }> {
  const row = await db
    .selectFrom('embedding_sets')
    .selectAll()
    .where('model_id', '=', modelId)
    .where('release_id', '=', releaseId)
    .executeTakeFirst();
  if (row !== undefined) return { table: row.table_name, ready: row.state === 'ready' };
  const { rows } = await sql<{ name: string }>`SELECT add_embedding_set(${modelId}, ${releaseId}) AS name`.execute(db);
  return { table: String(rows[0]?.name), ready: false };
}

/** The lock that whoever fills a table of vectors holds. */
export function embeddingLock(modelId: number, releaseId: number): string {
  return `embeddings_m${modelId}_r${releaseId}`;
}

/** Marks a table of vectors as complete that needs no index. */
export async function finishEmbeddingSet(db: Kysely<Database>, modelId: number, releaseId: number): Promise<void> {
  await db
    .updateTable('embedding_sets')
    .set({ state: 'ready' })
    .where('model_id', '=', modelId)
    .where('release_id', '=', releaseId)
    .execute();
}

/** How many vectors a table has. */
export async function countVectors(db: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Some rows of a table of vectors: numbers of descriptions and concepts, and the vectors one after the other. */
export interface VectorBlock {
  readonly ids: BigInt64Array;
  readonly sctids: BigInt64Array;
  readonly vectors: Float32Array<ArrayBuffer>;
}

/** Pages a statement: short enough for others to have their turn, and for what is read to be let go soon. */
const PAGES = 64;

/** All rows of a table of vectors, in the order in which they lie there. */
export async function* readVectors(
  db: Kysely<Database>,
  table: string,
  dimensions: number,
): AsyncGenerator<VectorBlock> {
  for (let page = 0; ; page += PAGES) {
    const { rows } = await sql<{ rows: Buffer | null; pages: number }>`
      SELECT string_agg(int8send(description_id) || int8send(sctid) || vector_send(embedding::vector), '') AS rows,
        (pg_relation_size(${table}::text::regclass) / current_setting('block_size')::int)::int AS pages
      FROM ${sql.table(table)}
      WHERE ctid >= ${`(${page},0)`}::text::tid AND ctid < ${`(${page + PAGES},0)`}::text::tid`.execute(db);
    const { rows: bytes, pages } = rows[0] ?? { rows: null, pages: 0 };
    if (bytes !== null) yield decodeBlock(bytes, dimensions);
    if (page + PAGES >= pages) return;
  }
}

/** Two numbers of 64 bits, the head of a vector (4 bytes) and its floats, all in network order. */
function decodeBlock(bytes: Buffer, dimensions: number): VectorBlock {
  const words = 5 + dimensions;
  const count = bytes.length / (4 * words);
  const ids = new BigInt64Array(count);
  const sctids = new BigInt64Array(count);
  for (let row = 0; row < count; row++) {
    ids[row] = bytes.readBigInt64BE(4 * words * row);
    sctids[row] = bytes.readBigInt64BE(4 * words * row + 8);
  }
  // A copy of its own, which begins where floats may.
  const floats = new Float32Array(new Uint8Array(bytes.swap32()).buffer);
  const vectors = new Float32Array(count * dimensions);
  for (let row = 0; row < count; row++)
    vectors.set(floats.subarray(words * row + 5, words * (row + 1)), row * dimensions);
  return { ids, sctids, vectors };
}

export interface Unembedded {
  readonly description_id: string;
  readonly sctid: string;
  readonly language: Language;
  readonly term: string;
}

/** Which descriptions to embed: those of a release whose concepts are active in `conceptsOf` (the same, or for release 0 the served one). */
export interface EmbeddingTarget {
  readonly modelId: number;
  readonly releaseId: number;
  readonly conceptsOf: number;
}

/** Active descriptions after one, at most `limit`, in the order of their numbers; of the terms of this site those without a vector. */
export async function readUnembedded(
  db: Kysely<Database>,
  target: EmbeddingTarget,
  table: string,
  after: string,
  limit: number,
): Promise<Unembedded[]> {
  // A concept of the release that a site made inactive is left out when candidates are shown.
  const ofSite = sql`
      AND EXISTS (SELECT FROM concepts c WHERE c.release_id = ${target.conceptsOf}::int AND c.sctid = d.sctid AND c.active)
      AND NOT EXISTS (SELECT FROM ${sql.table(table)} e WHERE e.description_id = d.description_id)`;
  const { rows } = await sql<Unembedded>`
    SELECT d.description_id::text, d.sctid::text, d.language, d.term FROM descriptions d
    WHERE d.release_id = ${target.releaseId}::int AND d.active AND d.description_id > ${after}::bigint
      ${target.releaseId === 0 ? ofSite : sql``}
    ORDER BY d.description_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** How many descriptions of a release are to be embedded in all, how many have their vector, and the last that has. */
export async function countEmbeddable(
  db: Kysely<Database>,
  releaseId: number,
  table: string,
): Promise<{ total: number; embedded: number; last: string }> {
  const { rows } = await sql<{ total: number; embedded: number; last: string }>`
    SELECT (SELECT count(*)::int FROM descriptions WHERE release_id = ${releaseId}::int AND active) AS total,
      count(*)::int AS embedded, coalesce(max(description_id), 0)::text AS last FROM ${sql.table(table)}`.execute(db);
  const row = rows[0] ?? { total: 0, embedded: 0, last: '0' };
  return { total: Number(row.total), embedded: Number(row.embedded), last: row.last };
}

/** Adds vectors of a release to a table that has none of these descriptions. */
export async function insertVectors(
  db: Kysely<Database>,
  table: string,
  descriptions: readonly Unembedded[],
  vectors: readonly Float32Array[],
  typeId: number,
): Promise<void> {
  await sql`
    INSERT INTO ${sql.table(table)} (description_id, sctid, language, embedding)
    SELECT * FROM unnest(
      ${descriptions.map((row) => row.description_id)}::bigint[], ${descriptions.map((row) => row.sctid)}::bigint[],
      ${descriptions.map((row) => row.language)}::text[], ${encodeVectors(vectors, typeId)}::vector[])`.execute(db);
}

/**
 * Stores vectors of terms of this site beside their descriptions; one that is there stays, and one whose description has changed
 * meanwhile is not stored: it has no vector then and is embedded again.
 */
export async function insertLocalVectors(
  db: Kysely<Database>,
  table: string,
  descriptions: readonly Unembedded[],
  vectors: readonly Float32Array[],
  typeId: number,
): Promise<void> {
  await sql`
    INSERT INTO ${sql.table(table)} (description_id, sctid, language, embedding)
    SELECT d.description_id, d.sctid, d.language, u.embedding FROM unnest(
      ${descriptions.map((row) => row.description_id)}::bigint[], ${descriptions.map((row) => row.term)}::text[],
      ${encodeVectors(vectors, typeId)}::vector[]) u(description_id, term, embedding)
    JOIN descriptions d ON d.release_id = 0 AND d.description_id = u.description_id AND d.term = u.term AND d.active
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Removes the vectors of descriptions that are gone or inactive, or whose concept is. */
export async function deleteStaleEmbeddings(
  db: Kysely<Database>,
  target: EmbeddingTarget,
  table: string,
): Promise<void> {
  await sql`
    DELETE FROM ${sql.table(table)} e WHERE NOT EXISTS (
      SELECT FROM descriptions d JOIN concepts c ON c.release_id = ${target.conceptsOf}::int AND c.sctid = d.sctid AND c.active
      WHERE d.release_id = ${target.releaseId}::int AND d.description_id = e.description_id AND d.active
    )`.execute(db);
}
