/** The screen of the served release: its vectors, read once in the background, in a byte a dimension. It bounds cosines, and lists what the database is to compare. */

import type { Kysely } from 'kysely';
import type { Screen } from '../concepts/lookup/neighbours.js';
import { countVectors, readVectors } from '../db/embeddings.js';
import type { Shortlists } from '../db/rank.js';
import type { SearchTarget } from '../db/serving.js';
import type { Database } from '../db/tables.js';
import type { Progress } from '../domain/work.js';
import { CosineScreen } from '../embedding/cosine-screen.js';

/** Vectors at a time: enough to make the product cheap, few enough for others to get a turn, and for the products (64 MB of them) to stay small. */
const CHUNK = 32;
const MOST_PRODUCTS = 16e6;

interface Loaded {
  readonly name: string;
  readonly screen: CosineScreen;
  /** The descriptions, in the order in which the screen has their vectors. */
  readonly ids: BigInt64Array;
  /** Vectors at a time. */
  readonly chunk: number;
}

/** A table of the same name may be of another release. */
const nameOf = ({ releaseTable, releaseLoaded }: SearchTarget): string => `${releaseTable} ${releaseLoaded}`;

export class ReleaseScreen implements Screen {
  #loaded: Loaded | undefined;
  /** What is read, or was read last. */
  #wanted = '';
  /** The release that is known to have no screen. */
  #without = '';
  #reading: Promise<void> = Promise.resolve();
  #closed = false;

  /**
   * @param db for work beside requests
   * @param mostBytes how large the vectors of a release may be, in a byte a dimension; a larger one has no screen
   */
  constructor(
    private readonly db: Kysely<Database>,
    private readonly mostBytes: number,
  ) {}

  /** Until it has read them, requests do without; after a failure it tries again. @param progress told how far a reading is that this call begins */
  follow(target: SearchTarget, progress: Progress = () => undefined): Promise<void> {
    const name = nameOf(target);
    if (this.#wanted === name || this.#closed) return this.#reading;
    this.#wanted = name;
    this.#reading = this.#reading
      .then(() => this.#read(name, target, progress))
      .catch(() => {
        this.#wanted = '';
      });
    return this.#reading;
  }

  async bounds(
    target: SearchTarget,
    vectors: readonly Float32Array[],
    signal: AbortSignal,
  ): Promise<Float32Array | null> {
    const loaded = this.#loaded;
    if (loaded?.name !== nameOf(target)) return null;
    const bounds = new Float32Array(vectors.length);
    for (let from = 0; from < vectors.length; from += loaded.chunk) {
      signal.throwIfAborted();
      const found = await loaded.screen.bounds(vectors.slice(from, from + loaded.chunk)).catch(() => null);
      if (found === null) return null;
      bounds.set(found, from);
    }
    return bounds;
  }

  /** Whether all is known of a release that ever will be: a large one has no screen. */
  isSettled(target: SearchTarget): boolean {
    const name = nameOf(target);
    return this.#loaded?.name === name || this.#without === name;
  }

  /** The lists of descriptions for the database to compare. */
  readonly shortlists: Shortlists = async (target, vectors, concepts) => {
    if (this.#without === nameOf(target)) return 'large';
    const loaded = this.#loaded;
    if (loaded?.name !== nameOf(target)) return null;
    const lists: (bigint[] | null)[] = [];
    for (let from = 0; from < vectors.length; from += loaded.chunk) {
      const found = await loaded.screen.lists(vectors.slice(from, from + loaded.chunk), concepts).catch(() => null);
      if (found === null) return null;
      for (const places of found) lists.push(places && Array.from(places, (place) => loaded.ids[place] as bigint));
    }
    return lists;
  };

  async close(): Promise<void> {
    this.#closed = true;
    await this.#reading;
    await this.#loaded?.screen.close();
  }

  async #read(name: string, { releaseTable, dimensions }: SearchTarget, progress: Progress): Promise<void> {
    const before = this.#loaded;
    this.#loaded = undefined;
    await before?.screen.close();
    const count = await countVectors(this.db, releaseTable);
    if (count === 0 || count * dimensions > this.mostBytes) {
      this.#without = name;
      return;
    }
    const ids = new BigInt64Array(count);
    const screen = new CosineScreen(count, dimensions, () => {
      if (this.#loaded?.screen !== screen) return;
      this.#loaded = undefined;
      this.#wanted = '';
    });
    try {
      let at = 0;
      for await (const block of readVectors(this.db, releaseTable, dimensions)) {
        if (this.#closed) throw new Error('closed');
        ids.set(block.ids, at);
        at += block.ids.length;
        screen.add(block.vectors, block.sctids);
        progress('reading vectors', at, count);
      }
      // The first question makes the network.
      await screen.bounds([new Float32Array(dimensions)]);
      const chunk = Math.max(1, Math.min(CHUNK, Math.floor(MOST_PRODUCTS / count)));
      this.#loaded = { name, screen, ids, chunk };
    } catch (error) {
      await screen.close();
      throw error;
    }
  }
}
