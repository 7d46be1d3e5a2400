/** Runs commands in tests: in this process on a prepared database, or as a user would, as a process of their own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readStream } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Streams } from '../../server/cli/arguments.js';
import { type DatabaseHandle, openDatabase } from '../../server/db/connect.js';
import type { TestPlace } from '../support/database.js';
import { FIRST_USE_MS } from '../support/run.js';
import { preparedPlace } from '../support/service.js';

export interface Outcome {
  readonly code: number | null;
  readonly out: readonly string[];
  readonly err: string;
}

/** Calls a command's main and keeps what it writes. */
export async function call(
  main: (argv: readonly string[], streams: Streams) => Promise<number>,
  ...argv: string[]
): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(argv, { out: (line) => void out.push(line), err: (line) => void err.push(line) });
  return { code, out: out.join('\n').split('\n'), err: err.join('\n') };
}

/** Runs a compiled file of server/cli/ as a process with the environment of this one. */
export async function runProcess(file: string, argv: readonly string[], stdin = ''): Promise<Outcome> {
  const path = fileURLToPath(new URL(`../../server/cli/${file}`, import.meta.url));
  const child = spawn(process.execPath, [path, ...argv], { stdio: 'pipe' });
  child.stdin.end(stdin);
  const [[code], out, err] = await Promise.all([
    once(child, 'close'),
    readStream(child.stdout),
    readStream(child.stderr),
  ]);
  return { code, out: out.split('\n').filter((line) => line !== ''), err };
}

/** A directory for the files of the enclosing `describe`; the function writes one and returns its path. */
export function testFiles(): (name: string, content: string | Buffer) => string {
  const dir = mkdtempSync(join(tmpdir(), 'test-cli-'));
  after('remove the files', () => rmSync(dir, { recursive: true, force: true }));
  return (name, content) => {
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };
}

/**
 * Lets the commands of the enclosing `describe` open a database; by default one that holds the shipped lexicons and seed.
 * @param isOpen whether an embedded one is open already, as it is beside a service: a command need not start it then
 */
export function preparedEnvironment(makePlace: () => Promise<TestPlace> = preparedPlace, isOpen = false): void {
  const earlier = { DATA_DIR: process.env.DATA_DIR, DATABASE_URL: process.env.DATABASE_URL };
  let place: TestPlace | undefined;
  let holder: DatabaseHandle | undefined;
  before('prepare a database', async function () {
    this.timeout(FIRST_USE_MS);
    place = await makePlace();
    set({ DATA_DIR: place.options.dataDir, DATABASE_URL: place.options.databaseUrl });
    if (isOpen && place.options.databaseUrl === undefined) holder = await openDatabase(place.options);
  });
  after('drop the database', async () => {
    set(earlier);
    await holder?.close();
    await place?.remove();
  });
}

function set(values: Readonly<Record<string, string | undefined>>): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[key];
    else process.env[key] = value;
  }
}
