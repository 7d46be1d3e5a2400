/** A pool that takes no connection back in the middle of a transaction. */

import type { PostgresPool } from 'kysely';
import type pg from 'pg';

const IDLE = 'I';

/**
 * The pool as kysely uses it, which gives a connection back also where its rollback failed or was given up: the next one to get it would be in the
 * transaction of another, or be refused everything (25P02). Such a connection is closed.
 */
export function soundPool(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      // Set anew by the pool each time that it lends the connection.
      const release = client.release.bind(client);
      client.release = (error) => release(error ?? client.getTransactionStatus() !== IDLE);
      return client;
    },
    end: () => pool.end(),
  };
}
