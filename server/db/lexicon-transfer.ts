/** The lexicon tables and the cases as a whole: read for an export, and made equal to the rows of files by an import. */

import { type Kysely, sql } from 'kysely';
import type { Language } from '../domain/language.js';
import { columnsOf, inSnapshot, TABLES } from './lexicon.js';
import { type FileTable, REMARK_COLUMNS } from './lexicon-columns.js';
import type { Database, WordClassRow } from './tables.js';
import { liftTimeLimits, lockUntilCommit } from './transaction.js';
import { addWordClasses, readWordClassRows } from './word-classes.js';

type Row = Readonly<Record<string, unknown>>;
type Trx = Kysely<Database>;

/** The columns that tell a row from the others of its table; those that end in _norm are folded. */
const KEYS: Readonly<Record<FileTable, readonly string[]>> = {
  triggers: ['language', 'kind', 'axis', 'phrase_norm', 'direction'],
  section_rules: ['language', 'heading_norm'],
  token_classes: ['language', 'class', 'word_norm'],
  confidence_points: ['language', 'axis', 'value', 'source', 'score'],
  lexicon_cases: ['language', 'text', 'span', 'occurrence', 'note_date'],
};
const FILE_TABLES: readonly FileTable[] = [...TABLES, 'lexicon_cases'];
const REFUSALS_SHOWN = 20;
const STEPS = ['removed', 'changed', 'added'] as const;
type Step = (typeof STEPS)[number];

/** Rows with their place in a file ("en/assertion.tsv:12"). */
export type PlacedRows = Readonly<Record<FileTable, readonly { readonly place: string }[]>>;

export interface ImportOptions {
  /** The draft that takes the differences; null: they go live, as one version. Cases are no part of a draft. */
  readonly draft: string | null;
  /** Leaves rows alone that the files lack. */
  readonly keep: boolean;
  /** Are added at once: they are no part of a draft. */
  readonly wordClasses: readonly WordClassRow[];
  /** The cases of other languages are left alone. */
  readonly caseLanguages: readonly Language[];
  /** Empty: the role of the database. */
  readonly author: string;
  readonly reason: string;
}

/** How many rows of a table an import changed. */
export type TableReport = Readonly<Record<Step, number>>;
export type ImportReport = Readonly<Record<FileTable, TableReport>>;

/** What an import did to the tables, and how many classes of words it added or gave another meaning. */
export interface Imported {
  readonly report: ImportReport;
  readonly wordClasses: number;
}

/** Rows that the database refused, each with file, line and its reason. */
export class ImportRefused extends Error {
  constructor(readonly refusals: readonly string[]) {
    super(`Nothing was imported, ${refusals.length} row(s) are refused:\n${refusals.join('\n')}`);
    this.name = 'ImportRefused';
  }
}

type WholeLexicon = Readonly<Record<FileTable, Row[]>> & { readonly word_classes: WordClassRow[] };

/** All rows, those that are switched off too, from one snapshot. @throws Error when there are none yet */
export async function readWholeLexicon(db: Kysely<Database>): Promise<WholeLexicon> {
  return inSnapshot(db, async (trx) => {
    await refuseEmpty(trx);
    const rows: Partial<Record<FileTable, Row[]>> = {};
    for (const table of FILE_TABLES) {
      const columns = sql.join(['id', ...transferred(table)].map(readable));
      rows[table] = (await sql<Row>`SELECT ${columns} FROM ${sql.table(table)} ORDER BY id`.execute(trx)).rows;
    }
    return { ...(rows as Record<FileTable, Row[]>), word_classes: await readWordClassRows(trx) };
  });
}

/**
 * Makes the tables, or what a draft makes of them, and the cases equal to the rows of files; all in one transaction.
 * @throws ImportRefused with file and line of each row that cannot work; nothing is written then
 */
