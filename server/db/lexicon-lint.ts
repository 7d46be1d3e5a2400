/** What the linter reads: the findings of its SQL views, the cases, and which rows are this site's own. */

import { type Kysely, sql } from 'kysely';
import type { Language } from '../domain/language.js';
import type { Database } from './tables.js';

/** One finding: a row of the view lexicon_lint. */
export interface LintRow {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'hint';
  readonly table_name: string;
  readonly row_id: number | null;
  readonly language: Language;
  readonly phrase: string | null;
  readonly message: string;
}

/** A text of a case, in its language. */
export interface CaseText {
  readonly language: Language;
  readonly text: string;
}

/** All findings of the view. */
export async function readLint(db: Kysely<Database>): Promise<LintRow[]> {
  const { rows } = await sql<LintRow>`
    SELECT rule, severity, table_name, row_id, language, phrase, message FROM lexicon_lint`.execute(db);
  return rows;
}

/** The texts of the enabled cases. */
export async function readCaseTexts(db: Kysely<Database>): Promise<CaseText[]> {
  const { rows } = await sql<CaseText>`
    SELECT language, text FROM lexicon_cases WHERE enabled`.execute(db);
  return rows;
}

/** The ids of the triggers that this site added or changed. */
export async function readLocalTriggers(db: Kysely<Database>): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM triggers WHERE origin = 'local' AND enabled`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
