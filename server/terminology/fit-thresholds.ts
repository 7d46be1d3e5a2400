/** Chooses thresholds from labelled phrases, so that `resolved` is right as often as it promises. */

import type { Thresholds } from '../db/serving.js';
import { type Tier, WORD_TIERS } from '../domain/candidate.js';
import type { ReviewReason } from '../domain/review-reasons.js';
import { wilson } from '../wilson.js';
import type { LabelledPhrase } from './labelled-phrases.js';

/** Fewer phrases whose concept the release has say nothing: then there is no row, and nothing is resolved. */
export const LEAST_SAMPLES = 80;
/** What the fit asks for: the promise is 0.98, and on phrases that it has not seen a fit loses about a quarter of a point ... */
const PRECISION = 0.9825;
/** ... and the lower end of the 95 % interval of that share must be at least this. */
const LOWER_END = 0.96;
/** For each phrase that the release has a concept for, a note has this many that it has none for (a fifth of the spans of the gold notes). */
const STRANGERS = 0.25;
/** At the floor an answer is as often right as wrong. */
const FLOOR_PRECISION = 0.5;
const FLOOR_WIDTH = 0.04;
/** A candidate is shown where at least one of twenty like it is the right one. */
const SHOWN_PRECISION = 0.05;
/** How far below the floor a phrase still counts as a clinical one. */
const MENTION_GAP = 0.06;
/** Never 0: two concepts with the same words are ambiguous whatever the statistics say. */
const MARGINS = [0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.2];

const NEVER = { resolvedCosine: 1, resolvedMargin: 2, termMargin: 2 };

/** The answer to one labelled phrase. */
export interface Sample {
  readonly cosine: number;
  readonly margin: number;
  /** Whether the words are a term of the first concept. */
  readonly isTerm: boolean;
  readonly right: boolean;
  /** All candidates of the answer. */
  readonly candidates: readonly { readonly cosine: number; readonly right: boolean }[];
  /** The answer without the right concepts: what a phrase meets whose concept the release lacks. */
  readonly strangerCosine: number;
  readonly strangerMargin: number;
  readonly strangerIsTerm: boolean;
  /** Whether the release has a right concept; the phrase is a stranger itself where it has none. */
  readonly known: boolean;
}

interface Ranked {
  readonly sctid: string;
  readonly cosine: number;
  readonly tier: Tier;
}

/** @param answer the concepts of the phrase, best first; a doubtful answer is never resolved, as if it had no margin */
export function toSample(
  phrase: LabelledPhrase,
  { ranked, doubt }: { readonly ranked: readonly Ranked[]; readonly doubt: ReviewReason | null },
  known: boolean,
): Sample {
  const others = ranked.filter(({ sctid }) => !phrase.right.includes(sctid));
  const [cosine, distance] = topOf(ranked);
  const margin = doubt !== null ? 0 : distance;
  const [strangerCosine, strangerMargin] = topOf(others);
  return {
    cosine,
    margin,
    isTerm: isTerm(ranked),
    right: phrase.right.includes(ranked[0]?.sctid ?? ''),
    candidates: ranked.map(({ sctid, cosine }) => ({ cosine, right: phrase.right.includes(sctid) })),
    strangerCosine,
    strangerMargin,
    strangerIsTerm: isTerm(others),
    known,
  };
}

function isTerm([first]: readonly Ranked[]): boolean {
  return WORD_TIERS.has(first?.tier ?? null);
}

function topOf(ranked: readonly Ranked[]): [cosine: number, margin: number] {
  const top = ranked[0]?.cosine ?? 0;
  return [top, top - (ranked[1]?.cosine ?? 0)];
}

/** What thresholds do to samples. */
export interface Outcome {
  readonly right: number;
  /** How many are resolved, strangers weighed as often as notes have them. */
  readonly resolved: number;
  /** Resolved ones whose concept the release has, among all such. */
  readonly coverage: number;
}

/** The thresholds of `resolved`. */
type Resolving = Pick<Thresholds, 'resolvedCosine' | 'resolvedMargin' | 'termMargin'>;

