/** The rows of an earlier lexicon version and of a draft; rows that are as in the lexicon at hand are the same objects. */

import { type Kysely, sql, type Transaction } from 'kysely';
import { changedRows, inSnapshot, MEMBERS, type Row, readColumns, readNewest, TABLES } from './lexicon.js';
import type { LexiconTable } from './lexicon-columns.js';
import { readTwice } from './read-twice.js';
import type { Database, LexiconRows } from './tables.js';

/** What a draft is laid over, and what it holds. */
export interface DraftState {
  /** The newest version. */
  readonly version: number;
  /** Changes when the draft changes. */
  readonly fingerprint: string;
}

/** The rows with a draft laid over them; those that the draft adds have negative ids and come last. */
export interface DraftRows extends DraftState {
  readonly rows: LexiconRows;
}

interface StoredRow {
  readonly table_name: LexiconTable;
  readonly row_data: Readonly<Record<string, unknown>> & Row & { readonly enabled: boolean };
}

/** All enabled rows of a version; null when there is no such version. */
export function readLexiconAt(db: Kysely<Database>, version: number, known: LexiconRows): Promise<LexiconRows | null> {
  return inSnapshot(db, async (trx) => {
    const exists = await trx
      .selectFrom('lexicon_versions')
      .select('version')
      .where('version', '=', version)
      .executeTakeFirst();
    if (exists === undefined) return null;
    const since = Math.min(version, known.version);
    const changed = await changedRows(trx, since);
    const { rows } = await sql<StoredRow>`
      SELECT table_name, row_data FROM lexicon_history
      WHERE version_from <= ${version}::int AND (version_to IS NULL OR version_to > ${version}::int)
        AND (version_from > ${since}::int OR version_to > ${since}::int)`.execute(trx);
    return { ...overlay(known, changed, rows), version };
  });
}

/** The state of a draft, to know whether it was read already; null when there is no such draft. */
export async function readDraftState(db: Kysely<Database>, draft: string): Promise<DraftState | null> {
  const statement = sql<DraftState>`
    SELECT (SELECT max(version) FROM lexicon_versions) AS version, lexicon_draft_fingerprint(name) AS fingerprint
    FROM lexicon_drafts WHERE name = ${draft}`;
  const { rows } = await readTwice(db, () => statement.execute(db));
  return rows[0] ?? null;
}

/** The newest rows with a draft laid over them, and the state that they are of; null when there is no such draft. */
export function readLexiconDraft(db: Kysely<Database>, draft: string, known: LexiconRows): Promise<DraftRows | null> {
  return inSnapshot(db, async (trx) => {
    const state = await readDraftState(trx, draft);
    return state && { ...state, rows: await readDrafted(trx, draft, known) };
  });
}

async function readDrafted(trx: Transaction<Database>, draft: string, known: LexiconRows): Promise<LexiconRows> {
  const newest = await readNewest(trx, known);
  const { rows } = await sql<{ table_name: LexiconTable; row_id: number; row_data: StoredRow['row_data'] | null }>`
    SELECT table_name, row_id, row_data FROM lexicon_draft_changes WHERE draft = ${draft}`.execute(trx);
  const changed = new Map(TABLES.map((table) => [table, new Set<number>()]));
  for (const row of rows) changed.get(row.table_name)?.add(row.row_id);
  const drafted = rows.filter((row): row is typeof row & StoredRow => row.row_data !== null);
  return overlay(newest, changed, drafted);
}

/** The rows at hand without those that changed, and with the rows that stand in their place. */
function overlay(
  known: LexiconRows,
  changed: ReadonlyMap<LexiconTable, ReadonlySet<number>>,
  stored: readonly StoredRow[],
): LexiconRows {
  const rows: Partial<Record<keyof LexiconRows, readonly Row[]>> = {};
  for (const table of TABLES) {
    const ids = changed.get(table);
    const before: readonly Row[] = known[MEMBERS[table]];
    rows[MEMBERS[table]] = before;
    if (ids === undefined || ids.size === 0) continue;
    const mine = stored.filter((row) => row.table_name === table && row.row_data.enabled);
    const read = mine.map((row) => picked(row.row_data, readColumns(table)));
    const kept = before.filter(({ id }) => !ids.has(id));
    rows[MEMBERS[table]] = [...kept, ...read].sort((x, y) => place(x.id) - place(y.id));
  }
  return { ...rows, version: known.version } as unknown as LexiconRows;
}

function picked(row: StoredRow['row_data'], columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as unknown as Row;
}

/** New rows come behind all others, the first drafted first, as when they will be live: the order of rows decides ties. */
function place(id: number): number {
  return id < 0 ? 2 ** 31 - id : id;
}
