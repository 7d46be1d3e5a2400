/** Chooses non-overlapping spans: the set with the highest sum of scores (weighted interval scheduling, linear after sorting). */

export interface Scored {
  /** Half-open range of tokens. */
  readonly from: number;
  readonly to: number;
  readonly score: number;
}

/** The non-overlapping items with the highest total score, in the order of the text. Items without a positive score are left out. */
export function chooseSpans<T extends Scored>(items: readonly T[]): T[] {
  const sorted = items.filter((item) => item.score > 0).sort((a, b) => a.to - b.to || a.from - b.from);
  // best[i]: highest total of the first i items; before[i]: how many items end at or before the start of item i.
  const best = new Float64Array(sorted.length + 1);
  const before = new Int32Array(sorted.length);
  const taken = new Uint8Array(sorted.length);
  for (const [i, item] of sorted.entries()) {
    before[i] = countEndingBy(sorted, item.from, i);
    const withItem = item.score + (best[before[i] as number] as number);
    taken[i] = withItem > (best[i] as number) + 1e-9 ? 1 : 0;
    best[i + 1] = Math.max(withItem, best[i] as number);
  }
  const chosen: T[] = [];
  for (let i = sorted.length - 1; i >= 0; ) {
    if (taken[i] === 0) i--;
    else {
      chosen.push(sorted[i] as T);
      i = (before[i] as number) - 1;
    }
  }
  return chosen.reverse();
}

function countEndingBy(sorted: readonly Scored[], token: number, to: number): number {
  let low = 0;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as Scored).to <= token) low = middle + 1;
    else high = middle;
  }
  return low;
}