export async function importLexicon(db: Kysely<Database>, rows: PlacedRows, options: ImportOptions): Promise<Imported> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('lexicon.author', ${options.author}, true),
      set_config('lexicon.reason', ${options.reason}, true), set_config('lexicon.draft', ${options.draft ?? ''}, true)`.execute(
      trx,
    );
    await liftTimeLimits(trx);
    await lockUntilCommit(trx, 'lexicon_versions');
    await refuseEmpty(trx);
    const wordClasses = await addWordClasses(trx, options.wordClasses);
    const refusals: string[] = [];
    const report: Partial<Record<FileTable, TableReport>> = {};
    for (const table of FILE_TABLES) {
      await stage(trx, table, rows[table], options);
      refusals.push(...(await doubles(trx, table)));
      if (refusals.length === 0) report[table] = await applyStaged(trx, table, options, refusals);
      await sql`DROP TABLE import_rows`.execute(trx);
    }
    if (refusals.length > 0) throw new ImportRefused(refusals);
    return { report: report as ImportReport, wordClasses };
  });
}

function transferred(table: FileTable): readonly string[] {
  return [...columnsOf(table), ...REMARK_COLUMNS, ...(table === 'lexicon_cases' ? ['author'] : [])];
}

/** A date as a file has it, whatever the session's style. */
function readable(column: string) {
  return column === 'note_date' ? sql`to_char(note_date, 'YYYY-MM-DD') AS note_date` : sql.ref(column);
}

/** A column of the files; a case of a file that names no author keeps the one it has. */
function fileValue(column: string, author: ReturnType<typeof sql>) {
  return column === 'author' ? sql`coalesce(f.author, ${author})` : sql.ref(`f.${column}`);
}

/** The columns of KEYS, so that they can be compared. */
function keyColumn(column: string, alias = '') {
  const ref = sql.ref(`${alias}${column}`);
  return column === 'note_date' ? sql`coalesce(${ref}, '-infinity')` : ref;
}

async function refuseEmpty(trx: Trx): Promise<void> {
  const { rows } = await sql`SELECT FROM builtin_files WHERE name = 'lexicons'`.execute(trx);
  if (rows.length === 0)
    throw new Error('This database has no lexicon yet: start the service on it once, which loads the built-in rows.');
}

/** The rows of the files beside the live row of the same key, with what is to be done. */
async function stage(trx: Trx, table: FileTable, rows: readonly object[], options: ImportOptions): Promise<void> {
  const columns = transferred(table);
  const norms = KEYS[table].filter((column) => column.endsWith('_norm'));
  const folded = norms.map((norm) => sql`, fold(f.${sql.ref(norm.replace('_norm', ''))}) AS ${sql.ref(norm)}`);
  const picked = rows.map((row) =>
    Object.fromEntries([...columns, 'place'].map((column) => [column, row[column as keyof typeof row]])),
  );
  const own = sql.join(columns.map((column) => sql`f.${sql.ref(column)}`));
  await sql`CREATE TEMP TABLE import_rows ON COMMIT DROP AS
    SELECT ${own}, r.value ->> 'place' AS place, r.ordinality${sql.join(folded, sql``)}
    FROM jsonb_array_elements(${JSON.stringify(picked)}::jsonb) WITH ORDINALITY r,
      LATERAL jsonb_populate_record(NULL::${sql.table(table)}, r.value) f`.execute(trx);
  const same = sql.join(
    KEYS[table].map((column) => sql`${keyColumn(column, 't.')} = ${keyColumn(column, 'f.')}`),
    sql` AND `,
  );
  const live = sql.join(columns.map((column) => sql.ref(`t.${column}`)));
  const filed = sql.join(columns.map((column) => fileValue(column, sql.ref('t.author'))));
  await sql`ALTER TABLE import_rows ADD row_id int, ADD is_same boolean`.execute(trx);
  await sql`UPDATE import_rows f SET row_id = t.id, is_same = (${live}) IS NOT DISTINCT FROM (${filed})
    FROM ${target(table, options)} t WHERE ${same}`.execute(trx);
}

function target(table: FileTable, { draft }: ImportOptions) {
  return sql.table(draft === null || table === 'lexicon_cases' ? table : `draft_${table}`);
}

/** Rows of the files that the database would take for one. */
async function doubles(trx: Trx, table: FileTable): Promise<string[]> {
  const key = sql.join(KEYS[table].map((column) => keyColumn(column)));
  const folded = KEYS[table].some((column) => column.endsWith('_norm')) ? ' (case and accents do not count)' : '';
  const { rows } = await sql<{ places: string[] }>`
    SELECT array_agg(place ORDER BY ordinality) AS places FROM import_rows
    GROUP BY ${key} HAVING count(*) > 1 ORDER BY min(ordinality)`.execute(trx);
  return rows.map(
    ({ places: [first, ...more] }) => `${more.join(', ')}: the same row stands at ${first}${folded}: keep one`,
  );
}

/** Removes, changes and adds set by set; where the database refuses a set, row by row, to tell which rows. */
async function applyStaged(
  trx: Trx,
  table: FileTable,
  options: ImportOptions,
  refusals: string[],
): Promise<TableReport> {
  const report = { removed: 0, changed: 0, added: 0 };
  for (const step of STEPS) {
    if (step === 'removed' && options.keep) continue;
    await sql`SAVEPOINT step`.execute(trx);
    try {
      report[step] = Number((await statement(table, step, options).execute(trx)).numAffectedRows ?? 0n);
    } catch (error) {
      await sql`ROLLBACK TO SAVEPOINT step`.execute(trx);
      const found = step === 'removed' ? [] : await refusedRows(trx, table, step, options);
      if (found.length === 0) throw error;
      refusals.push(...found);
    }
    await sql`RELEASE SAVEPOINT step`.execute(trx);
  }
  return report;
}

function statement(table: FileTable, step: Step, options: ImportOptions, place?: string) {
  const live = target(table, options);
  const columns = transferred(table);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const only = place === undefined ? sql`` : sql`AND f.place = ${place}`;
  const ofLanguages =
    table === 'lexicon_cases' ? sql`AND t.language = ANY (${[...options.caseLanguages]}::text[])` : sql``;
  switch (step) {
    case 'removed':
      return sql`DELETE FROM ${live} t WHERE NOT EXISTS (SELECT FROM import_rows f WHERE f.row_id = t.id) ${ofLanguages}`;
    case 'changed': {
      const assignments = sql.join(
        columns.map((column) => sql`${sql.ref(column)} = ${fileValue(column, sql.ref('t.author'))}`),
      );
      return sql`UPDATE ${live} t SET ${assignments} FROM import_rows f WHERE t.id = f.row_id AND NOT f.is_same ${only}`;
    }
    case 'added': {
      const values = sql.join(columns.map((column) => fileValue(column, sql`lexicon_editor()`)));
      return sql`INSERT INTO ${live} (${names}) SELECT ${values} FROM import_rows f WHERE f.row_id IS NULL ${only}`;
    }
  }
}

/** Tries the rows of a step one by one, and undoes each. */
async function refusedRows(trx: Trx, table: FileTable, step: Step, options: ImportOptions): Promise<string[]> {
  const chosen = step === 'added' ? sql`row_id IS NULL` : sql`NOT is_same`;
  const { rows } = await sql<{
    place: string;
  }>`SELECT place FROM import_rows WHERE ${chosen} ORDER BY ordinality`.execute(trx);
  const refusals: string[] = [];
  for (const { place } of rows) {
    await sql`SAVEPOINT one`.execute(trx);
    const refusal = await statement(table, step, options, place)
      .execute(trx)
      .then(() => null, reasonOf);
    await sql`ROLLBACK TO SAVEPOINT one`.execute(trx);
    if (refusal !== null) refusals.push(`${place}: ${refusal}`);
    if (refusals.length === REFUSALS_SHOWN) break;
  }
  return refusals;
}

function reasonOf(error: unknown): string {
  const { message, hint } = error as { message: string; hint?: string };
  return hint ? `${message}. ${hint}` : message;
}
