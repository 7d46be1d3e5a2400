/** The main thread's end of the embedded database: one PostgreSQL session in a worker thread. */

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerRequest } from './worker.js';

const CLUSTER = 'pgdata';
const UNFINISHED = 'pgdata.unfinished-';
const POSTGRES_MAJOR = '18';

interface Waiter {
  resolve(response: Buffer): void;
  reject(error: Error): void;
}

export class EmbeddedSession {
  readonly #clusterDir: string;
  readonly #onLost: (error: Error) => void;
  #worker: Worker | undefined;
  #opening: Promise<Buffer> | undefined;
  #waiters: Waiter[] = [];
  #closing = false;

  /** `onLost` is called when the thread dies; the next `open` starts another. */
  constructor(clusterDir: string, onLost: (error: Error) => void) {
    this.#clusterDir = clusterDir;
    this.#onLost = onLost;
  }

  /** Starts the thread where it is not running; the bytes that greet a client that has sent its startup packet. */
  open(): Promise<Buffer> {
    this.#opening ??= this.#start();
    return this.#opening;
  }

  /** Runs protocol messages, in order; the bytes of the whole response. Rejects when the thread is gone. */
  run(messages: readonly Buffer[]): Promise<Buffer> {
    const worker = this.#worker;
    if (worker === undefined || this.#closing) {
      return Promise.reject(new Error('The embedded database is closed.'));
    }
    const bytes = joined(messages);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      worker.postMessage(bytes satisfies WorkerRequest, [bytes.buffer]);
    });
  }

  /** Stops PostgreSQL in order and ends the thread. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#opening?.catch(() => undefined);
    const worker = this.#worker;
    if (worker !== undefined) {
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close' satisfies WorkerRequest);
      await exited;
    }
  }

  #start(): Promise<Buffer> {
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: { clusterDir: this.#clusterDir },
      // Those of a process that was started with -e would break the thread.
      execArgv: [],
    });
    this.#worker = worker;
    let failure: Error | undefined;
    worker.on('message', (response: Uint8Array) => this.#waiters.shift()?.resolve(viewOf(response)));
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', () => this.#lost(failure));
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  #lost(failure: Error | undefined): void {
    const error = new Error(`The embedded database stopped: ${failure?.message ?? 'its thread ended'}.`);
    const waiters = this.#waiters;
    this.#worker = undefined;
    this.#opening = undefined;
    this.#waiters = [];
    for (const waiter of waiters) {
      waiter.reject(error);
    }
    if (!this.#closing) {
      this.#onLost(error);
    }
  }
}

/**
 * The directory of the database inside `dataDir`, made where there is none: under another name first, so that an
 * interrupted first start leaves nothing that looks like a database. Call it only while holding the directory's lock.
 */
export async function ensureCluster(dataDir: string): Promise<string> {
  const clusterDir = join(dataDir, CLUSTER);
  if (existsSync(clusterDir)) {
    const major = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
    if (major !== POSTGRES_MAJOR) {
      throw new Error(
        `The data in ${clusterDir} is of PostgreSQL ${major}, this release embeds ${POSTGRES_MAJOR}: ` +
          'use a new DATA_DIR and import again, or go back to the release that made it.',
      );
    }
    return clusterDir;
  }
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(UNFINISHED)) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }
  }
  const unfinished = join(dataDir, UNFINISHED + process.pid);
  await mkdir(unfinished, { mode: 0o700 });
  const session = new EmbeddedSession(unfinished, () => undefined);
  await session.open();
  await session.close();
  await rename(unfinished, clusterDir);
  return clusterDir;
}

/** One array of its own, so that it can be transferred to the thread. */
function joined(messages: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(messages.reduce((total, message) => total + message.length, 0));
  let at = 0;
  for (const message of messages) {
    bytes.set(message, at);
    at += message.length;
  }
  return bytes;
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
