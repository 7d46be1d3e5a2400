/** Finds the neighbours of the terms of the served release before a note has them, beside the requests, and keeps them in the database. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { readNeighbours, shortestTerms, type TermOfLength, writeNeighbours } from '../db/neighbours.js';
import { nearestOfRelease, type VectorTypes } from '../db/rank.js';
import type { Serving } from '../db/serving.js';
import type { Database } from '../db/tables.js';
import type { Embedder } from '../domain/work.js';
import { TellOnce } from './tell-once.js';

export interface NeighbourFillerOptions {
  /** For work beside requests. */
  readonly db: Kysely<Database>;
  readonly types: VectorTypes;
  /** What is served now with its model; null while nothing is. */
  readonly served: () => { readonly serving: Serving; readonly model: Embedder } | null;
  /** Told the class of an error; the work goes on a while later. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds before the first look, default 30 s: a process that ends soon does not begin. */
  readonly waitMs?: number;
}

const WAIT_MS = 30_000;
/** Terms at a time: a statement that takes a few hundredths of a second. */
const TERMS = 16;
/** Terms that are read at once: each reading sorts all terms. */
const PAGE = 5_000;
/** It rests so many times as long as it works: a fifth of a core of the database. */
const REST = 4;
/** Beyond these, the longest terms of a large release are found when a note has them. */
const MOST_TERMS = 100_000;
const AGAIN_MS = 60_000;

export class NeighbourFiller {
  readonly #options: NeighbourFillerOptions;
  readonly #stop = new AbortController();
  readonly #errors: TellOnce;
  #filling: Promise<void> = Promise.resolve();

  constructor(options: NeighbourFillerOptions) {
    this.#options = options;
    this.#errors = new TellOnce(options.onError);
  }

  start(): void {
    this.#filling = this.#goOn();
  }

  /** Ends after the terms under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#filling;
  }

  async #goOn(): Promise<void> {
    let filled = '';
    await this.#rest(this.#options.waitMs ?? WAIT_MS);
    while (!this.#stop.signal.aborted) {
      const served = this.#options.served();
      const name = served === null ? '' : `${served.serving.releaseTable} ${served.serving.releaseLoaded}`;
      try {
        if (served?.serving.ready && name !== filled && (await this.#fill(served.serving, served.model))) filled = name;
        this.#errors.worked();
      } catch (error) {
        if (!this.#stop.signal.aborted) this.#errors.failed(error);
      }
      await this.#rest(AGAIN_MS);
    }
  }

  /** @returns false where another release is served meanwhile, or the process ends */
  async #fill(serving: Serving, model: Embedder): Promise<boolean> {
    let last: TermOfLength | undefined;
    for (let done = 0; done < MOST_TERMS; done += PAGE) {
      const page = await shortestTerms(this.#options.db, serving.releaseId, last, PAGE);
      last = page.at(-1);
      if (last === undefined) return true;
      for (let from = 0; from < page.length; from += TERMS) {
        const isServed = this.#options.served()?.serving.releaseLoaded === serving.releaseLoaded;
        if (this.#stop.signal.aborted || !isServed) return false;
        const began = performance.now();
        await this.#find(serving, model, page.slice(from, from + TERMS));
        await this.#rest(REST * (performance.now() - began));
      }
    }
    return true;
  }

  async #find(serving: Serving, model: Embedder, terms: readonly TermOfLength[]): Promise<void> {
    const { db, types } = this.#options;
    const byKey = new Map(terms.map((term) => [model.keyOf(term.term), term]));
    for (const key of (await readNeighbours(db, serving, [...byKey.keys()])).keys()) byKey.delete(key);
    const missing = [...byKey].map(([key, { id, term }]) => ({ key, id, term }));
    if (missing.length === 0) return;
    const texts = missing.map(({ term }) => term);
    const vectors = await model.encode(texts, { signal: this.#stop.signal, cache: false });
    const nearest = await nearestOfRelease(db, serving, vectors, { types });
    const found = missing.map(({ key, id }, i) => ({ term: key, descriptionId: id, concepts: nearest[i] ?? [] }));
    await writeNeighbours(db, serving, found);
  }

  #rest(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
  }
}
