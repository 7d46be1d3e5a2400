/** The reviews of spans, for the fit of thresholds. */

import { type Kysely, sql } from 'kysely';
import type { Language } from '../domain/language.js';
import type { Database } from './tables.js';

/** The newest review of a span. */
export interface SpanReview {
  readonly language: Language;
  readonly span: string;
  readonly verdict: 'accepted' | 'rejected' | 'corrected';
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
