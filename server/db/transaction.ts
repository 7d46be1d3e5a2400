/** What long or exclusive work sets for its own transaction; nothing outlives the commit. */

import { type Kysely, sql } from 'kysely';
import type { Database } from './tables.js';

/** Runs work in the transaction that `db` is, else in one of its own. */
export function inTransaction<T>(db: Kysely<Database>, work: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** Lifts the time limits of the connection until commit: for work that a person waits for, not a request. */
export async function liftTimeLimits(trx: Kysely<Database>): Promise<void> {
  await sql`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx);
}

/** Has ANALYZE look at 3,000 rows of a table, in place of 30,000, until commit: it computes the keys of each one again. */
export async function sampleLess(trx: Kysely<Database>): Promise<void> {
  await sql`SELECT set_config('default_statistics_target', '10', true)`.execute(trx);
}

/**
 * Waits for and holds the lock of this name until commit, so that processes do a piece of work in turn. A statement of its own:
 * limits that are lifted in the same statement would still hold for the wait.
 */
export async function lockUntilCommit(trx: Kysely<Database>, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}

/** Runs work while a transaction of its own, on another connection than the work, holds the lock of this name. */
export function whileLocked<T>(db: Kysely<Database>, name: string, work: () => Promise<T>): Promise<T> {
  let done: { readonly value: T } | undefined;
  const locked = db.transaction().execute(async (trx) => {
    await liftTimeLimits(trx);
    await lockUntilCommit(trx, name);
    // The lock's statement has a parameter and leaves its snapshot open; one without takes its place, else nothing is vacuumed meanwhile.
    await sql`SELECT 1`.execute(trx);
    done = { value: await work() };
    return done.value;
  });
  return locked.catch((error) => {
    // The transaction wrote nothing: where its connection is lost at the end, what was done is done.
    if (done === undefined) throw error;
    return done.value;
  });
}
