import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseHandle, openDatabase } from '../../server/db/connect.js';
import { migrate } from '../../server/db/migrate.js';
import { emptyPlace, SQL_DIR, type TestPlace } from '../support/database.js';

const FILES = {
  '0001_pets.sql': `
    CREATE EXTENSION IF NOT EXISTS vector;
    -- two statements; and a body with semicolons
    CREATE TABLE pets (id int PRIMARY KEY, name text NOT NULL, shape \${VECTOR}(3));
    CREATE FUNCTION pet_count() RETURNS bigint LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT count(*) FROM pets); END $$;`,
  '0002_pet_index.sql': `
    CREATE INDEX pets_shape ON pets USING hnsw (shape \${VECTOR_OPS});
    INSERT INTO pets VALUES (1, 'cat', '[1,0,0]');`,
};

describe('migrate', function () {
  this.timeout(60_000);
  let place: TestPlace;
  let handle: DatabaseHandle;
  let dir: string;

  beforeEach(async () => {
    place = await emptyPlace();
    handle = await openDatabase(place.options);
    dir = await mkdtemp(join(tmpdir(), 'test-sql-'));
    await write(FILES);
  });

  afterEach(async () => {
    await handle.close();
    await place.remove();
    await rm(dir, { recursive: true });
  });

  async function write(files: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(dir, name), text);
    }
  }

  async function columnOf<T>(query: string): Promise<T[]> {
    const result = await handle.pool.query({ text: query, rowMode: 'array' });
    return result.rows.map((row: unknown[]) => row[0] as T);
  }

  it('applies the files in order, with all their statements, and tells each name', async () => {
    const told: string[] = [];
    const result = await migrate(handle, { dir, onProgress: (name) => told.push(name) });
    assert.deepEqual(result, { applied: Object.keys(FILES), newer: [] });
    assert.deepEqual(told, result.applied);
    assert.deepEqual(await columnOf('SELECT pet_count()'), ['1']);
  });

  it('puts the vector type of the database into the files', async () => {
    await migrate(handle, { dir });
    const type = await columnOf("SELECT udt_name FROM information_schema.columns WHERE column_name = 'shape'");
    assert.deepEqual(type, [handle.vectorType]);
  });

  it('does nothing the second time', async () => {
    await migrate(handle, { dir });
    assert.deepEqual(await migrate(handle, { dir }), { applied: [], newer: [] });
  });

  it('applies only what is new', async () => {
    await migrate(handle, { dir });
    await write({ '0003_dog.sql': "INSERT INTO pets VALUES (2, 'dog', '[0,1,0]')" });
    assert.deepEqual((await migrate(handle, { dir })).applied, ['0003_dog.sql']);
  });

  it('undoes a file that fails, keeps those before it, and names the file, the line and the reason', async () => {
    await write({ '0003_wrong.sql': "INSERT INTO pets VALUES (2, 'dog', NULL);\n\nSELECT no_such_column FROM pets;" });
    await assert.rejects(migrate(handle, { dir }), {
      message:
        'Migration 0003_wrong.sql, line 3 failed and was undone: column "no_such_column" does not exist (42703).',
    });
    assert.deepEqual(await columnOf('SELECT name FROM pets'), ['cat']);
    assert.deepEqual(await columnOf('SELECT name FROM schema_migrations ORDER BY 1'), Object.keys(FILES));
  });

  it('refuses an applied file that was changed, but not one with other line ends', async () => {
    await migrate(handle, { dir });
    await write({ '0001_pets.sql': FILES['0001_pets.sql'].replaceAll('\n', '\r\n') });
    await migrate(handle, { dir });
    await write({ '0001_pets.sql': `${FILES['0001_pets.sql']} SELECT 1;` });
    await assert.rejects(migrate(handle, { dir }), /The file 0001_pets\.sql was changed after it was applied/);
  });

  it('refuses a database that has other files of the same numbers', async () => {
    await migrate(handle, { dir });
    await rm(join(dir, '0002_pet_index.sql'));
    await write({ '0002_dogs.sql': 'CREATE TABLE dogs (name text)' });
    await assert.rejects(
      migrate(handle, { dir }),
      /has the migration 0002_pet_index\.sql where this release has 0002_dogs\.sql/,
    );
    assert.deepEqual(await columnOf("SELECT to_regclass('dogs')"), [null]);
  });

  it('tells which files a newer release has applied', async () => {
    await migrate(handle, { dir });
    await rm(join(dir, '0002_pet_index.sql'));
    assert.deepEqual(await migrate(handle, { dir }), { applied: [], newer: ['0002_pet_index.sql'] });
  });

  it('refuses names that have no order', async () => {
    await write({ '0002_again.sql': 'SELECT 1' });
    await assert.rejects(migrate(handle, { dir }), /with a number of its own/);
    await rm(join(dir, '0002_again.sql'));
    await write({ 'later.sql': 'SELECT 1' });
    await assert.rejects(migrate(handle, { dir }), /Name each file .*later\.sql/);
  });

  it('leaves no settings of its own on the connection', async () => {
    const before = await columnOf('SHOW lock_timeout');
    await migrate(handle, { dir });
    assert.deepEqual(await columnOf('SHOW lock_timeout'), before);
  });

  it('applies the migrations of this repository', async () => {
    const { applied } = await migrate(handle, { dir: SQL_DIR });
    assert.notEqual(applied.length, 0);
  });

  it('applies each file once when several callers start together', async () => {
    await write({ '0003_slow.sql': "SELECT pg_sleep(0.2); INSERT INTO pets VALUES (3, 'owl', NULL)" });
    const results = await Promise.all([1, 2, 3].map(() => migrate(handle, { dir })));
    assert.deepEqual(results.flatMap(({ applied }) => applied).sort(), [...Object.keys(FILES), '0003_slow.sql']);
  });

  if (process.env.TEST_DATABASE_URL !== undefined) {
    it('applies each file once when several processes start together', async () => {
      await write({ '0003_slow.sql': "SELECT pg_sleep(0.5); INSERT INTO pets VALUES (3, 'owl', NULL)" });
      const outputs = await Promise.all([1, 2, 3].map(() => migrateInProcess(place, dir)));
      assert.deepEqual(outputs.flat().sort(), [...Object.keys(FILES), '0003_slow.sql']);
    });
  }
});

/** Runs migrate() in a process of its own; what that applied. */
async function migrateInProcess(place: TestPlace, dir: string): Promise<string[]> {
  const module = (name: string): string => JSON.stringify(new URL(`../../server/db/${name}`, import.meta.url).href);
  const program = `
    const { openDatabase } = await import(${module('connect.js')});
    const { migrate } = await import(${module('migrate.js')});
    const handle = await openDatabase(${JSON.stringify(place.options)});
    console.log(JSON.stringify((await migrate(handle, { dir: ${JSON.stringify(dir)} })).applied));
    await handle.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  return JSON.parse(output) as string[];
}
