/** The drafts of the lexicon, as a list to choose from. */

import { type Kysely, sql } from 'kysely';
import { readTwice } from './read-twice.js';
import type { Database } from './tables.js';

/** The most drafts of a list. */
const MOST = 100;

export interface DraftSummary {
  readonly name: string;
  /** Rows that it adds, changes or deletes. */
  readonly changes: number;
  /** Whether the cases were tried with the draft as it is. */
  readonly state: 'checked' | 'waiting';
  /** Cases and examples that it breaks; null while it is not checked. */
  readonly broken: number | null;
  /** ISO 8601, UTC. */
  readonly changed_at: string;
}

/** The drafts, the one that was edited last first; at most 100. */
export async function listDrafts(db: Kysely<Database>): Promise<DraftSummary[]> {
  const statement = sql<Omit<DraftSummary, 'changed_at'> & { changed_at: Date }>`
    SELECT draft AS name, changes, state, broken, changed_at FROM lexicon_draft_status
    ORDER BY changed_at DESC, draft LIMIT ${MOST}::int`;
  const { rows } = await readTwice(db, () => statement.execute(db));
  return rows.map((row) => ({ ...row, changed_at: row.changed_at.toISOString() }));
}
