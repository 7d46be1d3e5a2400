/** A thread that holds the vectors of a terminology, and answers questions about others. */

import './no-telemetry.js';

import { Worker } from 'node:worker_threads';

export type VectorMessage =
  | 'end'
  | { readonly kind: 'add'; readonly vectors: Float32Array; readonly concepts: BigInt64Array | undefined }
  | { readonly kind: 'search'; readonly queries: Float32Array; readonly k: number };

interface Waiter<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** Add `count` vectors before the first question. */
export class VectorThread<Answer> {
  readonly #worker: Worker;
  readonly #waiters: Waiter<Answer>[] = [];
  #ended = false;

  /**
   * @param program the file of the thread, beside this one
   * @param onEnd called when the thread ends, whatever the reason
   */
  constructor(program: string, workerData: { readonly count: number; readonly dimensions: number }, onEnd: () => void) {
    this.#worker = new Worker(new URL(program, import.meta.url), { workerData });
    this.#worker.on('message', (answer: Answer | Error) => {
      const waiter = this.#waiters.shift();
      if (answer instanceof Error) waiter?.reject(answer);
      else waiter?.resolve(answer);
    });
    // Without a listener an error in the thread would end the process; `exit` follows.
    this.#worker.on('error', () => undefined);
    this.#worker.on('exit', () => {
      this.#ended = true;
      onEnd();
      for (const { reject } of this.#waiters.splice(0)) reject(new Error('The thread of the vectors ended.'));
    });
  }

  /** Adds unit vectors, one after the other. @param concepts of each, where the thread is to tell concepts apart */
  add(vectors: Float32Array<ArrayBuffer>, concepts?: BigInt64Array): void {
    this.#worker.postMessage({ kind: 'add', vectors, concepts } satisfies VectorMessage, [vectors.buffer]);
  }

  /** The answer to queries, which stand one after the other. */
  ask(queries: Float32Array<ArrayBuffer>, k: number): Promise<Answer> {
    if (this.#ended) return Promise.reject(new Error('The thread of the vectors ended.'));
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.#worker.postMessage({ kind: 'search', queries, k } satisfies VectorMessage, [queries.buffer]);
    });
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.postMessage('end' satisfies VectorMessage);
    await exited;
  }
}

/** Vectors of one length, one after the other; zeros where there are fewer than `least`. */
export function oneAfterTheOther(vectors: readonly Float32Array[], least = 0): Float32Array<ArrayBuffer> {
  const size = vectors[0]?.length ?? 0;
  const flat = new Float32Array(Math.max(least, vectors.length) * size);
  for (const [i, vector] of vectors.entries()) flat.set(vector, i * size);
  return flat;
}
