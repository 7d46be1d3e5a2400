/** Brings the schema up to date: runs the SQL files that a database has not seen, forward only. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CompiledQuery, type Transaction } from 'kysely';
import type { DatabaseHandle } from './connect.js';
import type { Database } from './tables.js';

export interface MigrateOptions {
  /** The directory of the files NNNN_words.sql. */
  readonly dir: string;
  readonly onProgress?: (name: string) => void;
}

export interface MigrateResult {
  /** The files that were applied now. */
  readonly applied: string[];
  /** The files that the database has and this release does not: a newer release has run on it. */
  readonly newer: string[];
}

interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

interface AppliedRow {
  name: string;
  checksum: string;
}

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const LOCK_KEY = 7_203_114_529;

/**
 * Applies what is missing, each file in a transaction of its own with its record in `schema_migrations`. Safe when
 * several processes start together: they take turns. In a file `${VECTOR}` stands for the vector type of the
 * database and `${VECTOR_OPS}` for its operator class of cosine distance.
 * Throws an Error when a file fails, when an applied file was changed, and when the database has other files of the same numbers.
 */
export async function migrate(handle: DatabaseHandle, options: MigrateOptions): Promise<MigrateResult> {
  const migrations = await readMigrations(options.dir, handle.vectorType);
  const known = await turn(handle, knownMigrations);
  checkUnchanged(known, migrations);
  checkSameLine(known, migrations);
  const names = new Set(migrations.map(({ name }) => name));
  const newer = known.map(({ name }) => name).filter((name) => !names.has(name));
  const applied: string[] = [];
  for (const migration of migrations.filter(({ name }) => !known.some((row) => row.name === name))) {
    if (await turn(handle, (trx) => applyOne(trx, migration))) {
      applied.push(migration.name);
      options.onProgress?.(migration.name);
    }
  }
  return { applied, newer };
}

/** Two files of one number are two histories: what one has made, the other would make again. */
function checkSameLine(known: readonly AppliedRow[], migrations: readonly Migration[]): void {
  for (const { name } of migrations) {
    const other = known.find((row) => row.name !== name && row.name.slice(0, 4) === name.slice(0, 4));
    if (other !== undefined)
      throw new Error(
        `The database has the migration ${other.name} where this release has ${name}: it was made before the first release. Use an empty database; your lexicon travels with npm run lexicon -- export.`,
      );
  }
}

const CREATE_RECORDS = `
  CREATE TABLE schema_migrations (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  );
  COMMENT ON TABLE schema_migrations IS 'The SQL files that this database has seen; written by the service only';
  COMMENT ON COLUMN schema_migrations.name IS 'File name in sql/';
  COMMENT ON COLUMN schema_migrations.checksum IS 'SHA-256 of the file; an applied file never changes';
  COMMENT ON COLUMN schema_migrations.applied_at IS 'When it was applied'`;

async function readMigrations(dir: string, vectorType: DatabaseHandle['vectorType']): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Set(names.map((name) => name.slice(0, 4)));
  const misnamed = names.find((name) => !FILE_NAME.test(name));
  if (misnamed !== undefined || numbers.size < names.length) {
    throw new Error(
      `Name each file in ${dir} as NNNN_words.sql, with a number of its own: ${misnamed ?? names.join(', ')}`,
    );
  }
  return Promise.all(
    names.map(async (name) => {
      // Git may check a file out with the line ends of the system.
      const text = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(text).digest('hex');
      const sql = text.replaceAll('${VECTOR}', vectorType).replaceAll('${VECTOR_OPS}', `${vectorType}_cosine_ops`);
      return { name, checksum, sql };
    }),
  );
}

/** One transaction that no other migrating process runs beside; waits for their turn at most ten minutes. */
function turn<T>(handle: DatabaseHandle, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return handle.db.transaction().execute(async (trx) => {
    await trx.executeQuery(
      CompiledQuery.raw(`
        SET LOCAL statement_timeout = 0;
        SET LOCAL idle_in_transaction_session_timeout = 0;
        SET LOCAL lock_timeout = '10min';
        SELECT pg_advisory_xact_lock(${LOCK_KEY});
        SET LOCAL lock_timeout = '30s'`),
    );
    return work(trx);
  });
}

/** Makes the table of records where it is missing: a role that may not create passes when nothing is to do. */
async function knownMigrations(trx: Transaction<Database>): Promise<AppliedRow[]> {
  const result = await trx.executeQuery(
    CompiledQuery.raw("SELECT to_regclass('schema_migrations') IS NULL AS missing"),
  );
  if ((result.rows[0] as { missing: boolean }).missing) {
    await trx.executeQuery(CompiledQuery.raw(CREATE_RECORDS));
  }
  return appliedRows(trx);
}

async function appliedRows(trx: Transaction<Database>): Promise<AppliedRow[]> {
  const result = await trx.executeQuery(
    CompiledQuery.raw('SELECT name, checksum FROM schema_migrations ORDER BY name'),
  );
  return result.rows as AppliedRow[];
}

function checkUnchanged(known: readonly AppliedRow[], migrations: readonly Migration[]): void {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const changed = migrations.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum);
  if (changed !== undefined) {
    throw new Error(
      `The file ${changed.name} was changed after it was applied: restore it, and put the change in a new file.`,
    );
  }
}

/** True when it was applied now, false when some process had done so. */
async function applyOne(trx: Transaction<Database>, migration: Migration): Promise<boolean> {
  if ((await appliedRows(trx)).some((row) => row.name === migration.name)) {
    return false;
  }
  try {
    await trx.executeQuery(CompiledQuery.raw(migration.sql));
  } catch (error) {
    throw failure(migration, error);
  }
  await trx.executeQuery(
    CompiledQuery.raw('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ]),
  );
  return true;
}

function failure({ name, sql }: Migration, error: unknown): Error {
  const { message, code, position } = error as { message: string; code?: string; position?: string };
  const line = position === undefined ? '' : `, line ${sql.slice(0, Number(position)).split('\n').length}`;
  return new Error(`Migration ${name}${line} failed and was undone: ${message} (${code ?? 'no code'}).`);
}
