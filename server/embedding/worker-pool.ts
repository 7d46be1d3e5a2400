import './no-telemetry.js';

import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.js';
import type { ModelDirectory } from './model-directory.js';
import type { WorkerMessage, WorkMessage } from './worker-messages.js';

/** This many deaths within the window mean that starting again does not help. */
const DEATH_LIMIT = 3;
const DEATH_WINDOW_MS = 10_000;
/** Jobs that one thread has at most: with the next ones there, it does not wait while this process is busy. */
const JOBS_A_THREAD = 2;

interface Job {
  resolve(vectors: Float32Array): void;
  reject(error: AppError): void;
}

/** The threads of one model. A thread that dies is replaced; too many deaths put the whole pool down for good. */
export class WorkerPool {
  readonly #model: ModelDirectory;
  readonly #onChange: () => void;
  /** The threads, each with its jobs, first come, first served. */
  readonly #jobs = new Map<Worker, Job[]>();
  readonly #starting = new Set<Worker>();
  #deaths: number[] = [];
  #down = false;

  /** @param onChange called when a thread becomes idle and when the pool goes down */
  constructor(model: ModelDirectory, onChange: () => void) {
    this.#model = model;
    this.#onChange = onChange;
  }

  /** Starts the threads. Throws Error with the reason when one cannot load the model; none is left running then. */
  async start(size: number): Promise<void> {
    try {
      await Promise.all(Array.from({ length: size }, () => this.#spawn()));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** How many threads wait for work. */
  get idle(): number {
    return this.#threadsWith(0, 1);
  }

  /** How many threads work and could be given the next job already. */
  get spare(): number {
    return this.#threadsWith(1, JOBS_A_THREAD);
  }

  /** True after too many deaths or `close`: nothing will be embedded any more. */
  get down(): boolean {
    return this.#down;
  }

  /**
   * Embeds texts on an idle thread, else after the job of a busy one; the caller has seen that there is one.
   *
   * @returns their unit vectors, one after the other
   * @throws AppError NLP_UPSTREAM_ERROR when the thread fails or dies, NLP_UNAVAILABLE when the pool is closed
   */
  run(texts: readonly string[]): Promise<Float32Array> {
    const [worker, jobs] = this.#leastBusy();
    return new Promise((resolve, reject) => {
      jobs.push({ resolve, reject });
      worker.postMessage({ texts } satisfies WorkMessage);
    });
  }

  /** Ends all threads once the network stands still in them; what they were doing fails with NLP_UNAVAILABLE. */
  async close(): Promise<void> {
    this.#down = true;
    const threads = [...this.#starting, ...this.#jobs.keys()];
    const lost = [...this.#jobs.values()].flat();
    this.#jobs.clear();
    for (const job of lost) job.reject(new AppError('NLP_UNAVAILABLE'));
    await Promise.all(threads.map(end));
  }

  /** How many threads have at least `from` jobs and fewer than `to`. */
  #threadsWith(from: number, to: number): number {
    let count = 0;
    for (const { length } of this.#jobs.values()) if (length >= from && length < to) count++;
    return count;
  }

  #leastBusy(): [Worker, Job[]] {
    let least: [Worker, Job[]] | undefined;
    for (const entry of this.#jobs) if (least === undefined || entry[1].length < least[1].length) least = entry;
    if (least === undefined || least[1].length >= JOBS_A_THREAD)
      throw new Error('WorkerPool.run needs a thread with room: look at `idle` and `spare` first.');
    return least;
  }

  #spawn(): Promise<void> {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: this.#model });
    this.#starting.add(worker);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'ready') resolve();
        if (message.kind === 'failed') reject(new Error(message.reason));
        else this.#settle(worker, message);
      });
      // Without a listener an error in the thread would end the process; `exit` follows and does the work.
      worker.on('error', (error) => reject(error));
      worker.on('exit', () => {
        reject(new Error('The embedding thread ended while it started.'));
        this.#onExit(worker);
      });
    });
  }

  /** A thread is ready, or has done its oldest job. */
  #settle(worker: Worker, message: WorkerMessage): void {
    const job = this.#jobs.get(worker)?.shift();
    if (message.kind === 'vectors') job?.resolve(message.vectors);
    if (message.kind === 'error') job?.reject(upstreamError(message.reason));
    if (this.#down) return;
    if (this.#starting.delete(worker)) this.#jobs.set(worker, []);
    this.#onChange();
  }

  #onExit(worker: Worker): void {
    this.#starting.delete(worker);
    if (this.#down) return;
    const lost = this.#jobs.get(worker) ?? [];
    this.#jobs.delete(worker);
    for (const job of lost) job.reject(upstreamError('The embedding thread died.'));
    const now = performance.now();
    this.#deaths = [...this.#deaths.filter((death) => now - death < DEATH_WINDOW_MS), now];
    if (this.#deaths.length >= DEATH_LIMIT) {
      void this.close();
      this.#onChange();
      return;
    }
    // A replacement that cannot start exits as well, and is counted there.
    this.#spawn().catch(() => undefined);
  }
}

/** Asks a thread to end after the batch that it is at, and waits until it has. */
function end(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve());
    worker.postMessage('end' satisfies WorkMessage);
  });
}

function upstreamError(reason: string): AppError {
  return new AppError('NLP_UPSTREAM_ERROR', { cause: new Error(reason) });
}
