/** The service as a process of its own: the compiled main.js with nothing but the environment that a test gives it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestPlace } from '../support/database.js';
import { afterEachFile, newDirectory } from '../support/run.js';
import { preparedPlace } from '../support/service.js';

/** The compiled program that the tests start. */
export const MAIN = fileURLToPath(new URL('../../server/main.js', import.meta.url));

/** What it says once it answers, with its URL. */
export const READY = /^Ready after .*: (http:\/\/\S+)$/m;

export { FIRST_USE_MS } from '../support/run.js';

type Env = Readonly<Record<string, string>>;

/** How a process ended: its exit code, or the signal that killed it. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A process that may still be starting. */
export interface Launched {
  readonly pid: number;
  /** All that it has written so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves when stderr has what is looked for; rejects when the process ends before. */
  readonly says: (wanted: RegExp) => Promise<RegExpExecArray>;
  readonly ended: Promise<Ending>;
  readonly end: (signal?: NodeJS.Signals) => Promise<Ending>;
}

/** A process that answers. */
export interface Serving extends Launched {
  readonly url: string;
  /** Sends a request with the key of the first start, unless the headers say otherwise. */
  readonly post: (path: string, body: unknown, headers?: Env) => Promise<Response>;
  readonly get: (path: string) => Promise<Response>;
}

const children = new Set<ChildProcess>();
const directories: string[] = [];
const places: TestPlace[] = [];

/** An empty directory, removed after the tests of the file. */
export function emptyDirectory(): string {
  const directory = newDirectory('process-');
  directories.push(directory);
  return directory;
}

/** The environment of a process on a copy of the prepared database: the embedded one or the tests' server. */
export async function preparedEnv(): Promise<Env & { readonly DATA_DIR: string }> {
  const place = await preparedPlace();
  const { dataDir, databaseUrl } = place.options;
  places.push(place);
  if (databaseUrl !== undefined) return { DATABASE_URL: databaseUrl, DATABASE_POOL: '4', DATA_DIR: emptyDirectory() };
  return { DATA_DIR: dataDir };
}

/** Starts a program of the service; the test run's own environment does not reach it. */
export function launch(env: Env, program = MAIN, ...argv: string[]): Launched {
  const base = { PATH: process.env.PATH ?? '', PORT: '0', DRAIN_MS: '0', RATE_LIMIT: '1000000', EMBED_WORKERS: '1' };
  const child = spawn(process.execPath, [program, ...argv], {
    env: { ...base, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => {
      children.delete(child);
      resolve({ code, signal });
    });
  });
  const says = (wanted: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = wanted.exec(stderr);
        if (found) resolve(found);
      };
      look();
      child.stderr.on('data', look);
      void ended.then(({ code }) => reject(new Error(`it ended with ${code} and did not say ${wanted}:\n${stderr}`)));
    });
  const end = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return { pid: child.pid as number, stdout: () => stdout, stderr: () => stderr, says, ended, end };
}

/** Starts the service and waits until it answers. */
export async function serve(env: Env & { readonly DATA_DIR: string }): Promise<Serving> {
  const launched = launch(env);
  const url = (await launched.says(READY))[1] as string;
  const post = (path: string, body: unknown, headers: Env = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: {
        ...('Authorization' in headers ? {} : { Authorization: `Bearer ${firstKey(env.DATA_DIR)}` }),
        'Content-Type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { ...launched, url, post, get: (path) => fetch(url + path) };
}

/** The key that the first start wrote. */
export function firstKey(dataDir: string): string {
  return readFileSync(join(dataDir, 'api-key'), 'utf8').trim();
}

afterEachFile(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const place of places.splice(0)) await place.remove();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});
