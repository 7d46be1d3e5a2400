/** Where things stand in a note. */

/** A half-open range of UTF-16 offsets into a note. */
export interface Range {
  readonly start: number;
  readonly end: number;
}
