/** Work that needs one and the same connection: a transaction that queries and copies. */

import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { PoolClient } from 'pg';
import type { DatabaseHandle } from './connect.js';
import type { Database } from './tables.js';

/** A transaction with the connection under it. */
export interface OneConnection {
  readonly trx: Kysely<Database>;
  readonly client: PoolClient;
}

/** Runs work in a transaction of one connection; `commit: false` undoes it at the end. */
export async function inOneTransaction<T>(
  handle: DatabaseHandle,
  options: { readonly commit: boolean },
  work: (connection: OneConnection) => Promise<T>,
): Promise<T> {
  const client = await handle.pool.connect();
  let failed = true;
  try {
    await client.query('BEGIN');
    const result = await work({ trx: kyselyOn(client), client });
    await client.query(options.commit ? 'COMMIT' : 'ROLLBACK');
    failed = false;
    return result;
  } finally {
    if (failed) await client.query('ROLLBACK').catch(() => undefined);
    client.release(failed);
  }
}

function kyselyOn(client: PoolClient): Kysely<Database> {
  // The queries of a Kysely of its own, on a connection that it may not give back.
  const borrowed = {
    query: client.query.bind(client),
    release: () => undefined,
  } as unknown as PostgresPoolClient;
  const pool = { connect: async () => borrowed, end: async () => undefined };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
