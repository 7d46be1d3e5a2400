/** What the commands share: the configuration of the environment, and a service or database that is closed at the end. */

import { parseConfig } from '../config.js';
import { type DatabaseHandle, openDatabase } from '../db/connect.js';
import { migrate } from '../db/migrate.js';
import { type OpenService, openService } from '../service/open-service.js';
import { showProgress } from './progress.js';

const warn = (_code: string, message: string) => process.stderr.write(`${message}\n`);

/** Runs with an open service; a command waits as long as the work takes. */
export async function withService<T>(run: (opened: OpenService) => Promise<T>): Promise<T> {
  const opened = await openService({
    config: parseConfig(process.env),
    exclusive: false,
    progress: showProgress(process.stderr),
    onWarning: warn,
    onError: () => {},
  });
  return run(opened).finally(() => opened.close());
}

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
