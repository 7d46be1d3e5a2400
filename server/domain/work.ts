/** The shapes of work that one folder hands to another. */

/** Embeds texts: one vector of length 1 for each, in order. `cache: false` keeps bulk work out of the cache of spans. */
export type Encode = (
  texts: readonly string[],
  options?: { readonly signal?: AbortSignal; readonly cache?: boolean },
) => Promise<Float32Array[]>;

/** A model at hand. */
export interface Embedder {
  readonly encode: Encode;
  /** A key of texts: those with the same key have the same vector. */
  keyOf(text: string): string;
}

/** Told about long work: the stage, how much of it is done and how much there is. */
export type Progress = (stage: string, done: number, total: number) => void;
