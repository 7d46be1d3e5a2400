/** The lexicon tables: read whole for the engine, and published from the shipped files without losing a site's edits. */

import { type Kysely, sql, type Transaction } from 'kysely';
import { FILE_COLUMNS, type FileTable, type LexiconTable, REMARK_COLUMNS, SERVICE_AUTHOR } from './lexicon-columns.js';
import { readTwice } from './read-twice.js';
import type { CaseRow, Database, LexiconRows, WordClassRow } from './tables.js';
import { liftTimeLimits, lockUntilCommit } from './transaction.js';
import { addWordClasses } from './word-classes.js';

/** The tables with the member of LexiconRows that holds their rows. */
export const MEMBERS = {
  triggers: 'triggers',
  section_rules: 'sections',
  token_classes: 'words',
  confidence_points: 'confidences',
} as const satisfies Record<LexiconTable, keyof LexiconRows>;
export const TABLES = Object.keys(MEMBERS) as LexiconTable[];

/** A row of any lexicon table. */
export interface Row {
  readonly id: number;
}

/**
 * All enabled rows and their version, from one snapshot.
 * @param known an earlier version: then only the rows that changed since are read, and the others are the same objects
 */
export async function readLexicon(db: Kysely<Database>, known?: LexiconRows): Promise<LexiconRows> {
  return inSnapshot(db, (trx) => readNewest(trx, known));
}

/** Runs reads of the lexicon in one snapshot; again from the beginning, once, where its connection is cut. */
export function inSnapshot<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return readTwice(db, () => db.transaction().setIsolationLevel('repeatable read').execute(work));
}

/** What `readLexicon` reads, in the snapshot of the caller. */
export async function readNewest(trx: Transaction<Database>, known?: LexiconRows): Promise<LexiconRows> {
  const newest = await trx
    .selectFrom('lexicon_versions')
    .select((eb) => eb.fn.max('version').as('version'))
    .executeTakeFirst();
  const version = Number(newest?.version ?? 0);
  const changed = known === undefined ? undefined : await changedRows(trx, known.version);
  const read = async (table: LexiconTable): Promise<readonly Row[]> => {
    if (known === undefined || changed === undefined) return enabledRows(trx, table);
    const ids = changed.get(table);
    const before: readonly Row[] = known[MEMBERS[table]];
    // The very list, so that what was made of it stays.
    if (ids === undefined) return before;
    const now = await enabledRows(trx, table, [...ids]);
    return [...before.filter(({ id }) => !ids.has(id)), ...now].sort((x, y) => x.id - y.id);
  };
  const rows: Partial<Record<keyof LexiconRows, readonly Row[]>> = {};
  for (const table of TABLES) rows[MEMBERS[table]] = await read(table);
  return { ...rows, version } as unknown as LexiconRows;
}

/** The ids of the rows of each table that began or ended after a version. */
export async function changedRows(
  trx: Transaction<Database>,
  version: number,
): Promise<Map<LexiconTable, Set<number>>> {
  const { rows } = await sql<{ table_name: LexiconTable; row_id: number }>`
    SELECT table_name, row_id FROM lexicon_history WHERE version_from > ${version}::int
    UNION SELECT table_name, row_id FROM lexicon_history WHERE version_to > ${version}::int`.execute(trx);
  const changed = new Map<LexiconTable, Set<number>>();
  for (const { table_name: table, row_id: id } of rows) {
    const ids = changed.get(table);
    if (ids === undefined) changed.set(table, new Set([id]));
    else ids.add(id);
  }
  return changed;
}

