/**
 * One run of the tests and what it leaves behind: a directory and, on a server, databases. Test files run in several processes, and `all.ts`
 * runs mocha twice; they share what takes long to make. mocha alone (`npx mocha dist/test/x.test.js`) is a run of its own. Where the
 * environment names one (TEST_RUN, TEST_RUN_DIR), as `.ci/run` does for its stages on one server, several commands are one run.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const POLL_MS = 100;

let ownsRun = false;

/** Begins a run unless there is one; the processes of the test files inherit what is set here. */
export function ensureRun(): void {
  if (process.env.TEST_RUN !== undefined) return;
  process.env.TEST_RUN_DIR = mkdtempSync(join(tmpdir(), 'test-run-'));
  process.env.TEST_RUN = randomUUID().slice(0, 8);
  ownsRun = true;
}

/** Removes what the run has made, where this process began it. */
export async function endOwnRun(): Promise<void> {
  if (!ownsRun) return;
  rmSync(runDirectory(), { recursive: true, force: true });
  if (process.env.TEST_DATABASE_URL === undefined) return;
  const { rows } = await administer(
    `SELECT datname AS name FROM pg_database WHERE starts_with(datname, '${databasePrefix()}')`,
  );
  for (const { name } of rows) await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

export function mochaGlobalSetup(): void {
  ensureRun();
}

export async function mochaGlobalTeardown(): Promise<void> {
  await endOwnRun();
}

const fileEnds: (() => Promise<void>)[] = [];

/** Has work done after the tests of each file of this process: a hook of a shared module would belong to the first file only. */
export function afterEachFile(work: () => Promise<void>): void {
  fileEnds.push(work);
}

export const mochaHooks = {
  async afterAll() {
    for (const work of fileEnds) await work();
  },
};

/** A new directory of this run. */
export function newDirectory(prefix: string): string {
  return mkdtempSync(join(runDirectory(), prefix));
}

/** The name of a new database of this run. */
export function newDatabaseName(): string {
  return `${databasePrefix()}${randomUUID().replaceAll('-', '')}`;
}

/**
 * How long a test may wait for what a run makes once: initdb, migrations, the whole seed embedded. Two minutes as a rule; a machine that
 * others use too has taken more than five.
 */
export const FIRST_USE_MS = 900_000;

/** What `make` gives, made once in a run by whichever process needs it first; the others wait. It must survive JSON. */
export async function oncePerRun<T>(name: string, make: () => Promise<T>): Promise<T> {
  const made = join(runDirectory(), `${name}.json`);
  const failed = join(runDirectory(), `${name}.failed`);
  if (isFirst(join(runDirectory(), `${name}.lock`))) {
    try {
      writeFileSync(`${made}.part`, JSON.stringify(await make()));
      renameSync(`${made}.part`, made);
    } catch (cause) {
      writeFileSync(failed, '');
      throw cause;
    }
  }
  while (!existsSync(made)) {
    if (existsSync(failed)) throw new Error(`Another test process could not make the ${name}.`);
    await sleep(POLL_MS);
  }
  return JSON.parse(readFileSync(made, 'utf8')) as T;
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  }
}

/** Runs a statement on the tests' server. */
export async function administer(sql: string): Promise<{ readonly rows: readonly { readonly name: string }[] }> {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

function runDirectory(): string {
  ensureRun();
  return process.env.TEST_RUN_DIR as string;
}

function databasePrefix(): string {
  ensureRun();
  return `test_${process.env.TEST_RUN}_`;
}
