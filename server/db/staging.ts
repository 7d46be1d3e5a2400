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

/** Where preferred terms of the built-in vocabulary come: behind those of any file. */
const SEED_PLACE = sql.lit(1_000);

/** Makes one temporary table. */
export async function createTable(trx: Kysely<Database>, { table, columns }: CopyTarget): Promise<void> {
  const definitions = sql.join(columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
  await sql`CREATE TEMP TABLE ${sql.table(table)} (${definitions}) ON COMMIT DROP`.execute(trx);
}

/** Makes the temporary tables; they are gone with the transaction. */
export async function createStaging(trx: Kysely<Database>): Promise<void> {
  await sql`SELECT set_config('work_mem', '128MB', true)`.execute(trx);
  for (const target of [STAGED_CONCEPTS, STAGED_DESCRIPTIONS, SEED_CONCEPTS, SEED_DESCRIPTIONS])
    await createTable(trx, target);
  // A concept that a list says to be inactive is kept as such; of several preferred terms that of the lowest place is preferred.
  await sql`ALTER TABLE staged_concepts ADD active boolean NOT NULL DEFAULT true`.execute(trx);
  await sql`ALTER TABLE staged_descriptions ADD place int NOT NULL DEFAULT 1`.execute(trx);
  await sql`CREATE TEMP TABLE staged_parents (sctid bigint, parent_sctid bigint) ON COMMIT DROP`.execute(trx);
}

/**
 * Leaves only concepts of these semantic tags (all, where there are none) and those of the built-in vocabulary.
 * @returns how many active ones went, in one count that names their tags, most first
 */
export async function keepTags(trx: Kysely<Database>, tags: readonly string[]): Promise<StagedCount[]> {
  if (tags.length === 0) return [];
  const { rows } = await sql<{ tag: string; count: number }>`
    WITH gone AS (
      DELETE FROM staged_concepts c WHERE c.semantic_tag <> ALL (${tags}::text[])
        AND NOT EXISTS (SELECT FROM seed_concepts s WHERE s.sctid = c.sctid) RETURNING semantic_tag, active)
    SELECT semantic_tag AS tag, count(*)::int AS count FROM gone WHERE active GROUP BY 1 ORDER BY 2 DESC, 1`.execute(
    trx,
  );
  const named = rows.map(({ tag, count }) => `${tag} ${count}`).join(', ');
  return [
    { what: `concepts of other semantic tags: ${named}`, count: rows.reduce((sum, { count }) => sum + count, 0) },
  ];
}

/** Concepts and terms of a release, by semantic tag or by language. */
export interface StagedCount {
  readonly what: string;
  readonly count: number;
}

/**
 * Fills the tables of a release from what is staged: one preferred term a language, no term twice on a concept, the terms and chronic
 * marks of the built-in vocabulary on the concepts that the release has, chronic also what lies below "Chronic disease".
 * @returns how many staged terms stand twice on their concept
 */
export async function fillRelease(trx: Kysely<Database>, releaseId: number): Promise<StagedCount[]> {
  await sql`ANALYZE staged_concepts, staged_descriptions, seed_concepts, seed_descriptions, staged_parents`.execute(
    trx,
  );
  await sql`
    WITH RECURSIVE chronic_by_nature(sctid) AS (
      SELECT 27624003::bigint UNION SELECT p.sctid FROM staged_parents p JOIN chronic_by_nature c ON c.sctid = p.parent_sctid)
    INSERT INTO ${sql.table(`concepts_r${releaseId}`)} (sctid, fsn, semantic_tag, chronic, active)
    SELECT c.sctid, c.fsn, c.semantic_tag, c.chronic OR coalesce(s.chronic, false) OR n.sctid IS NOT NULL, c.active
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
        SELECT * FROM staged_descriptions
        UNION ALL
        SELECT *, ${SEED_PLACE} FROM seed_descriptions) all_terms
      JOIN staged_concepts c USING (sctid) WHERE c.active
      ORDER BY sctid, language, lower(term), array_position('{preferred,abbreviation,synonym,fsn}'::text[], kind), place, term) distinct_terms`.execute(
    trx,
  );
  await sql`
    INSERT INTO ${sql.table(`concept_parents_r${releaseId}`)} (sctid, parent_sctid)
    SELECT DISTINCT sctid, parent_sctid FROM staged_parents`.execute(trx);
  const { rows } = await sql<StagedCount>`
    SELECT 'terms that stand twice on their concept' AS what, coalesce(sum(times - 1), 0)::int AS count
    FROM (SELECT count(*) AS times FROM staged_descriptions GROUP BY sctid, language, lower(term)) each`.execute(trx);
  return rows;
}

/** What a release holds: concepts by semantic tag, terms by language, most first. */
export async function countRelease(db: Kysely<Database>, releaseId: number): Promise<StagedCount[]> {
  const { rows } = await sql<StagedCount>`
    SELECT * FROM (
      SELECT CASE WHEN active THEN 'concepts: ' || semantic_tag ELSE 'inactive concepts' END AS what, count(*)::int AS count
      FROM ${sql.table(`concepts_r${releaseId}`)} GROUP BY 1
      UNION ALL
      SELECT 'terms: ' || language, count(*)::int FROM ${sql.table(`descriptions_r${releaseId}`)} GROUP BY 1) counts
    ORDER BY split_part(what, ':', 1), count DESC, what`.execute(db);
  return rows;
}
