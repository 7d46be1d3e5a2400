/** What the commands share that need no more than a database: it is closed at the end. Without the modules of the service they start faster. */

import { parseConfig } from '../config.js';
import { type DatabaseHandle, openDatabase } from '../db/connect.js';
import { migrate } from '../db/migrate.js';

/** Tells a warning to whoever runs the command. */
export const warn = (_code: string, message: string) => process.stderr.write(`${message}\n`);

/** Runs with an open, migrated database. */
export async function withDatabase<T>(run: (handle: DatabaseHandle) => Promise<T>): Promise<T> {
  const config = parseConfig(process.env);
  const handle = await openDatabase({
    ...(config.DATABASE_URL === undefined ? {} : { databaseUrl: config.DATABASE_URL }),
    dataDir: config.DATA_DIR,
    statementTimeoutMs: 0,
    onWarning: warn,
  });
  return migrate(handle, { dir: config.sqlDir })
    .then(() => run(handle))
    .finally(() => handle.close());
}

/**
 * For work in long transactions: the embedded database has one connection, and a service on it would wait.
 * @throws Error when a service runs on it
 */
export function refuseBusy(handle: DatabaseHandle): void {
  if (handle.kind === 'socket')
    throw new Error('A service runs on this embedded database: stop it first, or use a PostgreSQL server.');
}
