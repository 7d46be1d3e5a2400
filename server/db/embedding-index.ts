/** The HNSW index of a table of vectors: built at once, or beside the answers. */

import { type Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { embeddingLock } from './embeddings.js';
import type { Database } from './tables.js';

/** A release embedded by a model. */
export interface EmbeddingSet {
  readonly modelId: number;
  readonly releaseId: number;
}

/**
 * Numbers in the vectors of a release that may be served before its index is built: 150,000 vectors of the shipped model. Each process holds them
 * as floats meanwhile (150 MB), and compares them all for every span that no term names; of a million terms that would be too much of both.
 */
const MOST_NUMBERS = 150_000 * 256;

/**
 * Whether vectors are searched by an index. In the embedded database, where it would take a minute to build, those of a release are searched
 * in memory (`app/memory-search.ts`), and the few of a site one by one.
 */
export async function needsIndex(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ version: string }>`SELECT version() AS version`.execute(db);
  // Only PostgreSQL in WebAssembly says so of itself.
  return !/emscripten/i.test(rows[0]?.version ?? '');
}

/** Whether the vectors of a release are few enough to answer from before they have an index. */
export async function isSmall(db: Kysely<Database>, { modelId }: EmbeddingSet, table: string): Promise<boolean> {
  const { rows } = await sql<{ numbers: string }>`
    SELECT (SELECT count(*) FROM ${sql.table(table)}) * dimensions AS numbers FROM models
    WHERE model_id = ${modelId}::int`.execute(db);
  return Number(rows[0]?.numbers) <= MOST_NUMBERS;
}

/** Builds the HNSW index of a filled table of vectors and marks it complete. */
export async function indexEmbeddingSet(db: Kysely<Database>, modelId: number, releaseId: number): Promise<void> {
  await sql`SELECT index_embedding_set(${modelId}, ${releaseId})`.execute(db);
}

/** Gives a filled table its primary key, which nobody could read beside; the index that is built later leaves readers alone. */
export async function keyEmbeddingSet(db: Kysely<Database>, table: string): Promise<void> {
  const { rows } = await sql`
    SELECT FROM pg_index WHERE indrelid = ${table}::text::regclass AND indisprimary`.execute(db);
  if (rows.length === 0) await sql`ALTER TABLE ${sql.table(table)} ADD PRIMARY KEY (description_id)`.execute(db);
}

/** How far the index of a table of vectors is built, 0 to 1; null while none is being built, or where it cannot be seen. */
export async function readIndexProgress(db: Kysely<Database>, table: string): Promise<number | null> {
  // Tables of two databases may have one number.
  const { rows } = await sql<{ share: number | null }>`
    SELECT (blocks_done::float8 / nullif(blocks_total, 0)) AS share FROM pg_stat_progress_create_index
    WHERE relid = to_regclass(${table}) AND datname = current_database()`.execute(db);
  return rows[0]?.share ?? null;
}

/**
 * Takes upon this session to build an index that is missing, in a transaction that `runBuild` ends.
 * @param client its connection is of no use to others afterwards
 * @returns the number of the session on the server; null where another one builds, or it is built
 */
export async function takeBuild(client: PoolClient, { modelId, releaseId }: EmbeddingSet): Promise<number | null> {
  await client.query('BEGIN');
  // A pooler may have given the connection limits of the role.
  await client.query(
    "SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)",
  );
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pg_backend_pid() AS pid FROM embedding_sets
     WHERE model_id = $1 AND release_id = $2 AND state = 'loading' AND pg_try_advisory_xact_lock(hashtext($3))`,
    [modelId, releaseId, embeddingLock(modelId, releaseId)],
  );
  return rows[0]?.pid ?? null;
}

/** Builds the index and commits, as one message: where the process is killed meanwhile, the server still ends both. */
export async function runBuild(client: PoolClient, { modelId, releaseId }: EmbeddingSet): Promise<void> {
  await client.query(`SELECT index_embedding_set(${Number(modelId)}, ${Number(releaseId)}); COMMIT`);
}

/** Cancels what `runBuild` does in a session; does nothing where that has gone on to something else. */
export async function cancelBuild(db: Kysely<Database>, session: number): Promise<void> {
  await sql`
    SELECT pg_cancel_backend(pid) FROM pg_stat_activity
    WHERE pid = ${session}::int AND state = 'active' AND query LIKE 'SELECT index_embedding_set(%'`.execute(db);
}
