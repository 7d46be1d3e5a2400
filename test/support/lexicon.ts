/** Small lexicons for database tests, and curators who edit them. */

import { fileURLToPath } from 'node:url';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, LexiconRows, TriggerRow, WordClassRow } from '../../server/db/tables.js';
import { readWordClasses } from '../../server/lexicon/word-classes.js';

/** The shipped classes of words. */
export const WORD_CLASSES: readonly WordClassRow[] = readWordClasses(
  fileURLToPath(new URL('../../../lexicons', import.meta.url)),
  [],
);

/** A negating trigger as the shipped files have it. */
export function trigger(phrase: string, more: Partial<TriggerRow> = {}): TriggerRow {
  return {
    id: 0,
    language: 'en',
    kind: 'trigger',
    axis: 'assertion',
    value: 'negated',
    phrase,
    direction: 'forward',
    max_tokens: null,
    stop_at_comma: false,
    clause_initial: false,
    stops: null,
    ignores: [],
    in_span: 'never',
    may_cover_target: false,
    priority: 50,
    strength: 0.95,
    reason: null,
    case_sensitive: false,
    accent_sensitive: false,
    example_ok: `${phrase} [fever]`,
    example_not: null,
    version: 0,
    ...more,
  };
}

/** Shipped files with these triggers and the classes of words only. */
export const files = (
  ...triggers: TriggerRow[]
): Omit<LexiconRows, 'version'> & { readonly wordClasses: readonly WordClassRow[] } => ({
  triggers,
  sections: [],
  words: [],
  confidences: [],
  wordClasses: WORD_CLASSES,
});

/** A transaction of a curator, as psql would run it: who, which draft, why, then plain SQL. */
export function curate<T>(
  db: Kysely<Database>,
  who: { readonly author?: string; readonly draft?: string; readonly reason?: string },
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const { author = '', draft = '', reason = '' } = who;
    await sql`SELECT set_config('lexicon.author', ${author}, true), set_config('lexicon.draft', ${draft}, true),
      set_config('lexicon.reason', ${reason}, true)`.execute(trx);
    return work(trx);
  });
}

/** The rows that a statement gives. */
export async function rowsOf(db: Kysely<Database>, statement: string): Promise<Record<string, unknown>[]> {
  return (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows;
}

/** The values of INSERT INTO triggers or draft_triggers for a phrase that negates what follows. */
export function negating(phrase: string): string {
  return `(language, axis, value, phrase, direction, example_ok)
    VALUES ('en', 'assertion', 'negated', '${phrase}', 'forward', '${phrase} [fever].')`;
}
