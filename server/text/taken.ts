/** The ranges of a text that items have taken. */

import type { Range } from '../domain/range.js';

/** A prefix-maximum tree over start offsets: whether a range touches a taken one, in logarithmic time. */
export class TakenRanges {
  private readonly furthest: Uint32Array;

  /** @param length of the text in UTF-16 units */
  constructor(length: number) {
    this.furthest = new Uint32Array(length + 2);
  }

  add(range: Range): void {
    for (let i = range.start + 1; i < this.furthest.length; i += i & -i) {
      if ((this.furthest[i] as number) < range.end) this.furthest[i] = range.end;
    }
  }

  /** Whether the range shares a character with a taken one. */
  overlap(range: Range): boolean {
    let end = 0;
    for (let i = range.end; i > 0; i -= i & -i) end = Math.max(end, this.furthest[i] as number);
    return end > range.start;
  }
}
