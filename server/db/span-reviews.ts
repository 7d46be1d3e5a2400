/** The reviews of spans: people write them, the fit of thresholds reads them. */

import { type Kysely, sql } from 'kysely';
import type { Language } from '../domain/language.js';
import type { Review, ReviewedSpan, StoredReview, Verdict } from '../domain/review.js';
import { readTwice } from './read-twice.js';
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

type Row = Omit<StoredReview, 'reviewed_at'> & { readonly reviewed_at: Date };

/** The columns of a stored review; codes as text, which no number type of JavaScript holds. */
const SHOWN = sql`id, language, span, verdict, offered_code::text AS offered_code, correct_code::text AS correct_code,
  reviewer, reviewed_at`;

/** Stores a review; where it names no reviewer, it is by the key of this number. */
export async function insertReview(
  db: Kysely<Database>,
  review: Omit<Review, 'reviewer'> & { readonly reviewer?: string | undefined },
  keyId: number,
): Promise<StoredReview> {
  const { language, span, verdict, offered_code, correct_code, reviewer = null } = review;
  const { rows } = await sql<Row>`
    INSERT INTO span_reviews (language, span, verdict, offered_code, correct_code, reviewer)
    SELECT ${language}, ${span}, ${verdict}, ${offered_code}::bigint, ${correct_code}::bigint,
      coalesce(${reviewer}::text, (SELECT name FROM api_keys WHERE key_id = ${keyId}::int))
    RETURNING ${SHOWN}`.execute(db);
  return stored(rows[0] as Row);
}

/** The newest review of each of these spans, case and accents aside, in their order; null where there is none. */
export async function findReviews(
  db: Kysely<Database>,
  spans: readonly ReviewedSpan[],
): Promise<(StoredReview | null)[]> {
  const languages = spans.map(({ language }) => language);
  const words = spans.map(({ span }) => span);
  const statement = sql<Row | { id: null }>`
    SELECT r.* FROM unnest(${languages}::text[], ${words}::text[]) WITH ORDINALITY AS asked (language, span, place)
    LEFT JOIN LATERAL (
      SELECT ${SHOWN} FROM span_reviews s
      WHERE s.language = asked.language AND s.span_norm = fold(btrim(regexp_replace(asked.span, '\\s+', ' ', 'g')))
      ORDER BY s.reviewed_at DESC, s.id DESC LIMIT 1
    ) r ON true
    ORDER BY asked.place`;
  const { rows } = await readTwice(db, () => statement.execute(db));
  return rows.map((row) => (row.id === null ? null : stored(row)));
}

function stored(row: Row): StoredReview {
  return { ...row, reviewed_at: row.reviewed_at.toISOString() };
}
