import { AppError } from '../errors.js';
import { wordsOf } from './character-ngram-tokenizer.js';
import { type ModelDirectory, readModelDirectory } from './model-directory.js';
import { TextQueue } from './text-queue.js';
import { VectorCache } from './vector-cache.js';
import { WorkerPool } from './worker-pool.js';

export interface EncoderOptions {
  /** A directory in the sentence-transformers ONNX layout (docs/models.md). */
  readonly modelDir: string;
  /** Threads, each with its own weights. */
  readonly workers: number;
  /** Texts that may wait; once as many wait, a request with texts to embed is refused. */
  readonly maxQueue: number;
  /** Texts whose vectors are kept; 0 keeps none. */
  readonly cacheSize: number;
}

export interface EncodeOptions {
  readonly signal?: AbortSignal | undefined;
  /** False for bulk work: known vectors are used, new ones are not kept, so that it does not flush the cache. */
  readonly cache?: boolean | undefined;
}

export interface Encoder {
  readonly model: { readonly name: string; readonly version: string; readonly dimensions: number };
  /**
   * Embeds texts. The texts of concurrent calls run together and equal ones are embedded once; the vectors of our own model are the
   * same to the bit whatever texts are beside them, those of others up to rounding.
   *
   * @returns one unit vector of `model.dimensions` a text, in the order of the texts; shared, so never write to them
   * @throws AppError NLP_UNAVAILABLE when the queue is full, after too many deaths of threads, and once closed;
   *   NLP_UPSTREAM_ERROR when the thread that embeds these texts fails or dies; the reason of `signal` when it aborts
   */
  encode(texts: readonly string[], options?: EncodeOptions): Promise<Float32Array[]>;
  /** A key of texts: those with the same key have the same vector. */
  keyOf(text: string): string;
  /** Ends the threads; calls under way fail with NLP_UNAVAILABLE. */
  close(): Promise<void>;
}

/**
 * Reads a model directory and starts its threads.
 *
 * @throws Error that names the file and the fault when the directory cannot be used
 */
export async function openEncoder(options: EncoderOptions): Promise<Encoder> {
  const model = await readModelDirectory(options.modelDir);
  const encoder = new ThreadedEncoder(model, options);
  await encoder.start(options.workers);
  return encoder;
}

class ThreadedEncoder implements Encoder {
  readonly model: Encoder['model'];
  readonly keyOf: Encoder['keyOf'];
  readonly #maxQueue: number;
  readonly #cache: VectorCache;
  readonly #pool: WorkerPool;
  readonly #queue: TextQueue;

  constructor(model: ModelDirectory, { maxQueue, cacheSize }: EncoderOptions) {
    this.model = { name: model.name, version: model.version, dimensions: model.dimensions };
    this.keyOf = model.tokenizer.kind === 'character-ngram' ? (text) => wordsOf(text).join(' ') : (text) => text;
    this.#maxQueue = maxQueue;
    this.#cache = new VectorCache(cacheSize);
    this.#pool = new WorkerPool(model, () => this.#queue.dispatch());
    this.#queue = new TextQueue(this.#pool, model.dimensions);
  }

  start(workers: number): Promise<void> {
    return this.#pool.start(workers);
  }

  async encode(texts: readonly string[], { signal, cache = true }: EncodeOptions = {}): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    if (this.#pool.down) throw new AppError('NLP_UNAVAILABLE');
    const known = new Map<string, Float32Array>();
    const missing = new Set<string>();
    for (const text of texts) {
      const vector = this.#cache.get(text);
      if (vector === undefined) missing.add(text);
      else known.set(text, vector);
    }
    if (missing.size > 0) {
      if (this.#queue.waiting >= this.#maxQueue) throw new AppError('NLP_UNAVAILABLE', { retryAfter: 1 });
      for (const [text, vector] of await this.#queue.embed(missing, signal)) {
        known.set(text, vector);
        if (cache) this.#cache.set(text, vector);
      }
    }
    return texts.map((text) => known.get(text) as Float32Array);
  }

  close(): Promise<void> {
    const closed = this.#pool.close();
    this.#queue.dispatch();
    return closed;
  }
}
