/** The records of bulk work: runs, what became of each note, and how fast it goes. */

import { type Kysely, sql } from 'kysely';
import type { Versions } from '../domain/versions.js';
import type { Database } from './tables.js';

export interface BulkRun {
  readonly runId: number;
  /** Quoted as SQL needs it. */
  readonly target: string;
  readonly source: string;
  readonly paused: boolean;
}

/** Versions of the program and of what it reads with. */
export interface BulkVersions extends Versions {
  readonly program: string;
}

/** What became of a note. */
export interface NoteRecord {
  readonly noteId: string;
  /** Null where the note is set apart. */
  readonly versionId: number | null;
  readonly spans: number | null;
  /** The code of why it is set apart. */
  readonly reason: string | null;
}

/** Makes the run of a target, or gives an earlier one this source. */
export async function startRun(db: Kysely<Database>, target: string, source: string): Promise<BulkRun> {
  const { rows } = await sql<BulkRun>`
    INSERT INTO bulk_runs (target, source) VALUES (${target}, ${source})
    ON CONFLICT (target) DO UPDATE SET source = excluded.source
    RETURNING run_id AS "runId", target, source, paused`.execute(db);
  return rows[0] as BulkRun;
}

export async function readRuns(db: Kysely<Database>): Promise<readonly BulkRun[]> {
  const { rows } = await sql<BulkRun>`
    SELECT run_id AS "runId", target, source, paused FROM bulk_runs ORDER BY run_id`.execute(db);
  return rows;
}

export async function setPaused(db: Kysely<Database>, { runId }: BulkRun, paused: boolean): Promise<void> {
  await sql`UPDATE bulk_runs SET paused = ${paused} WHERE run_id = ${runId}`.execute(db);
}

