/** What the commands share: the configuration of the environment, and a service or database that is closed at the end. */

import { parseConfig } from '../config.js';
import { type DatabaseHandle, openDatabase } from '../db/connect.js';
import { migrate } from '../db/migrate.js';
import { readState } from '../db/serving.js';
import { type Encoder, openEncoder } from '../embedding/encoder.js';
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

/**
 * For work in long transactions: the embedded database has one connection, and a service on it would wait.
 * @throws Error when a service runs on it
 */
export function refuseBusy(handle: DatabaseHandle): void {
  if (handle.kind === 'socket')
    throw new Error('A service runs on this embedded database: stop it first, or use a PostgreSQL server.');
}

/** The model of a directory with its threads, for bulk work. */
export function openModel(modelDir: string): Promise<Encoder> {
  const config = parseConfig(process.env);
  return openEncoder({ modelDir, workers: config.EMBED_WORKERS, maxQueue: config.EMBED_QUEUE, cacheSize: 0 });
}

/**
 * The served model: the one that `model use` chose, else that of MODEL_DIR.
 * @throws Error when the database serves another one: its processes could not answer with this one's vectors
 */
export async function openServedModel({ db }: DatabaseHandle): Promise<Encoder> {
  const { serving } = await readState(db);
  const encoder = await openModel(serving?.modelDirectory ?? parseConfig(process.env).MODEL_DIR);
  if (serving === null || serving.modelVersion === encoder.model.version) return encoder;
  await encoder.close();
  throw new Error(
    `The database serves the model ${serving.modelVersion}, and MODEL_DIR has ${encoder.model.version}: set MODEL_DIR to the served one.`,
  );
}
