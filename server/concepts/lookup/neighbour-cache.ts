/** What this process has learnt of the neighbours of texts: they are a function of text, model and release. */

import { LRUCache } from 'lru-cache';
import type { NearestConcept } from '../../db/rank.js';

/** The nearest concepts of a text, or what is at least its greatest cosine to any. */
type Known = readonly NearestConcept[] | number;

/** Entries that were asked for once share this part, so that one long note cannot flush those that are asked for again and again. */
const NEW_SHARE = 0.2;
/** Bytes that an entry takes beside its texts, and a concept of it, as measured in Node 20. */
const ENTRY_BYTES = 200;
const CONCEPT_BYTES = 170;

/** The neighbours of texts among the terms of one release, or of one version of the terms of a site. */
export interface TextNeighbours {
  /** Shared: never write to it. */
  get(key: string): readonly NearestConcept[] | undefined;
  set(key: string, concepts: readonly NearestConcept[]): void;
  /** At least the greatest cosine of a text, where that is known. */
  boundOf(key: string): number | undefined;
  setBound(key: string, bound: number): void;
}

/** A segmented cache that forgets what was not asked for for longest: its newcomers, and those that were asked for again. */
export class NeighbourCache {
  readonly #new: LRUCache<string, Known>;
  readonly #kept: LRUCache<string, Known>;
  hits = 0;
  misses = 0;

  /** @param bytes how large it may grow; 0 keeps nothing */
  constructor(bytes: number) {
    const sizeCalculation = (known: Known, key: string) =>
      ENTRY_BYTES + 2 * key.length + (typeof known === 'number' ? 0 : CONCEPT_BYTES * known.length);
    const newest = Math.max(1, Math.floor(bytes * NEW_SHARE));
    this.#new = new LRUCache({ maxSize: newest, sizeCalculation });
    this.#kept = new LRUCache({
      maxSize: Math.max(1, bytes - newest),
      sizeCalculation,
      dispose: (known, key, reason) => reason === 'evict' && this.#new.set(key, known),
    });
  }

  /** About how large it is. */
  get bytes(): number {
    return this.#new.calculatedSize + this.#kept.calculatedSize;
  }

  clear(): void {
    this.#kept.clear();
    this.#new.clear();
  }

  /** @param space whose neighbours: another release, model or version has another name */
  of(space: string): TextNeighbours {
    const at = (key: string) => `${space}\n${key}`;
    return {
      get: (key) => {
        const known = this.#get(at(key));
        const concepts = typeof known === 'object' ? known : undefined;
        if (concepts === undefined) this.misses++;
        else this.hits++;
        return concepts;
      },
      set: (key, concepts) => this.#set(at(key), concepts),
      boundOf: (key) => {
        const known = this.#get(at(key));
        return typeof known === 'object' ? (known[0]?.cosine ?? -1) : known;
      },
      setBound: (key, bound) => this.#set(at(key), bound),
    };
  }

  #get(key: string): Known | undefined {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const known = this.#new.get(key);
    if (known !== undefined) {
      this.#new.delete(key);
      this.#kept.set(key, known);
    }
    return known;
  }

  #set(key: string, known: Known): void {
    if (this.#kept.has(key)) this.#kept.set(key, known);
    else this.#new.set(key, known);
  }
}
