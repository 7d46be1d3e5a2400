/**
 * Databases for tests: of the server in TEST_DATABASE_URL, or else embedded ones in temporary directories. Each is a
 * copy of a template that is migrated once per test process.
 */

import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type DatabaseHandle, openDatabase } from '../../server/db/connect.js';
import { migrate } from '../../server/db/migrate.js';

/** The repository's migrations. */
export const SQL_DIR = fileURLToPath(new URL('../../../sql', import.meta.url));

/** The first use pays for a template: initdb and all migrations. */
const FIRST_USE_MS = 120_000;

/** A place where one database can be opened, several times if need be. */
export interface TestPlace {
  readonly options: { readonly dataDir: string; readonly databaseUrl?: string };
  readonly remove: () => Promise<void>;
}

let template: Promise<TestPlace> | undefined;
let cluster: Promise<TestPlace> | undefined;

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
  cluster ??= makeCluster();
  return embeddedPlace((await cluster).options.dataDir);
}

/** A place with a migrated database that nobody has opened yet. */
export async function migratedPlace(): Promise<TestPlace> {
  template ??= makeTemplate();
  return copyOfPlace(await template);
}

/** A place with a copy of a database that nobody has open. */
export function copyOfPlace({ options }: TestPlace): Promise<TestPlace> {
  return options.databaseUrl === undefined
    ? embeddedPlace(options.dataDir)
    : serverPlace(options.databaseUrl, new URL(options.databaseUrl).pathname.slice(1));
}

function openAt(place: TestPlace): Promise<DatabaseHandle> {
  return openDatabase({ ...place.options, poolMax: 4, statementTimeoutMs: 60_000 });
}

async function makeTemplate(): Promise<TestPlace> {
  const place = await emptyPlace();
  const handle = await openAt(place);
  try {
    await migrateForTests(handle);
  } finally {
    await handle.close();
  }
  return place;
}

async function makeCluster(): Promise<TestPlace> {
  const place = await embeddedPlace();
  await (await openAt(place)).close();
  return place;
}

after('drop the templates', async () => {
  for (const place of [template, cluster]) {
    await (await place?.catch(() => undefined))?.remove();
  }
});

async function embeddedPlace(copyOf?: string): Promise<TestPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'test-db-'));
  if (copyOf !== undefined) {
    // A thousand small files: the synchronous copy takes half the time.
    cpSync(copyOf, dataDir, { recursive: true });
  }
  return { options: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

async function serverPlace(baseUrl: string, copyOf: string): Promise<TestPlace> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = new URL(baseUrl);
  databaseUrl.pathname = name;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${copyOf}`);
  return {
    options: { databaseUrl: databaseUrl.href, dataDir: '' },
    remove: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
