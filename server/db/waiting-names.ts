/** Attaches names to the concepts of a release that they were written for. */

import { type Kysely, sql } from 'kysely';
import type { DescriptionKind } from '../domain/candidate.js';
import type { Language } from '../domain/language.js';
import type { Database } from './tables.js';

/** One English name and semantic tag by which the concept of a row is looked for. */
export interface SoughtConcept {
  readonly row: number;
  /** The lowest that is found counts. */
  readonly place: number;
  readonly tag: string;
  /** Folded. */
  readonly norm: string;
}

/** A name of the concept of a row. */
export interface WaitingName {
  readonly row: number;
  readonly language: Language;
  readonly kind: DescriptionKind;
  readonly term: string;
  /** Folded. */
  readonly norm: string;
}

export interface WaitingNames {
  readonly concepts: readonly SoughtConcept[];
  readonly names: readonly WaitingName[];
}

/** What became of the names: how many were attached, to how many concepts, and how many concepts the release lacks. */
export interface AttachedNames {
  readonly names: number;
  readonly concepts: number;
  readonly waiting: number;
}

/**
 * Adds names to the filled tables of a release that is not attached yet. A row goes to the one concept that is called so, by its
 * preferred term or fully specified name; where two are, or none, it waits. A name that another concept of the release has is left to that one, abbreviations aside,
 * which may mean several.
 */
export async function attachNames(
  trx: Kysely<Database>,
  releaseId: number,
  waiting: WaitingNames,
): Promise<AttachedNames> {
  const descriptions = sql.table(`descriptions_r${releaseId}`);
  await sql`
    CREATE TEMP TABLE found_concepts ON COMMIT DROP AS
    WITH sought AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(waiting.concepts)}::jsonb) AS s("row" int, place int, tag text, norm text)),
    found AS (
      SELECT s."row", s.place, c.sctid FROM sought s
      JOIN ${descriptions} d ON d.term_norm = s.norm AND d.language = 'en' AND d.kind IN ('preferred', 'fsn')
      JOIN ${sql.table(`concepts_r${releaseId}`)} c ON c.sctid = d.sctid AND c.semantic_tag = s.tag),
    first_found AS (SELECT "row", min(place) AS place FROM found GROUP BY 1)
    SELECT "row", min(sctid) AS sctid FROM found JOIN first_found USING ("row", place)
    GROUP BY 1 HAVING count(DISTINCT sctid) = 1`.execute(trx);
  const { rows } = await sql<AttachedNames>`
    WITH named AS (
      SELECT DISTINCT ON (f.sctid, n.language, n.norm) f.sctid, n.language, n.kind, n.term, n.norm
      FROM jsonb_to_recordset(${JSON.stringify(waiting.names)}::jsonb) AS n("row" int, language text, kind text, term text, norm text)
      JOIN found_concepts f USING ("row")
      ORDER BY f.sctid, n.language, n.norm, n.kind <> 'preferred', n.term),
    added AS (
      INSERT INTO ${descriptions} (sctid, language, kind, term, case_significance)
      SELECT n.sctid, n.language,
        CASE WHEN n.kind = 'preferred' AND EXISTS (
          SELECT FROM ${descriptions} d WHERE d.sctid = n.sctid AND d.language = n.language AND d.kind = 'preferred')
          THEN 'synonym' ELSE n.kind END, n.term, 'insensitive'
      FROM named n
      WHERE NOT EXISTS (
        SELECT FROM ${descriptions} d
        WHERE d.language = n.language AND d.term_norm = n.norm AND (d.sctid = n.sctid OR n.kind <> 'abbreviation'))
      ORDER BY n.sctid, n.language, n.term
      RETURNING sctid)
    SELECT (SELECT count(*)::int FROM added) AS names, (SELECT count(DISTINCT sctid)::int FROM added) AS concepts,
      ${new Set(waiting.concepts.map(({ row }) => row)).size}::int - (SELECT count(*)::int FROM found_concepts) AS waiting`.execute(
    trx,
  );
  return rows[0] as AttachedNames;
}
