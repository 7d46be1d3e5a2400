/**
 * An exact search in memory: each query against every vector. For 60,000 vectors it takes a tenth of the time of an HNSW index in WebAssembly,
 * and there is nothing to build.
 */

import './no-telemetry.js';

import { Worker } from 'node:worker_threads';

export type SearchMessage =
  | 'end'
  | { readonly kind: 'add'; readonly vectors: Float32Array }
  | { readonly kind: 'search'; readonly queries: Float32Array; readonly k: number };

/** For each query `k` cosines, greatest first, and the places of their vectors in the order in which they were added. */
export interface SearchResult {
  readonly k: number;
  readonly cosines: Float32Array;
  readonly places: Int32Array;
}

interface Waiter {
  readonly resolve: (result: SearchResult) => void;
  readonly reject: (error: Error) => void;
}

/** The vectors of one terminology, in a thread of their own; add `count` of them before the first search. */
export class VectorSearch {
  readonly #worker: Worker;
  readonly #waiters: Waiter[] = [];
  #ended = false;

  /** @param onEnd called when the thread ends, whatever the reason */
  constructor(count: number, dimensions: number, onEnd: () => void) {
    this.#worker = new Worker(new URL('./search-worker.js', import.meta.url), { workerData: { count, dimensions } });
    this.#worker.on('message', (result: SearchResult | Error) => {
      const waiter = this.#waiters.shift();
      if (result instanceof Error) waiter?.reject(result);
      else waiter?.resolve(result);
    });
    // Without a listener an error in the thread would end the process; `exit` follows.
    this.#worker.on('error', () => undefined);
    this.#worker.on('exit', () => {
      this.#ended = true;
      onEnd();
      for (const { reject } of this.#waiters.splice(0)) reject(new Error('The thread of the vectors ended.'));
    });
  }

  /** Adds unit vectors, one after the other. */
  add(vectors: Float32Array<ArrayBuffer>): void {
    this.#worker.postMessage({ kind: 'add', vectors } satisfies SearchMessage, [vectors.buffer]);
  }

  /** The `k` vectors nearest to each query, all where there are fewer. */
  nearest(queries: readonly Float32Array[], k: number): Promise<SearchResult> {
    if (this.#ended) return Promise.reject(new Error('The thread of the vectors ended.'));
    const size = queries[0]?.length ?? 0;
    const flat = new Float32Array(queries.length * size);
    for (const [i, query] of queries.entries()) flat.set(query, i * size);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.#worker.postMessage({ kind: 'search', queries: flat, k } satisfies SearchMessage, [flat.buffer]);
    });
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.postMessage('end' satisfies SearchMessage);
    await exited;
  }
}