export function outcomeOf(
  samples: readonly Sample[],
  { resolvedCosine, resolvedMargin, termMargin }: Resolving,
): Outcome {
  const passes = (cosine: number, margin: number, ofTerm: boolean) =>
    cosine >= resolvedCosine && margin >= (ofTerm ? termMargin : resolvedMargin);
  const known = samples.filter((sample) => sample.known);
  const isResolved = ({ cosine, margin, isTerm }: Sample) => passes(cosine, margin, isTerm);
  const strangers = known.filter((sample) =>
    passes(sample.strangerCosine, sample.strangerMargin, sample.strangerIsTerm),
  );
  const resolved = samples.filter(isResolved);
  const covered = known.filter(isResolved).length;
  return {
    right: resolved.filter((sample) => sample.right).length,
    resolved: resolved.length + STRANGERS * strangers.length,
    coverage: known.length === 0 ? 0 : covered / known.length,
  };
}

/**
 * The thresholds at which `resolved` is precise enough: of those with no fewer right answers than the most, less one standard error, the most
 * precise ones. A cosine of 1 and a margin of 2 when none is precise enough. After the one-standard-error rule (Breiman et al., Classification
 * and Regression Trees, 1984, 3.4.3), which takes the simplest of those.
 */
export function chooseThresholds(samples: readonly Sample[]): Thresholds {
  const floor = chooseFloor(samples);
  const precise = [...choices(floor)]
    .map((chosen) => ({ chosen, ...outcomeOf(samples, chosen) }))
    .filter(({ right, resolved }) => right >= PRECISION * resolved && wilson(right, resolved)[0] >= LOWER_END);
  const highest = precise.reduce((most, { right }) => Math.max(most, right), 0);
  const known = samples.filter((sample) => sample.known).length;
  const standardError = Math.sqrt(highest * Math.max(0, 1 - highest / known));
  const [best] = precise
    .filter(({ right }) => right >= highest - standardError)
    .sort((a, b) => b.right / b.resolved - a.right / a.resolved || b.right - a.right);
  const mention = Math.round((floor - MENTION_GAP) * 100) / 100;
  return { mention, floor, shown: chooseShown(samples, floor), ...(best?.chosen ?? NEVER) };
}

/** What the fit chooses from, the least margins first. */
function* choices(floor: number): Generator<Resolving> {
  for (const termMargin of MARGINS) {
    for (const resolvedMargin of MARGINS.filter((margin) => margin >= termMargin)) {
      for (let step = Math.ceil(floor * 100); step < 100; step++)
        yield { resolvedCosine: step / 100, resolvedMargin, termMargin };
    }
  }
}

/** The least cosine around which at least half of the answers are right, strangers among them as often as notes have them. */
function chooseFloor(samples: readonly Sample[]): number {
  for (let step = 30; step <= 95; step++) {
    const isNear = (cosine: number) => Math.abs(cosine - step / 100) <= FLOOR_WIDTH;
    const near = samples.filter((sample) => isNear(sample.cosine));
    const strangers = samples.filter((sample) => sample.known && isNear(sample.strangerCosine)).length;
    const right = near.filter((sample) => sample.right).length;
    if (near.length >= 20 && right >= FLOOR_PRECISION * (near.length + STRANGERS * strangers)) return step / 100;
  }
  return 0.6;
}

/**
 * The least cosine around which a candidate of any place is right often enough to be looked at; the floor where none is. A phrase whose concept
 * the release lacks shows all its candidates in vain, and notes have such phrases.
 */
function chooseShown(samples: readonly Sample[], floor: number): number {
  const known = samples.filter((sample) => sample.known);
  const shown = known.flatMap(({ candidates }) => candidates).filter(({ cosine }) => cosine < floor + FLOOR_WIDTH);
  for (let step = 30; step < Math.round(floor * 100); step++) {
    const near = shown.filter(({ cosine }) => Math.abs(cosine - step / 100) <= FLOOR_WIDTH);
    const right = near.filter((candidate) => candidate.right).length;
    const inVain = STRANGERS * (near.length - right);
    if (near.length >= 20 && right >= SHOWN_PRECISION * (near.length + inVain)) return step / 100;
  }
  return floor;
}
