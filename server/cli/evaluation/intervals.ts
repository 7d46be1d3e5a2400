/** Counts and shares with their 95 % intervals. */

import { wilson } from '../../wilson.js';

/** "0.912 (93/102, 0.84 to 0.95)", or "-" where nothing was counted. */
export function share(hits: number, total: number): string {
  if (total === 0) return '-';
  const [low, high] = wilson(hits, total);
  return `${(hits / total).toFixed(3)} (${hits}/${total}, ${low.toFixed(2)} to ${high.toFixed(2)})`;
}

/** Right, wrongly given and missed answers of one value. */
export interface Counts {
  right: number;
  given: number;
  expected: number;
}

/** Precision, recall and F1 of counts; F1's interval is that of a share over right + half the errors. */
export function precisionRecall({ right, given, expected }: Counts): string {
  const f1 = given + expected === 0 ? 0 : (2 * right) / (given + expected);
  const [low, high] = wilson(right, (given + expected) / 2);
  const f1Text = given + expected === 0 ? '-' : `${f1.toFixed(3)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
  return `P ${share(right, given)}  R ${share(right, expected)}  F1 ${f1Text}`;
}
