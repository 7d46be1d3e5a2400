/** Tells of many texts at once that no vector of a terminology is near to them: a byte a dimension, a sixth of the time of an HNSW scan. */

import { oneAfterTheOther, VectorThread } from './vector-thread.js';

/** The vectors of one terminology, in a thread of their own; add `count` of them before the first question. */
export class CosineScreen extends VectorThread<Float32Array> {
  /** @param onEnd called when the thread ends, whatever the reason */
  constructor(count: number, dimensions: number, onEnd: () => void) {
    super('./screen-worker.js', { count, dimensions }, onEnd);
  }

  /** For each unit vector at least its greatest cosine to any vector of the terminology, some hundredths more as a rule. */
  bounds(queries: readonly Float32Array[]): Promise<Float32Array> {
    return this.ask(oneAfterTheOther(queries), 0);
  }
}
