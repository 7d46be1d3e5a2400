/** What answers before the index is asked: this process's cache, what the database keeps of a release's terms, and the screen. */

import type { Kysely } from 'kysely';
import type { NearestConcept } from '../../db/rank.js';
import type { SearchTarget, Serving } from '../../db/serving.js';
import type { Database } from '../../db/tables.js';
import type { Embedder } from '../../domain/work.js';
import type { KeyFilter } from './key-filter.js';
import type { NeighbourCache, TextNeighbours } from './neighbour-cache.js';
import type { TermMemory } from './term-memory.js';

/** The neighbours of the terms of a release, shared by all processes. */
export interface NeighbourStore {
  /** By key, of those that it has. */
  read(db: Kysely<Database>, target: SearchTarget, keys: readonly string[]): Promise<Map<string, NearestConcept[]>>;
  /** Keeps them some time later. */
  add(target: SearchTarget, term: ReleaseTerm, concepts: readonly NearestConcept[]): void;
}

/** Tells of vectors that nothing in a release is near to them. */
export interface Screen {
  /** Reads the vectors of what is served, in the background, unless it has. */
  follow(target: SearchTarget): void;
  /** At least the greatest cosine of each vector to any of the release; null where it has not read that. */
  bounds(target: SearchTarget, vectors: readonly Float32Array[], signal: AbortSignal): Promise<Float32Array | null>;
  /** Whether it knows all of a target that it ever will. */
  isSettled(target: SearchTarget): boolean;
}

/** A term of the release by its key: no words of a note. */
export interface ReleaseTerm {
  readonly key: string;
  readonly descriptionId: string;
}

/** What a process keeps for all requests. */
export interface NeighbourTools {
  readonly cache: NeighbourCache;
  readonly terms?: TermMemory | undefined;
  readonly store?: NeighbourStore | undefined;
  readonly screen?: Screen | undefined;
  /** Which keys some term may have; undefined while that is not known. */
  readonly keys?: { of(target: SearchTarget): KeyFilter | undefined } | undefined;
}

/** The same for one served state. */
export interface Neighbours extends Omit<NeighbourTools, 'cache' | 'keys'> {
  readonly keys?: KeyFilter | undefined;
  readonly keyOf: Embedder['keyOf'];
  readonly release: TextNeighbours;
  readonly site: TextNeighbours;
}

/** A key has no words of another release, model or version of the site's terms. */
export function neighboursOf(
  { cache, keys, store, ...more }: NeighbourTools,
  serving: Serving,
  model: Embedder,
): Neighbours {
  const isSettled = more.screen?.isSettled(serving) ?? true;
  return {
    ...more,
    // What the index misses must not outlive the time in which the screen is read.
    store: isSettled ? store : undefined,
    keys: keys?.of(serving),
    keyOf: (text) => model.keyOf(text),
    // What is found in one way may differ a little from what is found in another.
    release: cache.of(`${serving.releaseTable} ${serving.releaseLoaded} ${serving.ready} ${isSettled}`),
    site: cache.of(`${serving.localTable} ${serving.localVersion} ${serving.releaseTable}`),
  };
}

/** What is known of texts, by their keys. */
interface Memory<T> {
  get(key: string): T | undefined;
  set(key: string, known: T): void;
}

/** Texts with what is known of them, their neighbours for instance; that is the same for those with the same key, and asked for once. */
export class TextsByKey<T = readonly NearestConcept[]> {
  readonly found = new Map<string, T>();
  /** The first text of each key that nothing is known of. */
  readonly missing = new Map<string, string>();

  constructor(
    texts: readonly string[],
    private readonly keyOf: (text: string) => string = (text) => text,
    private readonly memory?: Memory<T>,
  ) {
    for (const text of texts) {
      const key = keyOf(text);
      if (this.found.has(key) || this.missing.has(key)) continue;
      const known = memory?.get(key);
      if (known === undefined) this.missing.set(key, text);
      else this.found.set(key, known);
    }
  }

  learn(key: string, known: T): void {
    this.missing.delete(key);
    this.found.set(key, known);
    this.memory?.set(key, known);
  }

  of(text: string): T | undefined {
    return this.found.get(this.keyOf(text));
  }
}
