/** The reviews of spans: people write them, the fit of thresholds reads them. */

import { type Kysely, sql } from 'kysely';
import type { Language } from '../domain/language.js';
import type { Review, StoredReview, Verdict } from '../domain/review.js';
import type { Database } from './tables.js';

/** The newest review of a span. */
export interface SpanReview {
  readonly language: Language;
  readonly span: string;
  readonly verdict: Verdict;
  readonly offeredCode: string | null;
  readonly correctCode: string | null;
  /** Whether a term of this site has these words by now, so that they are found by their very words. */
  readonly isLocalTerm: boolean;
}

/** The newest review of each span, case and accents aside, in a stable order. */
export async function newestReviews(db: Kysely<Database>): Promise<SpanReview[]> {
  const { rows } = await sql<SpanReview>`
    SELECT DISTINCT ON (r.language, r.span_norm COLLATE "C") r.language, r.span, r.verdict,
      r.offered_code::text AS "offeredCode", r.correct_code::text AS "correctCode",
      EXISTS (SELECT FROM descriptions d WHERE d.active AND d.release_id = 0 AND d.language = r.language
        AND d.term_key = term_key(r.span_norm)) AS "isLocalTerm"
    FROM span_reviews r
    ORDER BY r.language, r.span_norm COLLATE "C", r.reviewed_at DESC, r.id DESC`.execute(db);
  return rows;
}

/** Stores a review; where it names no reviewer, it is by the key of this number. */
export async function insertReview(
  db: Kysely<Database>,
  review: Omit<Review, 'reviewer'> & { readonly reviewer?: string | undefined },
  keyId: number,
): Promise<StoredReview> {
  const row = await db
    .insertInto('span_reviews')
    .values({
      language: review.language,
      span: review.span,
      offered_code: review.offered_code,
      verdict: review.verdict,
      correct_code: review.correct_code,
      reviewer: sql<string>`coalesce(${review.reviewer ?? null}::text, (SELECT name FROM api_keys WHERE key_id = ${keyId}))`,
    })
    .returning([
      'id',
      'language',
      'span',
      'verdict',
      sql<string | null>`offered_code::text`.as('offered_code'),
      sql<string | null>`correct_code::text`.as('correct_code'),
      'reviewer',
      'reviewed_at',
    ])
    .executeTakeFirstOrThrow();
  return { ...row, reviewed_at: row.reviewed_at.toISOString() };
}
