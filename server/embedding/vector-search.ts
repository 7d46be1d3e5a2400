/**
 * An exact search in memory: each query against every vector. For 60,000 vectors it takes a tenth of the time of an HNSW index in WebAssembly,
 * and there is nothing to build.
 */

import { oneAfterTheOther, VectorThread } from './vector-thread.js';

/** For each query `k` cosines, greatest first, and the places of their vectors in the order in which they were added. */
export interface SearchResult {
  readonly k: number;
  readonly cosines: Float32Array;
  readonly places: Int32Array;
}

/** One query alone would be multiplied in another way than several, with other last bits. */
const LEAST_QUERIES = 2;

/** The vectors of one terminology, in a thread of their own; add `count` of them before the first search. */
export class VectorSearch extends VectorThread<SearchResult> {
  /** @param onEnd called when the thread ends, whatever the reason */
  constructor(count: number, dimensions: number, onEnd: () => void) {
    super('./search-worker.js', { count, dimensions }, onEnd);
  }

  /** The `k` vectors nearest to each query, all where there are fewer. */
  nearest(queries: readonly Float32Array[], k: number): Promise<SearchResult> {
    return this.ask(oneAfterTheOther(queries, LEAST_QUERIES), k);
  }
}
