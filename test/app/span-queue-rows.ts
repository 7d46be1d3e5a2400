/** What tests read of the span queue, and where words lie in a database. */

import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/tables.js';

export interface QueuedSpan {
  readonly span: string;
  readonly language: string;
  readonly flagged: number;
  readonly unresolved: number;
  readonly requests: number;
  readonly first_seen: string;
  readonly last_seen: string;
  readonly nearest_code: string | null;
  readonly nearest_display: string | null;
  readonly nearest_cosine: number | null;
}

/** The view `span_queue`, in its own order. */
export async function queued(db: Kysely<Database>): Promise<QueuedSpan[]> {
  const { rows } = await sql<QueuedSpan>`
    SELECT span, language, flagged, unresolved, requests, first_seen::text, last_seen::text, nearest_code, nearest_display,
      nearest_cosine FROM span_queue`.execute(db);
  return rows;
}

/**
 * The tables of which a row holds the words (lower case) in any column, as text or as bytes; tables of vectors hold numbers only. Looking at
 * every row may take longer than a service may.
 */
export async function holdersOf(db: Kysely<Database>, words: string): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(trx);
    const tables = await sql<{ name: string }>`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname NOT LIKE 'embeddings\\_m%' ORDER BY 1`.execute(trx);
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const bytes = Buffer.from(words).toString('hex');
      const { rows } = await sql`SELECT FROM ${sql.table(name)} t
        WHERE lower(t::text) LIKE ${`%${words}%`} OR t::text LIKE ${`%${bytes}%`} LIMIT 1`.execute(trx);
      if (rows.length > 0) found.push(name);
    }
    return found;
  });
}
