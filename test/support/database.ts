/**
 * Databases for tests: of the server in TEST_DATABASE_URL, or else embedded ones in temporary directories. Each is a
 * copy of a template that is migrated once in a run (`run.ts`). With TEST_THROUGH_POOLER=1 everything but the making of databases goes
 * through the pooler in TEST_POOLER_URL.
 */

import { cpSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type DatabaseHandle, openDatabase } from '../../server/db/connect.js';
import { migrate } from '../../server/db/migrate.js';
import { urlThrough } from './doors.js';
import { administer, FIRST_USE_MS, newDatabaseName, newDirectory, oncePerRun } from './run.js';

/** The repository's migrations. */
export const SQL_DIR = fileURLToPath(new URL('../../../sql', import.meta.url));

/** A place where one database can be opened, several times if need be. */
export interface TestPlace {
  readonly options: { readonly dataDir: string; readonly databaseUrl?: string };
  readonly remove: () => Promise<void>;
}

/** A migrated database for all tests of the enclosing `describe`, dropped after them. */
export function testDatabase(): { readonly handle: DatabaseHandle } {
  let opened: { handle: DatabaseHandle; place: TestPlace } | undefined;
  before('open a migrated database', async function () {
    this.timeout(FIRST_USE_MS);
    const place = await migratedPlace();
    opened = { place, handle: await openAt(place) };
  });
  after('drop the database', async () => {
    await opened?.handle.close();
    await opened?.place.remove();
  });
  return {
    get handle() {
      if (opened === undefined) {
        throw new Error('The test database is open only inside tests and hooks.');
      }
      return opened.handle;
    },
  };
}

/** Runs `work` on a migrated database of its own, and drops it. */
export async function withDatabase<T>(work: (handle: DatabaseHandle) => Promise<T>): Promise<T> {
  const place = await migratedPlace();
  try {
    const handle = await openAt(place);
    try {
      return await work(handle);
    } finally {
      await handle.close();
    }
  } finally {
    await place.remove();
  }
}

/** Runs the repository's migrations. */
export async function migrateForTests(handle: DatabaseHandle): Promise<void> {
  await migrate(handle, { dir: SQL_DIR });
}

/** A place for a database without any table. */
export function emptyPlace(): Promise<TestPlace> {
  const url = process.env.TEST_DATABASE_URL;
  return url === undefined ? emptyEmbeddedPlace() : serverPlace(url, 'template1');
}

/** A data directory for an embedded database without any table: a copy, which spares the seconds of initdb. */
export async function emptyEmbeddedPlace(): Promise<TestPlace> {
  const { dataDir } = await oncePerRun('cluster', makeCluster);
  return embeddedPlace(dataDir);
}

/** A place with a migrated database that nobody has opened yet. */
export async function migratedPlace(): Promise<TestPlace> {
  return copyOf(await oncePerRun('migrated', makeMigrated));
}

/** A place with a copy of a database that nobody has open. */
export function copyOf({ dataDir, databaseUrl }: TestPlace['options']): Promise<TestPlace> {
  return databaseUrl === undefined
    ? embeddedPlace(dataDir)
    : serverPlace(databaseUrl, new URL(databaseUrl).pathname.slice(1));
}

/** Opens, beside a service or command with this environment, the database that it has; with no limit for a statement. */
export function openOf({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir = '',
}: NodeJS.ProcessEnv): Promise<DatabaseHandle> {
  return openDatabase({ dataDir, ...(databaseUrl && { databaseUrl }), statementTimeoutMs: 0 });
}

function openAt(place: TestPlace): Promise<DatabaseHandle> {
  return openDatabase({ ...place.options, poolMax: 4, statementTimeoutMs: 60_000 });
}

async function makeMigrated(): Promise<TestPlace['options']> {
  const place = await emptyPlace();
  const handle = await openAt(place);
  try {
    await migrateForTests(handle);
  } finally {
    await handle.close();
  }
  return place.options;
}

async function makeCluster(): Promise<TestPlace['options']> {
  const place = await embeddedPlace();
  await (await openAt(place)).close();
  return place.options;
}

async function embeddedPlace(original?: string): Promise<TestPlace> {
  const dataDir = newDirectory('db-');
  if (original !== undefined) {
    // A thousand small files: the synchronous copy takes half the time.
    cpSync(original, dataDir, { recursive: true });
  }
  return { options: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function serverPlace(baseUrl: string, original: string): Promise<TestPlace> {
  const name = newDatabaseName();
  const databaseUrl = new URL(baseUrl);
  databaseUrl.pathname = name;
  const pooler = process.env.TEST_THROUGH_POOLER === '1' ? process.env.TEST_POOLER_URL : undefined;
  // A pooler keeps its connections to a database that nobody has open any more, and such a one is no template.
  if (pooler !== undefined)
    await administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${original}'`);
  await administer(`CREATE DATABASE ${name} TEMPLATE ${original}`);
  return {
    options: {
      databaseUrl: pooler === undefined ? databaseUrl.href : urlThrough(pooler, databaseUrl.href),
      dataDir: '',
    },
    remove: async () => void (await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}
