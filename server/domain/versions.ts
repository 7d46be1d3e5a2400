/** What every answer says of itself. */

export interface Versions {
  readonly model: string;
  readonly terminology: string;
  readonly lexicon: string;
}

/** Milliseconds of each stage, only with `explain: true`. */
export type Timings = Readonly<Record<string, number>>;