/** Records notes that are to be done. @returns those that no record had, ascending */
export async function addNotes(db: Kysely<Database>, { runId }: BulkRun, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH added AS (
      INSERT INTO bulk_notes (run_id, note_id) SELECT ${runId}, unnest(${ids}::bigint[])
      ON CONFLICT DO NOTHING RETURNING note_id)
    SELECT note_id::text AS id FROM added ORDER BY note_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which notes are done again: those that are set apart, or whose results were made with other versions than this. */
export type Again = 'set apart' | { readonly notVersion: number };

/** Has up to `count` notes wait again, from after this one on. @returns them, ascending */
export async function waitAgain(
  db: Kysely<Database>,
  { runId }: BulkRun,
  which: Again,
  after: string,
  count: number,
): Promise<string[]> {
  const chosen = which === 'set apart' ? sql`reason IS NOT NULL` : sql`version_id <> ${which.notVersion}`;
  const { rows } = await sql<{ id: string }>`
    WITH chosen AS (
      SELECT note_id FROM bulk_notes WHERE run_id = ${runId} AND note_id > ${after}::bigint AND NOT waits AND ${chosen}
      ORDER BY note_id LIMIT ${count} FOR UPDATE),
    marked AS (
      UPDATE bulk_notes n SET waits = true FROM chosen c WHERE n.run_id = ${runId} AND n.note_id = c.note_id RETURNING n.note_id)
    SELECT note_id::text AS id FROM marked ORDER BY note_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Holds these notes until the transaction ends. @returns those that still wait: the others are done */
export async function holdWaiting(
  trx: Kysely<Database>,
  { runId }: BulkRun,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string; waits: boolean }>`
    SELECT note_id::text AS id, waits FROM bulk_notes WHERE run_id = ${runId} AND note_id = ANY(${ids}::bigint[])
    ORDER BY note_id FOR UPDATE`.execute(trx);
  return new Set(rows.filter(({ waits }) => waits).map(({ id }) => id));
}

export async function recordNotes(
  trx: Kysely<Database>,
  { runId }: BulkRun,
  records: readonly NoteRecord[],
): Promise<void> {
  await sql`
    UPDATE bulk_notes n SET waits = false, version_id = r."versionId", spans = r.spans, reason = r.reason, done_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS r ("noteId" bigint, "versionId" int, spans int, reason text)
    WHERE n.run_id = ${runId} AND n.note_id = r."noteId"`.execute(trx);
}

/** The number of a combination of versions, which is made where there is none. */
export async function versionId(db: Kysely<Database>, versions: BulkVersions): Promise<number> {
  const { program, model, terminology, lexicon } = versions;
  const find = () =>
    sql<{ id: number }>`SELECT version_id AS id FROM bulk_versions WHERE program = ${program} AND model = ${model}
      AND terminology = ${terminology} AND lexicon = ${lexicon}`.execute(db);
  const known = (await find()).rows[0];
  if (known !== undefined) return known.id;
  await sql`INSERT INTO bulk_versions (program, model, terminology, lexicon)
    VALUES (${program}, ${model}, ${terminology}, ${lexicon}) ON CONFLICT DO NOTHING`.execute(db);
  return ((await find()).rows[0] as { id: number }).id;
}

/** What a worker did since it last told. */
export interface Progressed {
  readonly notes: number;
  readonly setApart: number;
  readonly rows: number;
  readonly readingMs: number;
  readonly extractingMs: number;
  readonly writingMs: number;
}

export async function addProgress(
  trx: Kysely<Database>,
  { runId }: BulkRun,
  worker: string,
  done: Progressed,
): Promise<void> {
  const ms = (time: number) => Math.round(time);
  await sql`
    INSERT INTO bulk_progress AS p (run_id, worker, minute, notes, set_apart, rows, reading_ms, extracting_ms, writing_ms)
    VALUES (${runId}, ${worker}, date_trunc('minute', now()), ${done.notes}, ${done.setApart}, ${done.rows},
      ${ms(done.readingMs)}, ${ms(done.extractingMs)}, ${ms(done.writingMs)})
    ON CONFLICT (run_id, worker, minute) DO UPDATE SET notes = p.notes + excluded.notes,
      set_apart = p.set_apart + excluded.set_apart, rows = p.rows + excluded.rows, reading_ms = p.reading_ms + excluded.reading_ms,
      extracting_ms = p.extracting_ms + excluded.extracting_ms, writing_ms = p.writing_ms + excluded.writing_ms`.execute(
    trx,
  );
}

/** How far a run is. */
export interface RunCounts {
  readonly waiting: number;
  readonly done: number;
  readonly setApart: number;
  /** Of those done, with other versions than today's. */
  readonly stale: number;
  /** Reason and how many notes have it, the most first. */
  readonly reasons: readonly { readonly reason: string; readonly notes: number }[];
}

/** @param today the number of today's versions */
export async function countNotes(db: Kysely<Database>, { runId }: BulkRun, today: number): Promise<RunCounts> {
  const { rows } = await sql<{ waits: boolean; version: number | null; reason: string | null; notes: number }>`
    SELECT waits, version_id AS version, reason, count(*)::float8 AS notes FROM bulk_notes WHERE run_id = ${runId}
    GROUP BY 1, 2, 3 ORDER BY 4 DESC, 3`.execute(db);
  const sum = (of: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(of).reduce((total, { notes }) => total + notes, 0);
  return {
    waiting: sum(({ waits }) => waits),
    done: sum(({ waits, reason }) => !waits && reason === null),
    setApart: sum(({ waits, reason }) => !waits && reason !== null),
    stale: sum(({ waits, version }) => !waits && version !== null && version !== today),
    reasons: rows.flatMap(({ waits, reason, notes }) => (waits || reason === null ? [] : [{ reason, notes }])),
  };
}

/** How fast a run went in its last whole minutes. */
export interface RunRate {
  readonly workers: number;
  /** Notes a second, of all workers. */
  readonly perSecond: number;
  /** Shares of the workers' time. */
  readonly reading: number;
  readonly writing: number;
}

/** Over the last five minutes, or as much of them as there is; null where nothing was done. */
export async function readRate(db: Kysely<Database>, { runId }: BulkRun): Promise<RunRate | null> {
  const { rows } = await sql<Record<string, number | null>>`
    SELECT count(DISTINCT worker)::float8 AS workers, sum(notes)::float8 AS notes, sum(reading_ms)::float8 AS reading,
      sum(extracting_ms)::float8 AS extracting, sum(writing_ms)::float8 AS writing,
      extract(epoch FROM now() - min(minute))::float8 AS seconds
    FROM bulk_progress WHERE run_id = ${runId} AND minute > now() - interval '5 minutes'`.execute(db);
  const { workers, notes, reading, extracting, writing, seconds } = rows[0] ?? {};
  if (!workers || !notes || !seconds) return null;
  const all = Math.max(1, (reading ?? 0) + (extracting ?? 0) + (writing ?? 0));
  return { workers, perSecond: notes / seconds, reading: (reading ?? 0) / all, writing: (writing ?? 0) / all };
}
