/** Counts of the rows of RF2 files and lists that a release does not take, each by its reason. */

import { type Kysely, sql } from 'kysely';
import { FSN, isOutdated, MOST_TERM, SYNONYM } from './rf2-staging.js';
import type { StagedCount } from './staging.js';
import type { Database } from './tables.js';

/** Concepts that are inactive, or are not staged before semantic tags are chosen. */
export async function countUnnamed(trx: Kysely<Database>, modules: readonly string[]): Promise<StagedCount[]> {
  const { rows } = await sql<StagedCount>`
    WITH known AS (
      SELECT sctid, bool_and(active) AS active, coalesce(bool_or(module_id <> ALL (${modules}::bigint[])), false) AS elsewhere FROM (
        SELECT id AS sctid, active, module_id FROM rf2_concepts
        UNION ALL
        SELECT sctid, active, NULL FROM listed_concepts) files GROUP BY sctid)
    SELECT CASE WHEN NOT k.active THEN 'concepts that are inactive'
      WHEN ${modules.length > 0} AND k.elsewhere THEN 'concepts of other modules'
      ELSE 'concepts without a fully specified name in these files' END AS what, count(*)::int AS count
    FROM known k LEFT JOIN staged_concepts s ON s.sctid = k.sctid AND s.active WHERE s.sctid IS NULL GROUP BY 1 ORDER BY 1`.execute(
    trx,
  );
  return rows;
}

/** Terms of RF2 that no concept of the release has, and those of lists that are too long. */
export async function countUntaken(trx: Kysely<Database>): Promise<StagedCount[]> {
  const { rows } = await sql<StagedCount>`
    SELECT what, count(*)::int AS count FROM (
      SELECT CASE
        WHEN d.type_id NOT IN (${FSN}, ${SYNONYM}) THEN 'terms that are definitions'
        WHEN left(d.language_code, 2) NOT IN ('en', 'fr') THEN 'terms in another language: ' || left(d.language_code, 2)
        WHEN c.id IS NULL AND l.sctid IS NULL THEN 'terms of concepts that none of the files has: is the base release missing?'
        WHEN h.concept_id IS NOT NULL AND length(d.term) > ${MOST_TERM} THEN 'terms of more than 500 characters'
        WHEN h.concept_id IS NOT NULL AND (d.active OR ${isOutdated}) THEN NULL
        WHEN NOT d.active THEN 'terms that are inactive'
        WHEN NOT coalesce(c.active, true) OR NOT coalesce(l.active, true) THEN 'terms of inactive concepts that no one concept replaces'
        ELSE 'terms of concepts that are left out' END AS what
      FROM rf2_descriptions d
      LEFT JOIN rf2_concepts c ON c.id = d.concept_id
      LEFT JOIN listed_concepts l ON l.sctid = d.concept_id
      LEFT JOIN holders h ON h.concept_id = d.concept_id
      UNION ALL
      SELECT 'terms of more than 500 characters' FROM listed WHERE length(preferred) > ${MOST_TERM} OR length(name) > ${MOST_TERM}) reasons
    WHERE what IS NOT NULL GROUP BY 1 ORDER BY 1`.execute(trx);
  return rows;
}
