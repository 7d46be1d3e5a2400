/** The temporary tables between files and a release, the same for every kind of file. */

import { type Kysely, sql } from 'kysely';
import type { CopyTarget } from './copy.js';
import type { Database } from './tables.js';

export const STAGED_CONCEPTS: CopyTarget = {
  table: 'staged_concepts',
  columns: [
    ['sctid', 'bigint'],
    ['fsn', 'text'],
    ['semantic_tag', 'text'],
    ['chronic', 'boolean'],
  ],
};

export const STAGED_DESCRIPTIONS: CopyTarget = {
  table: 'staged_descriptions',
  columns: [
    ['sctid', 'bigint'],
    ['language', 'text'],
    ['kind', 'text'],
    ['term', 'text'],
    ['case_significance', 'text'],
  ],
};

/** The built-in vocabulary, staged apart: it fills up what the release has. */
export const SEED_CONCEPTS: CopyTarget = { ...STAGED_CONCEPTS, table: 'seed_concepts' };
export const SEED_DESCRIPTIONS: CopyTarget = { ...STAGED_DESCRIPTIONS, table: 'seed_descriptions' };

/** Makes the temporary tables; they are gone with the transaction. */
export async function createStaging(trx: Kysely<Database>): Promise<void> {
  await sql`SELECT set_config('work_mem', '128MB', true)`.execute(trx);
  for (const { table, columns } of [STAGED_CONCEPTS, STAGED_DESCRIPTIONS, SEED_CONCEPTS, SEED_DESCRIPTIONS]) {
    const definitions = sql.join(columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
    await sql`CREATE TEMP TABLE ${sql.table(table)} (${definitions}) ON COMMIT DROP`.execute(trx);
  }
  await sql`CREATE TEMP TABLE staged_parents (sctid bigint, parent_sctid bigint) ON COMMIT DROP`.execute(trx);
}

/** Adds those of these concepts that the built-in vocabulary has and the release lacks. */
export async function addFromSeed(trx: Kysely<Database>, sctids: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO staged_concepts (sctid, fsn, semantic_tag, chronic)
    SELECT s.sctid, s.fsn, s.semantic_tag, s.chronic FROM seed_concepts s
    WHERE s.sctid = ANY (${sctids}::bigint[]) AND NOT EXISTS (SELECT FROM staged_concepts c WHERE c.sctid = s.sctid)`.execute(
    trx,
  );
}

/** Leaves only concepts of these semantic tags (all, where there are none) and those of the built-in vocabulary. */
export async function keepTags(trx: Kysely<Database>, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  await sql`
    DELETE FROM staged_concepts c WHERE c.semantic_tag <> ALL (${tags}::text[])
      AND NOT EXISTS (SELECT FROM seed_concepts s WHERE s.sctid = c.sctid)`.execute(trx);
}

/** Concepts and terms of a release, by semantic tag or by language. */
export interface StagedCount {
  readonly what: string;
  readonly count: number;
}

/**
 * Fills the tables of a release from what is staged: one preferred term a language, no term twice on a concept, the terms and chronic
 * marks of the built-in vocabulary on the concepts that the release has, chronic also what lies below "Chronic disease".
 */
export async function fillRelease(trx: Kysely<Database>, releaseId: number): Promise<void> {
  await sql`ANALYZE staged_concepts, staged_descriptions, seed_concepts, seed_descriptions, staged_parents`.execute(
    trx,
  );
  await sql`
    WITH RECURSIVE chronic_by_nature(sctid) AS (
      SELECT 27624003::bigint UNION SELECT p.sctid FROM staged_parents p JOIN chronic_by_nature c ON c.sctid = p.parent_sctid)
    INSERT INTO ${sql.table(`concepts_r${releaseId}`)} (sctid, fsn, semantic_tag, chronic)
    SELECT c.sctid, c.fsn, c.semantic_tag, c.chronic OR coalesce(s.chronic, false) OR n.sctid IS NOT NULL
    FROM staged_concepts c
    LEFT JOIN seed_concepts s ON s.sctid = c.sctid
    LEFT JOIN chronic_by_nature n ON n.sctid = c.sctid`.execute(trx);
  // A preferred term of the built-in vocabulary is preferred only where the release has none in that language.
  await sql`
    INSERT INTO ${sql.table(`descriptions_r${releaseId}`)} (sctid, language, kind, term, case_significance)
    SELECT sctid, language,
      CASE WHEN kind = 'preferred' AND row_number() OVER (PARTITION BY sctid, language, kind ORDER BY place, term) > 1
        THEN 'synonym' ELSE kind END, term, case_significance
    FROM (
      SELECT DISTINCT ON (sctid, language, lower(term)) sctid, language, kind, term, case_significance, place FROM (
        SELECT *, 1 AS place FROM staged_descriptions
        UNION ALL
        SELECT *, 2 FROM seed_descriptions) all_terms
      JOIN staged_concepts USING (sctid)
      ORDER BY sctid, language, lower(term), array_position('{preferred,abbreviation,synonym,fsn}'::text[], kind), place, term) distinct_terms`.execute(
    trx,
  );
  await sql`
    INSERT INTO ${sql.table(`concept_parents_r${releaseId}`)} (sctid, parent_sctid)
    SELECT DISTINCT sctid, parent_sctid FROM staged_parents`.execute(trx);
}

/** What a release holds: concepts by semantic tag, terms by language, most first. */
export async function countRelease(db: Kysely<Database>, releaseId: number): Promise<StagedCount[]> {
  const { rows } = await sql<StagedCount>`
    SELECT * FROM (
      SELECT 'concepts: ' || semantic_tag AS what, count(*)::int AS count FROM ${sql.table(`concepts_r${releaseId}`)} GROUP BY 1
      UNION ALL
      SELECT 'terms: ' || language, count(*)::int FROM ${sql.table(`descriptions_r${releaseId}`)} GROUP BY 1) counts
    ORDER BY split_part(what, ':', 1), count DESC, what`.execute(db);
  return rows;
}
