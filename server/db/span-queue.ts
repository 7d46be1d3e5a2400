/** The counts of spans that could not be resolved. The words of a span come here only once it came in enough requests. */

import { type Kysely, sql } from 'kysely';
import type { Language } from '../domain/language.js';
import type { Database } from './tables.js';

/** Requests from which on the words of a span are stored; the checks of `span_sightings` say the same. */
export const LEAST_REQUESTS = 5;

/** How often a span came since it was last written. */
export interface SpanCount {
  /** 64 hexadecimal digits: the keyed hash of language and folded words. */
  readonly hash: string;
  readonly language: Language;
  readonly requests: number;
  /** Keyed marks of the texts of the requests, at most LEAST_REQUESTS. */
  readonly marks: readonly string[];
  readonly flagged: number;
  readonly unresolved: number;
}

/** What is stored of a frequent span. */
export interface SpanWords {
  readonly span: string;
  readonly code: string | null;
  readonly display: string | null;
  readonly cosine: number | null;
}

/**
 * The key of the hashes, made on the first call. A new one empties the table: nothing in it could be found again.
 * @returns 32 bytes
 */
export async function spanQueueSecret(db: Kysely<Database>): Promise<Buffer> {
  await sql`WITH made AS (INSERT INTO span_queue_secret DEFAULT VALUES ON CONFLICT DO NOTHING RETURNING only_row)
    DELETE FROM span_sightings WHERE EXISTS (SELECT FROM made)`.execute(db);
  const { secret } = await db.selectFrom('span_queue_secret').select('secret').executeTakeFirstOrThrow();
  return secret;
}

/**
 * Adds counts, in one transaction, and stores the words of those spans alone that came in LEAST_REQUESTS requests by now.
 * Below that a text counts once for a span, whoever sends it again.
 */
export async function countSpans(
  db: Kysely<Database>,
  counts: readonly SpanCount[],
  wordsOf: (hash: string) => SpanWords,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const frequent = await addCounts(trx, counts);
    if (frequent.length > 0) await storeWords(trx, new Map(frequent.map((hash) => [hash, wordsOf(hash)])));
  });
}

/** In the order of the hashes, so that processes wait for each other but never in a circle. Returns the frequent ones. */
async function addCounts(trx: Kysely<Database>, counts: readonly SpanCount[]): Promise<string[]> {
  const least = sql.lit(LEAST_REQUESTS);
  const { rows } = await sql<{ hash: string }>`
    WITH counted AS (
      INSERT INTO span_sightings AS s (hash, language, requests, marks, flagged, unresolved)
      SELECT decode(n.hash, 'hex'), n.language, n.requests, CASE WHEN n.requests < ${least} THEN n.marks ELSE '{}' END,
        n.flagged, n.unresolved
      FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
        AS n (hash text, language text, requests int, marks text[], flagged int, unresolved int)
      ORDER BY 1
      ON CONFLICT (hash) DO UPDATE SET
        requests = CASE WHEN greatest(s.requests, excluded.requests) < ${least}
          THEN cardinality(all_marks(s.marks, excluded.marks)) ELSE s.requests + excluded.requests END,
        marks = CASE WHEN greatest(s.requests, excluded.requests, cardinality(all_marks(s.marks, excluded.marks))) < ${least}
          THEN all_marks(s.marks, excluded.marks) ELSE '{}' END,
        flagged = s.flagged + excluded.flagged,
        unresolved = s.unresolved + excluded.unresolved,
        last_seen = current_date
      WHERE greatest(s.requests, excluded.requests) >= ${least} OR NOT excluded.marks <@ s.marks
      RETURNING s.hash, s.requests
    )
    SELECT encode(hash, 'hex') AS hash FROM counted WHERE requests >= ${least}`.execute(trx);
  return rows.map(({ hash }) => hash);
}

/** The words stay as first stored; what is nearest is of the last request. */
async function storeWords(trx: Kysely<Database>, words: ReadonlyMap<string, SpanWords>): Promise<void> {
  const rows = [...words].map(([hash, word]) => ({ hash, ...word }));
  await sql`
    UPDATE span_sightings s SET span = coalesce(s.span, w.span), nearest_code = w.code, nearest_display = w.display,
      nearest_cosine = w.cosine
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS w (hash text, span text, code bigint, display text, cosine real)
    WHERE s.hash = decode(w.hash, 'hex')`.execute(trx);
}

/** Deletes the spans that did not come for this many days; a row that another process counts now is left for the next time. */
export async function forgetSpans(db: Kysely<Database>, days: number): Promise<void> {
  await sql`DELETE FROM span_sightings WHERE hash IN (
    SELECT hash FROM span_sightings WHERE last_seen < current_date - ${days}::int FOR UPDATE SKIP LOCKED)`.execute(db);
}
