/** The table NOTE_NLP of OMOP's common data model 5.4 in a site's schema: checked, made where that is asked for, and written. */

import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { isDatabaseUnavailable, isTableMissing } from './failure.js';
import type { Database } from './tables.js';

/** The columns of CDM 5.4 with their types in PostgreSQL. */
const COLUMNS = {
  note_nlp_id: 'bigint NOT NULL',
  note_id: 'bigint NOT NULL',
  section_concept_id: 'integer',
  snippet: 'varchar(250)',
  offset: 'varchar(50)',
  lexical_variant: 'varchar(250) NOT NULL',
  note_nlp_concept_id: 'integer',
  note_nlp_source_concept_id: 'integer',
  nlp_system: 'varchar(250)',
  nlp_date: 'date NOT NULL',
  nlp_datetime: 'timestamp',
  term_exists: 'varchar(1)',
  term_temporal: 'varchar(50)',
  term_modifiers: 'varchar(2000)',
} as const;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

export interface Target {
  /** Schema and name, quoted as SQL needs it. */
  readonly table: string;
  /** Its schema, not quoted. */
  readonly schema: string;
}

/** The table of this name, `note_nlp` or `cdm.note_nlp`, as SQL reads names; null where there is none. */
export async function findTarget(db: Kysely<Database>, name: string): Promise<Target | null> {
  const { rows } = await sql<Target>`
    SELECT format('%I.%I', n.nspname, c.relname) AS table, n.nspname AS schema
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = to_regclass(${name}) AND c.relkind IN ('r', 'p')`.execute(db);
  return rows[0] ?? null;
}

/** Makes it with the columns of CDM 5.4, whose numbers of notes and rows are wider here, for a site may have more than 2^31. */
export async function createTarget(db: Kysely<Database>, name: string): Promise<void> {
  const { rows } = await sql<{ parts: string[] }>`SELECT parse_ident(${name}) AS parts`.execute(db);
  const table = sql.id(...(rows[0]?.parts ?? []));
  const columns = NAMES.map((column) => sql`${sql.id(column)} ${sql.raw(COLUMNS[column])}`);
  await db.transaction().execute(async (trx) => {
    await sql`CREATE TABLE ${table} (${sql.join(columns)}, PRIMARY KEY (note_nlp_id))`.execute(trx);
    await sql`CREATE INDEX ON ${table} (note_id)`.execute(trx);
  });
}

/**
 * Looks whether results can be written there.
 * @throws Error that says what is missing, and how to mend it
 */
export async function checkTarget(db: Kysely<Database>, { table }: Target): Promise<void> {
  const { rows } = await sql<{ missing: string[] | null; others: string[] | null; indexed: boolean; may: boolean }>`
    SELECT ARRAY(SELECT unnest(${NAMES}::text[]) EXCEPT SELECT attname::text FROM pg_attribute
        WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY 1) AS missing,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped
        AND attnotnull AND NOT atthasdef AND attidentity = '' AND attname <> ALL (${NAMES}::text[]) ORDER BY 1) AS others,
      EXISTS (SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indrelid = ${table}::regclass AND a.attname = 'note_id' AND i.indpred IS NULL) AS indexed,
      has_table_privilege(${table}::regclass, 'SELECT') AND has_table_privilege(${table}::regclass, 'INSERT')
        AND has_table_privilege(${table}::regclass, 'DELETE') AS may`.execute(db);
  const { missing, others, indexed, may } = rows[0] ?? { missing: [], others: [], indexed: false, may: false };
  if (missing?.length) throw new Error(`${table} lacks columns of NOTE_NLP of CDM 5.4: ${missing.join(', ')}.`);
  if (others?.length)
    throw new Error(`${table} has columns that need a value and are not of CDM 5.4: ${others.join(', ')}.`);
  if (!may) throw new Error(`The role of the service may not SELECT, INSERT and DELETE in ${table}: grant that.`);
  if (!indexed)
    throw new Error(
      `${table} has no index that begins with note_id: CREATE INDEX ON ${table} (note_id), as CDM 5.4 has.`,
    );
}

/** Has the numbers of rows go on above those that the table has. */
export async function numberAbove(db: Kysely<Database>, { table }: Target): Promise<void> {
  await sql`
    SELECT setval('bulk_note_nlp_id', greatest(s.last_value, t.most))
    FROM bulk_note_nlp_id s, (SELECT max(note_nlp_id) AS most FROM ${sql.raw(table)}) t WHERE t.most > s.last_value`.execute(
    db,
  );
}

const OUT_OF_RANGE = '22003';

/** An error without a word of a row; as it is where the database is only away. */
function refusal(table: string, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || (isDatabaseUnavailable(error) && !isTableMissing(error))) return error;
  const { code = '' } = error;
  const remedy =
    code === OUT_OF_RANGE
      ? `a number is too large for note_nlp_id or note_id: ALTER TABLE ${table} ALTER note_nlp_id TYPE bigint, ALTER note_id TYPE bigint`
      : 'mend the table, or what it refers to, and start the worker again';
  return Object.assign(new Error(`${table} refuses the rows (SQLSTATE ${code}): ${remedy}.`), { code });
}

/** Puts these rows in the place of all that this system wrote of these notes before; rows of others stay. */
export async function replaceRows(
  trx: Kysely<Database>,
  table: string,
  system: string,
  noteIds: readonly string[],
  rows: readonly object[],
): Promise<void> {
  await replace(trx, table, system, noteIds, rows).catch((error: unknown) => {
    throw refusal(table, error);
  });
}

async function replace(
  trx: Kysely<Database>,
  table: string,
  system: string,
  noteIds: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const target = sql.raw(table);
  await sql`DELETE FROM ${target} WHERE note_id = ANY(${noteIds}::bigint[]) AND starts_with(nlp_system, ${`${system} `})`.execute(
    trx,
  );
  if (rows.length === 0) return;
  const columns = sql.join(NAMES.map((name) => sql.id(name)));
  const values = sql.join(NAMES.filter((name) => name !== 'note_nlp_id').map((name) => sql`r.${sql.id(name)}`));
  const types = sql.join(
    NAMES.filter((name) => name !== 'note_nlp_id').map(
      (name) => sql`${sql.id(name)} ${sql.raw(COLUMNS[name].replace(' NOT NULL', ''))}`,
    ),
  );
  await sql`INSERT INTO ${target} (${columns})
    SELECT nextval('bulk_note_nlp_id'), ${values} FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (${types})`.execute(
    trx,
  );
}
