/** What a span's cosine and margin allow: accept, review, or nothing. */

import type { Thresholds } from '../../db/serving.js';
import { type Status, type Tier, WORD_TIERS } from '../../domain/candidate.js';
import type { ReviewReason } from '../../domain/review-reasons.js';

/** A word that is only like a term, words that a term merely contains, and letters that seldom stand for it are as good as never what it means: nothing is chosen. */
const UNMATCHED: ReadonlySet<ReviewReason | null> = new Set<ReviewReason>(['rare', 'single_word', 'unlike']);
/** A code is given from here on, and as safe to map without review from there on. */
export const FLAG_PROBABILITY = 0.5;
export const RESOLVED_PROBABILITY = 0.88;
/** Without fitted thresholds a span is never resolved, and this floor parts flag from unresolved. */
const DEFAULT_FLOOR = 0.6;
const DEFAULT_MENTION = 0.5;
/** How far below the floor a candidate is shown where no fit says. */
const SHOWN_GAP = 0.15;

/** What is known of the first concept of a span. */
export interface Top {
  readonly cosine: number;
  /** Its distance to the second. */
  readonly margin: number;
  /** How it was found; null where there is none. */
  readonly tier: Tier | null;
  /** Why it is a guess, that a person must look at. */
  readonly doubt: ReviewReason | null;
  /** How likely it is the right one; null where nothing is fitted. */
  readonly probability: number | null;
}

/** The status of a span with these thresholds of its language; without a row nothing is resolved. */
export function statusOf(
  { cosine, margin, tier, doubt, probability }: Top,
  thresholds: Thresholds | undefined,
): Status {
  if (cosine < floorOf(thresholds) || UNMATCHED.has(doubt)) return 'unresolved';
  if (probability !== null && probability < FLAG_PROBABILITY) return 'unresolved';
  const resolved =
    doubt === null &&
    (probability === null || probability >= RESOLVED_PROBABILITY) &&
    thresholds !== undefined &&
    cosine >= thresholds.resolvedCosine &&
    margin >= leastMargin(thresholds, tier);
  return resolved ? 'resolved' : 'flag';
}

/** The least margin of a resolved span. How near other concepts are says little where the words are a term of the first. */
export function leastMargin({ termMargin, resolvedMargin }: Thresholds, tier: Tier | null): number {
  return WORD_TIERS.has(tier) ? termMargin : resolvedMargin;
}

/** The cosine below which a span is unresolved. */
export function floorOf(thresholds: Thresholds | undefined): number {
  return thresholds?.floor ?? DEFAULT_FLOOR;
}

/** The cosine below which a candidate of an unresolved span is not shown. */
export function shownOf(thresholds: Thresholds | undefined): number {
  return thresholds?.shown ?? floorOf(thresholds) - SHOWN_GAP;
}

/** The cosine below which a phrase is not taken for a clinical one. */
export function mentionOf(thresholds: Thresholds | undefined): number {
  return thresholds?.mention ?? DEFAULT_MENTION;
}
