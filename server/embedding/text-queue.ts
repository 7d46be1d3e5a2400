import { AppError } from '../errors.js';
import type { WorkerPool } from './worker-pool.js';

/** Texts that one thread takes at a time: enough to make the message cheap, few enough for others to get a turn. */
const BATCH = 128;
/** Below this, splitting texts over threads costs more than it gains. */
const SHARE = 16;
/** How long texts wait for others to join them, in milliseconds; a timer may fire a millisecond late. */
const COLLECT_MS = 1;

/** One distinct text that waits or is being embedded, for all the calls that want it. */
interface PendingText {
  readonly text: string;
  /** The call that brought it. */
  readonly call: symbol;
  readonly vector: Promise<Float32Array>;
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
  /** How many calls still want it; a waiting text that nobody wants is dropped. */
  wanted: number;
}

/** Collects the distinct texts of concurrent calls and hands them to idle threads, some of each call in turn: a call with few waits for none with many. */
export class TextQueue {
  readonly #pool: WorkerPool;
  readonly #dimensions: number;
  readonly #pending = new Map<string, PendingText>();
  readonly #waiting = new Set<PendingText>();
  /** The waiting texts by the call that brought them; the call whose turn is next comes first. */
  readonly #calls = new Map<symbol, Set<PendingText>>();
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
    const call = Symbol();
    const pending = [...texts].map((text) => this.#add(text, call));
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
      this.#calls.clear();
    }
    while (this.#pool.idle > 0 && this.#waiting.size > 0) void this.#run(this.#take());
    while (this.#pool.spare > 0 && this.#waiting.size >= BATCH) void this.#run(this.#take());
  }

  #add(text: string, call: symbol): PendingText {
    let item = this.#pending.get(text);
    if (item === undefined) {
      item = pendingText(text, call);
      this.#pending.set(text, item);
      this.#waiting.add(item);
      const line = this.#calls.get(call);
      if (line === undefined) this.#calls.set(call, new Set([item]));
      else line.add(item);
    }
    item.wanted++;
    return item;
  }

  #release(item: PendingText): void {
    item.wanted--;
    if (item.wanted === 0 && this.#leave(item)) this.#pending.delete(item.text);
  }

  #collect(): void {
    if (this.#pool.idle + this.#pool.spare === 0) return;
    if (this.#waiting.size >= BATCH) this.dispatch();
    else this.#timer ??= setTimeout(() => this.dispatch(), COLLECT_MS);
  }

  /** Takes a text out of what waits. @returns whether it waited */
  #leave(item: PendingText): boolean {
    const line = this.#calls.get(item.call);
    line?.delete(item);
    if (line?.size === 0) this.#calls.delete(item.call);
    return this.#waiting.delete(item);
  }

  /** The next waiting texts: a fair share for each idle thread. */
  #take(): PendingText[] {
    const size = Math.min(BATCH, Math.max(SHARE, Math.ceil(this.#waiting.size / Math.max(1, this.#pool.idle))));
    const batch: PendingText[] = [];
    while (batch.length < size) {
      const [next] = this.#calls;
      if (next === undefined) break;
      const [call, line] = next;
      const taken = [...first(line, Math.min(SHARE, size - batch.length))];
      for (const item of taken) this.#leave(item);
      batch.push(...taken);
      // To the end of the round, if it has more.
      if (this.#calls.delete(call)) this.#calls.set(call, line);
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

function* first<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left-- === 0) return;
    yield item;
  }
}

function pendingText(text: string, call: symbol): PendingText {
  let resolve: PendingText['resolve'] = () => undefined;
  let reject: PendingText['reject'] = () => undefined;
  const vector = new Promise<Float32Array>((onVector, onError) => {
    resolve = onVector;
    reject = onError;
  });
  // When every call has been aborted, nobody awaits it: that must not count as an unhandled rejection.
  vector.catch(() => undefined);
  return { text, call, vector, resolve, reject, wanted: 0 };
}
