import { AppError } from '../errors.js';
import type { WorkerPool } from './worker-pool.js';

/** Texts that one thread takes at a time: enough to make the message cheap, few enough for others to get a turn. */
const BATCH = 256;
/** Below this, splitting texts over threads costs more than it gains. */
const SHARE = 16;
/** How long texts wait for others to join them, in milliseconds; a timer may fire a millisecond late. */
const COLLECT_MS = 1;

/** One distinct text that waits or is being embedded, for all the calls that want it. */
interface PendingText {
  readonly text: string;
  readonly vector: Promise<Float32Array>;
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
  /** How many calls still want it; a waiting text that nobody wants is dropped. */
  wanted: number;
}

/** Collects the distinct texts of concurrent calls and hands them to idle threads, first come, first served. */
export class TextQueue {
  readonly #pool: WorkerPool;
  readonly #dimensions: number;
  readonly #pending = new Map<string, PendingText>();
  readonly #waiting = new Set<PendingText>();
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: WorkerPool, dimensions: number) {
    this.#pool = pool;
    this.#dimensions = dimensions;
  }

  /** How many texts no thread has taken yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Embeds distinct texts.
   *
   * @returns [text, unit vector] of each
   * @throws AppError of the thread that failed; the reason of `signal` when it aborts first
   */
  async embed(texts: ReadonlySet<string>, signal: AbortSignal | undefined): Promise<[string, Float32Array][]> {
    const pending = [...texts].map((text) => this.#add(text));
    this.#collect();
    let onAbort: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
    try {
      const vectors = Promise.all(
        pending.map(async ({ text, vector }) => [text, await vector] as [string, Float32Array]),
      );
      return await Promise.race([vectors, aborted]);
    } finally {
      if (onAbort) signal?.removeEventListener('abort', onAbort);
      for (const item of pending) this.#release(item);
    }
  }

  /** Hands waiting texts to idle threads now; when the pool is down, fails them all. */
  dispatch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pool.down) {
      for (const item of this.#waiting) this.#finish(item, new AppError('NLP_UNAVAILABLE'));
      this.#waiting.clear();
    }
    while (this.#pool.idle > 0 && this.#waiting.size > 0) void this.#run(this.#take());
    while (this.#pool.spare > 0 && this.#waiting.size >= BATCH) void this.#run(this.#take());
  }

  #add(text: string): PendingText {
    let item = this.#pending.get(text);
    if (item === undefined) {
      item = pendingText(text);
      this.#pending.set(text, item);
      this.#waiting.add(item);
    }
    item.wanted++;
    return item;
  }

  #release(item: PendingText): void {
    item.wanted--;
    if (item.wanted === 0 && this.#waiting.delete(item)) this.#pending.delete(item.text);
  }

  #collect(): void {
    if (this.#pool.idle + this.#pool.spare === 0) return;
    if (this.#waiting.size >= BATCH) this.dispatch();
    else this.#timer ??= setTimeout(() => this.dispatch(), COLLECT_MS);
  }

  /** The oldest waiting texts: a fair share for each idle thread. */
  #take(): PendingText[] {
    const size = Math.min(BATCH, Math.max(SHARE, Math.ceil(this.#waiting.size / Math.max(1, this.#pool.idle))));
    const batch: PendingText[] = [];
    for (const item of this.#waiting) {
      if (batch.length === size) break;
      this.#waiting.delete(item);
      batch.push(item);
    }
    return batch;
  }

  async #run(batch: readonly PendingText[]): Promise<void> {
    try {
      const vectors = await this.#pool.run(batch.map((item) => item.text));
      for (const [at, item] of batch.entries()) {
        // A copy of its own: a kept vector must not hold the memory of its whole batch.
        this.#finish(item, vectors.slice(at * this.#dimensions, (at + 1) * this.#dimensions));
      }
    } catch (error) {
      for (const item of batch) this.#finish(item, error);
    }
  }

  #finish(item: PendingText, result: unknown): void {
    this.#pending.delete(item.text);
    if (result instanceof Float32Array) item.resolve(result);
    else item.reject(result);
  }
}

function pendingText(text: string): PendingText {
  let resolve: PendingText['resolve'] = () => undefined;
  let reject: PendingText['reject'] = () => undefined;
  const vector = new Promise<Float32Array>((onVector, onError) => {
    resolve = onVector;
    reject = onError;
  });
  // When every call has been aborted, nobody awaits it: that must not count as an unhandled rejection.
  vector.catch(() => undefined);
  return { text, vector, resolve, reject, wanted: 0 };
}
