import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.js';
import type { ModelDirectory } from './model-directory.js';
import type { EmbedMessage, WorkerMessage } from './worker-messages.js';

/** This many deaths within the window mean that starting again does not help. */
const DEATH_LIMIT = 3;
const DEATH_WINDOW_MS = 10_000;

interface Job {
  resolve(vectors: Float32Array): void;
  reject(error: AppError): void;
}

/** The threads of one model. A thread that dies is replaced; too many deaths put the whole pool down for good. */
export class WorkerPool {
  readonly #model: ModelDirectory;
  readonly #onChange: () => void;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #jobs = new Map<Worker, Job>();
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
    return this.#idle.length;
  }

  /** True after too many deaths or `close`: nothing will be embedded any more. */
  get down(): boolean {
    return this.#down;
  }

  /**
   * Embeds texts on an idle thread; the caller has seen that there is one.
   *
   * @returns their unit vectors, one after the other
   * @throws AppError NLP_UPSTREAM_ERROR when the thread fails or dies, NLP_UNAVAILABLE when the pool is closed
   */
  run(texts: readonly string[]): Promise<Float32Array> {
    const worker = this.#idle.pop();
    if (worker === undefined) throw new Error('WorkerPool.run needs an idle thread: look at `idle` first.');
    return new Promise((resolve, reject) => {
      this.#jobs.set(worker, { resolve, reject });
      worker.postMessage({ texts } satisfies EmbedMessage);
    });
  }

  /** Ends all threads; what they were doing fails with NLP_UNAVAILABLE. */
  async close(): Promise<void> {
    this.#down = true;
    this.#idle.length = 0;
    for (const job of this.#jobs.values()) job.reject(new AppError('NLP_UNAVAILABLE'));
    this.#jobs.clear();
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #spawn(): Promise<void> {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: this.#model });
    this.#workers.add(worker);
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

  #settle(worker: Worker, message: WorkerMessage): void {
    const job = this.#jobs.get(worker);
    this.#jobs.delete(worker);
    if (message.kind === 'vectors') job?.resolve(message.vectors);
    if (message.kind === 'error') job?.reject(upstreamError(message.reason));
    if (this.#down) return;
    this.#idle.push(worker);
    this.#onChange();
  }

  #onExit(worker: Worker): void {
    this.#workers.delete(worker);
    if (this.#down) return;
    const at = this.#idle.indexOf(worker);
    if (at !== -1) this.#idle.splice(at, 1);
    this.#jobs.get(worker)?.reject(upstreamError('The embedding thread died.'));
    this.#jobs.delete(worker);
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

function upstreamError(reason: string): AppError {
  return new AppError('NLP_UPSTREAM_ERROR', { cause: new Error(reason) });
}
