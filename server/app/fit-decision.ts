/** Fits the weights of the decision on judged spans: logistic regression with a normal prior, by coordinate descent, some weights of one sign only. */

import { logistic, logOdds } from '../concepts/decide/decision.js';
import { CONCEPT, directionOf, type Feature, RULE } from '../concepts/decide/features.js';
import { PRECEDENCE } from '../concepts/rules/precedence.js';

/** A first candidate that readers have judged. */
export interface JudgedSpan {
  /** Which note it is of: spans of one note are never on both sides of a fold. */
  readonly note: string;
  readonly features: readonly Feature[];
  readonly right: boolean;
}

/** A rule of which the judged notes say nothing holds back all the same: it was made for an error that was seen. */
const RULE_PRIOR = -2;
/** How many judged spans, about, it takes to move a weight from its prior: 1 / variance. */
const PRECISION = 1;
const ROUNDS = 200;
/** A round that moves no weight by more is the last. */
const STILL = 1e-5;
/** The largest step of a weight: the quadratic that a step goes by is only true nearby. */
const LONGEST_STEP = 1;
/** A concept that fewer judged spans have says nothing of itself. */
const LEAST_OF_CONCEPT = 4;
const FOLDS = 10;
const BINS = 10;

/**
 * The weights that the judged spans make likeliest, given the prior: features around 0, rules around holding back. Each step is that of Newton
 * in one coordinate, kept on the side of 0 that `directionOf` allows; the objective is convex, so that it ends at its one optimum
 * (Friedman, Hastie, Tibshirani: Regularization Paths for Generalized Linear Models via Coordinate Descent, 2010).
 */
export function fitDecision(spans: readonly JudgedSpan[]): Map<string, number> {
  const uses = usesOf(spans);
  const names = [...uses.keys()].sort();
  const weights = new Map(names.map((name) => [name, priorOf(name)]));
  const odds = spans.map(({ features }) => logOdds(weights, features));
  const stepOf = (name: string, weight: number): number => {
    let gradient = PRECISION * (weight - priorOf(name));
    let curvature = PRECISION;
    for (const { at, value } of uses.get(name) ?? []) {
      const p = logistic(odds[at] ?? 0);
      gradient += value * (p - Number(spans[at]?.right));
      curvature += value * value * p * (1 - p);
    }
    return Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, -gradient / curvature));
  };
  for (let round = 0; round < ROUNDS; round++) {
    let moved = 0;
    for (const name of names) {
      const weight = weights.get(name) ?? 0;
      const change = allowed(name, weight + stepOf(name, weight)) - weight;
      weights.set(name, weight + change);
      for (const { at, value } of uses.get(name) ?? []) odds[at] = (odds[at] ?? 0) + value * change;
      moved = Math.max(moved, Math.abs(change));
    }
    if (moved < STILL) break;
  }
  return weights;
}

interface Use {
  /** The index of a span. */
  readonly at: number;
  readonly value: number;
}

/** Where each feature is; every rule has its place, whether it fired or not, and a concept only where it was judged a few times. */
function usesOf(spans: readonly JudgedSpan[]): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>(PRECEDENCE.map(([rule]) => [RULE + rule, []]));
  for (const [at, { features }] of spans.entries()) {
    for (const { feature, value } of features) {
      const known = uses.get(feature);
      if (known === undefined) uses.set(feature, [{ at, value }]);
      else known.push({ at, value });
    }
  }
  for (const [name, { length }] of uses) if (name.startsWith(CONCEPT) && length < LEAST_OF_CONCEPT) uses.delete(name);
  return uses;
}

function priorOf(feature: string): number {
  return feature.startsWith(RULE) ? RULE_PRIOR : 0;
}

function allowed(feature: string, weight: number): number {
  const direction = directionOf(feature);
  if (direction === 0) return weight;
  return direction > 0 ? Math.max(0, weight) : Math.min(0, weight);
}

/** The probability of each span by weights that were fitted on the notes of other folds only. */
export function crossValidated(spans: readonly JudgedSpan[]): number[] {
  const notes = [...new Set(spans.map(({ note }) => note))];
  const foldOf = new Map(notes.map((note, i) => [note, i % FOLDS]));
  const found = spans.map(() => 0);
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = fitDecision(spans.filter(({ note }) => foldOf.get(note) !== fold));
    for (const [i, { note, features }] of spans.entries())
      if (foldOf.get(note) === fold) found[i] = logistic(logOdds(weights, features));
  }
  return found;
}

/** Spans of about one probability: their mean probability, and how many of them are right. */
export interface ReliabilityBin {
  readonly spans: number;
  readonly probability: number;
  readonly right: number;
}

/** Tenths of the spans, the least probable first. @param probabilities one of each span */
export function reliability(spans: readonly JudgedSpan[], probabilities: readonly number[]): ReliabilityBin[] {
  const sorted = spans
    .map(({ right }, i) => ({ right, probability: probabilities[i] ?? 0 }))
    .sort((a, b) => a.probability - b.probability);
  return Array.from({ length: BINS }, (_, bin) => {
    const part = sorted.slice(Math.floor((bin * sorted.length) / BINS), Math.floor(((bin + 1) * sorted.length) / BINS));
    const mean = part.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, part.length);
    return { spans: part.length, probability: mean, right: part.filter(({ right }) => right).length };
  }).filter((bin) => bin.spans > 0);
}

/** The expected calibration error: how far the probability of a bin is from its share of right ones, weighed by size (Naeini et al., 2015). */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const all = bins.reduce((sum, { spans }) => sum + spans, 0);
  return bins.reduce((sum, bin) => sum + (bin.spans * Math.abs(bin.probability - bin.right / bin.spans)) / all, 0);
}
