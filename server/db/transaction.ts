/** What long or exclusive work sets for its own transaction; nothing outlives the commit. */

import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Database } from './tables.js';

/** Runs work in the transaction that `db` is, else in one of its own. */
export function inTransaction<T>(db: Kysely<Database>, work: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Lifts the time limits of the connection until commit: for work that a person waits for, not a request. */
export async function liftTimeLimits(trx: Kysely<Database>): Promise<void> {
  await sql`SELECT set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx);
}

/**
 * Waits for and holds the lock of this name until commit, so that processes do a piece of work in turn. A statement of its own:
 * limits that are lifted in the same statement would still hold for the wait.
 */
export async function lockUntilCommit(trx: Kysely<Database>, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}

/** Runs work while a connection of its own holds the lock of this name, which ends with the connection. */
export async function whileLocked<T>(pool: Pool, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    return await work();
  } finally {
    client.release(true);
  }
}
