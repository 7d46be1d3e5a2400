/** Tells of many texts at once how near the vectors of a terminology can be to them: a byte a dimension, a sixth of the time of an HNSW scan. */

import { oneAfterTheOther, VectorThread } from './vector-thread.js';

/** What the thread answers: the one or the other, of each query. */
export type ScreenAnswer = Float32Array | readonly (Int32Array | null)[];

/** The vectors of one terminology, in a thread of their own; add `count` of them before the first question. */
export class CosineScreen extends VectorThread<ScreenAnswer> {
  /** @param onEnd called when the thread ends, whatever the reason */
  constructor(count: number, dimensions: number, onEnd: () => void) {
    super('./screen-worker.js', { count, dimensions }, onEnd);
  }

  /** For each unit vector at least its greatest cosine to any vector of the terminology, some hundredths more as a rule. */
  async bounds(queries: readonly Float32Array[]): Promise<Float32Array> {
    return (await this.ask(oneAfterTheOther(queries), 0)) as Float32Array;
  }

  /**
   * For each unit vector the places, in the order in which they were added, of all vectors that may be those of its nearest concepts, and of few others; null where too many
   * are about as near.
   */
  async lists(queries: readonly Float32Array[], concepts: number): Promise<readonly (Int32Array | null)[]> {
    return (await this.ask(oneAfterTheOther(queries), concepts)) as readonly (Int32Array | null)[];
  }
}