async function enabledRows(trx: Transaction<Database>, table: LexiconTable, ids?: readonly number[]): Promise<Row[]> {
  // Only what the engine reads: the whole row has its shipped form beside it.
  const columns = sql.join(readColumns(table).map((column) => sql.ref(column)));
  const chosen = ids === undefined ? sql`` : sql`AND id = ANY (${ids}::int[])`;
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM ${sql.table(table)} WHERE enabled ${chosen} ORDER BY id`.execute(trx);
  return rows;
}

/** The columns of a row that the engine reads. */
export function readColumns(table: LexiconTable): readonly string[] {
  return ['id', 'version', ...columnsOf(table)];
}

/** What publishing the shipped rows did. */
export interface PublishReport {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** Shipped rows that changed but that this site has changed or deleted: left as the site has them. */
  readonly conflicts: readonly { readonly table: string; readonly key: string }[];
}

const NOTHING_DONE: PublishReport = { inserted: 0, updated: 0, deleted: 0, conflicts: [] };

/** The columns that say what a row does, with its language. */
export function columnsOf(table: FileTable): readonly string[] {
  return ['language', ...FILE_COLUMNS[table]];
}

/** The checksum of the shipped lexicon that this database holds. */
export async function builtinChecksum(db: Kysely<Database>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('builtin_files').select('checksum').where('name', '=', name).executeTakeFirst();
  return row?.checksum;
}

/**
 * Makes the shipped rows the built-in rows of the database, as one new lexicon version. A row that this site changed or
 * deleted stays as the site has it; it is listed as a conflict when the shipped row has changed since. Classes of words are added, and no
 * part of the version.
 * @throws the database's own refusal, with the reason, when a shipped row cannot work
 */
export async function publishBuiltinLexicon(
  db: Kysely<Database>,
  files: Omit<LexiconRows, 'version'> & {
    readonly cases?: readonly CaseRow[];
    readonly wordClasses?: readonly WordClassRow[];
  },
  checksum: string,
): Promise<PublishReport> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('lexicon.loading', 'on', true), set_config('lexicon.author', ${SERVICE_AUTHOR}, true),
      set_config('lexicon.reason', 'built-in rows', true)`.execute(trx);
    await liftTimeLimits(trx);
    await lockUntilCommit(trx, 'lexicon_versions');
    // Another process may have done it while this one waited.
    if ((await builtinChecksum(trx, 'lexicons')) === checksum) return NOTHING_DONE;
    await addWordClasses(trx, files.wordClasses ?? []);
    const reports = [
      await publishTable(trx, 'triggers', files.triggers),
      await publishTable(trx, 'section_rules', files.sections),
      await publishTable(trx, 'token_classes', files.words),
      await publishTable(trx, 'confidence_points', files.confidences),
      ...(files.cases === undefined ? [] : [await publishTable(trx, 'lexicon_cases', files.cases)]),
    ];
    await trx
      .insertInto('builtin_files')
      .values({ name: 'lexicons', checksum })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ checksum, loaded_at: sql`now()` }))
      .execute();
    return {
      inserted: reports.reduce((sum, report) => sum + report.inserted, 0),
      updated: reports.reduce((sum, report) => sum + report.updated, 0),
      deleted: reports.reduce((sum, report) => sum + report.deleted, 0),
      conflicts: reports.flatMap((report) => report.conflicts),
    };
  });
}

async function publishTable(
  trx: Transaction<Database>,
  table: FileTable,
  rows: readonly object[],
): Promise<PublishReport> {
  const names = columnsOf(table);
  const all = [...names, ...REMARK_COLUMNS];
  const columns = sql.join(all.map((column) => sql.ref(column)));
  const assignments = sql.join(all.map((column) => sql`${sql.ref(column)} = f.${sql.ref(column)}`));
  // A remark of a release is no conflict with what a site has made of the row.
  const remarks = sql`${sql.lit(`{${REMARK_COLUMNS.join()}}`)}::text[]`;
  const picked = rows.map((row) => Object.fromEntries(all.map((column) => [column, row[column as keyof typeof row]])));
  await sql`CREATE TEMP TABLE shipped_rows ON COMMIT DROP AS
    SELECT f.*, p.notes, coalesce(p.enabled, true) AS enabled,
      to_jsonb(f) || jsonb_strip_nulls(jsonb_build_object('notes', p.notes, 'enabled', nullif(p.enabled, true))) AS shipped_form,
      lexicon_row_key(${table}, to_jsonb(f)) AS row_key
    FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(picked)}::jsonb) p,
      LATERAL (SELECT ${sql.join(names.map((column) => sql`p.${sql.ref(column)}`))}) f`.execute(trx);
  const key = sql`lexicon_row_key(${table}, coalesce(t.shipped, to_jsonb(t)))`;
  const conflicts = await sql<{ row_key: string }>`
    SELECT f.row_key FROM shipped_rows f JOIN ${sql.table(table)} t ON ${key} = f.row_key
    WHERE t.origin = 'local' AND t.shipped - ${remarks} IS DISTINCT FROM f.shipped_form - ${remarks}
    UNION ALL
    SELECT f.row_key FROM shipped_rows f JOIN lexicon_removals r ON r.table_name = ${table} AND r.row_key = f.row_key
    WHERE r.shipped - ${remarks} <> f.shipped_form - ${remarks} ORDER BY 1`.execute(trx);
  const deleted = await sql`
    DELETE FROM ${sql.table(table)} t WHERE t.origin = 'builtin'
      AND NOT EXISTS (SELECT FROM shipped_rows f WHERE f.row_key = ${key})`.execute(trx);
  const updated = await sql`
    UPDATE ${sql.table(table)} t SET ${assignments}, shipped = f.shipped_form FROM shipped_rows f
    WHERE ${key} = f.row_key AND t.origin = 'builtin'
      AND t.shipped <> f.shipped_form`.execute(trx);
  const inserted = await sql`
    INSERT INTO ${sql.table(table)} (${columns}, shipped) SELECT ${columns}, f.shipped_form FROM shipped_rows f
    WHERE NOT EXISTS (SELECT FROM ${sql.table(table)} t WHERE ${key} = f.row_key)
      AND NOT EXISTS (SELECT FROM lexicon_removals r WHERE r.table_name = ${table} AND r.row_key = f.row_key)`.execute(
    trx,
  );
  await sql`DROP TABLE shipped_rows`.execute(trx);
  return {
    inserted: Number(inserted.numAffectedRows ?? 0n),
    updated: Number(updated.numAffectedRows ?? 0n),
    deleted: Number(deleted.numAffectedRows ?? 0n),
    conflicts: conflicts.rows.map((row) => ({ table, key: row.row_key.replaceAll('\t', ' ') })),
  };
}
