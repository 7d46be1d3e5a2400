/** What a person says of the code of a span. */

import type { Language } from './language.js';

/** accepted: the offered code is right. corrected: another one is. rejected: it is wrong, and no right one is known. */
export const VERDICTS = ['accepted', 'corrected', 'rejected'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The most characters of the words of a reviewed span. */
export const LONGEST_REVIEWED = 200;

/** What a review is of. */
export interface ReviewedSpan {
  readonly language: Language;
  /** The words of the span, and nothing else of a note. */
  readonly span: string;
}

export interface Review extends ReviewedSpan {
  readonly verdict: Verdict;
  /** The SCTID that the verdict is on; null where nothing was offered. */
  readonly offered_code: string | null;
  /** The right SCTID, of a corrected span only. */
  readonly correct_code: string | null;
  readonly reviewer: string;
}

/** A review as it is stored. */
export interface StoredReview extends Review {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly reviewed_at: string;
}
