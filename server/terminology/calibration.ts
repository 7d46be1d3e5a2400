/** How thresholds do: on phrases that they were not fitted on, and along the curve from sure to daring. */

import type { Thresholds } from '../db/serving.js';
import { wilson } from '../wilson.js';
import { chooseThresholds, outcomeOf, type Sample } from './fit-thresholds.js';

const FOLDS = 5;

/** Shares of 0 to 1; `low` and `high` are the 95 % interval of the precision. */
export interface CurvePoint {
  readonly cosine: number;
  readonly coverage: number;
  readonly precision: number;
  readonly low: number;
  readonly high: number;
}

/** Coverage and precision of each least cosine at the margins of thresholds, from 1 down to their floor. */
export function coverageCurve(samples: readonly Sample[], thresholds: Thresholds): CurvePoint[] {
  const points: CurvePoint[] = [];
  for (let step = 100; step >= Math.round(thresholds.floor * 100); step--) {
    const { right, resolved, coverage } = outcomeOf(samples, { ...thresholds, resolvedCosine: step / 100 });
    if (resolved === 0) continue;
    const [low, high] = wilson(right, resolved);
    points.push({ cosine: step / 100, coverage, precision: right / resolved, low, high });
  }
  return points;
}

/** What the fit gives on phrases that it has not seen: each fifth is judged by thresholds of the other four (cross-validation). */
export function crossValidate(samples: readonly Sample[]): CurvePoint {
  const counts = { right: 0, resolved: 0, covered: 0, known: 0 };
  for (let fold = 0; fold < FOLDS; fold++) {
    const held = samples.filter((_, i) => i % FOLDS === fold);
    const thresholds = chooseThresholds(samples.filter((_, i) => i % FOLDS !== fold));
    const { right, resolved, coverage } = outcomeOf(held, thresholds);
    const known = held.filter((sample) => sample.known).length;
    counts.right += right;
    counts.resolved += resolved;
    counts.covered += coverage * known;
    counts.known += known;
  }
  const [low, high] = wilson(counts.right, counts.resolved);
  const coverage = counts.known === 0 ? 0 : counts.covered / counts.known;
  const precision = counts.resolved === 0 ? 0 : counts.right / counts.resolved;
  return { cosine: Number.NaN, coverage, precision, low, high };
}
