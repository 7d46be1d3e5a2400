/** The classes of words: a reference table that the files of the lexicon bring, and to which a site adds rows of its own. */

import { type Kysely, sql } from 'kysely';
import { WORD_CLASS_COLUMNS } from './lexicon-columns.js';
import type { Database, WordClassRow } from './tables.js';

/** All rows. */
export function readWordClassRows(db: Kysely<Database>): Promise<WordClassRow[]> {
  return db.selectFrom('word_classes').select(WORD_CLASS_COLUMNS).execute();
}

/**
 * Adds rows, and gives those that stand already their meaning; others stay. The words come after them.
 * @returns how many rows that changed
 */
export async function addWordClasses(db: Kysely<Database>, rows: readonly WordClassRow[]): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO word_classes AS c (class, value, meaning)
    SELECT f.class, f.value, f.meaning FROM jsonb_populate_recordset(NULL::word_classes, ${JSON.stringify(rows)}::jsonb) f
    ON CONFLICT (class, value) DO UPDATE SET meaning = excluded.meaning WHERE c.meaning <> excluded.meaning`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
