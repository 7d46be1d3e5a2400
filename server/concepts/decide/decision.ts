/** How likely the first candidate of a span is the right one: a logistic regression over its features (`terminology/fit-decision.ts`). */

import type { Feature } from './features.js';

/** The weight of each feature, in log odds; a feature without one says nothing. */
export type DecisionWeights = ReadonlyMap<string, number>;

/** What a feature adds to the log odds. */
export interface Moved extends Feature {
  readonly log_odds: number;
}

/** @returns a probability of 0 to 1, four decimals; null without weights, or where there is no candidate */
export function probabilityOf(weights: DecisionWeights, features: readonly Feature[]): number | null {
  if (weights.size === 0 || features.length === 0) return null;
  return Math.round(1e4 * logistic(logOdds(weights, features))) / 1e4;
}

/** The features of a candidate, what moves its probability the most first. */
export function movedBy(weights: DecisionWeights, features: readonly Feature[]): Moved[] {
  return features
    .map(({ feature, value }) => ({
      feature,
      value: Math.round(1e4 * value) / 1e4,
      log_odds: Math.round(1e4 * value * (weights.get(feature) ?? 0)) / 1e4,
    }))
    .sort((a, b) => Math.abs(b.log_odds) - Math.abs(a.log_odds));
}

/** The log odds of features. */
export function logOdds(weights: DecisionWeights, features: readonly Feature[]): number {
  let sum = 0;
  for (const { feature, value } of features) sum += value * (weights.get(feature) ?? 0);
  return sum;
}

export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
