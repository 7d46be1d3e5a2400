/** What reviewers need besides the operations: to write a review, and to see which drafts there are. */

import type { Kysely } from 'kysely';
import { type DraftSummary, listDrafts } from '../db/drafts.js';
import { isDatabaseUnavailable, isRefused } from '../db/failure.js';
import { findReviews, insertReview } from '../db/span-reviews.js';
import type { Database } from '../db/tables.js';
import type { Review, ReviewedSpan, StoredReview } from '../domain/review.js';
import { AppError, type ErrorDetail } from '../errors.js';
import { isSctid } from '../terminology/sctid.js';

/** A review as a client sends it; without a reviewer it is by the key. */
export type SentReview = Omit<Review, 'reviewer'> & { readonly reviewer?: string | undefined };

export interface ReviewDesk {
  /** @throws AppError VALIDATION_ERROR for a code that is no SCTID of a concept, NLP_UNAVAILABLE */
  addReview(review: SentReview, keyId: number): Promise<StoredReview>;
  /** The newest review of each span, null where there is none. @throws AppError NLP_UNAVAILABLE */
  reviewsOf(spans: readonly ReviewedSpan[]): Promise<readonly (StoredReview | null)[]>;
  /** @throws AppError NLP_UNAVAILABLE */
  drafts(): Promise<readonly DraftSummary[]>;
}

/** The desk over a database. */
export class DatabaseDesk implements ReviewDesk {
  constructor(private readonly db: Kysely<Database>) {}

  async addReview(review: SentReview, keyId: number): Promise<StoredReview> {
    const details = wrongCodes(review);
    if (details.length > 0) throw new AppError('VALIDATION_ERROR', { details });
    return available(insertReview(this.db, review, keyId));
  }

  reviewsOf(spans: readonly ReviewedSpan[]): Promise<readonly (StoredReview | null)[]> {
    return available(findReviews(this.db, spans));
  }

  drafts(): Promise<readonly DraftSummary[]> {
    return available(listDrafts(this.db));
  }
}

function wrongCodes(review: SentReview): ErrorDetail[] {
  return (['offered_code', 'correct_code'] as const)
    .filter((member) => review[member] !== null && !isSctid(review[member], 'concept'))
    .map((member) => ({ pointer: `/${member}`, rule: 'must be the SCTID of a concept, with its check digit' }));
}

async function available<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (isDatabaseUnavailable(cause)) throw new AppError('NLP_UNAVAILABLE', { cause, retryAfter: 1 });
    // The message of the database may repeat words of the request.
    if (isRefused(cause))
      throw new AppError('VALIDATION_ERROR', {
        cause,
        details: [{ pointer: '', rule: 'must be a review that the database takes' }],
      });
    throw cause;
  }
}
