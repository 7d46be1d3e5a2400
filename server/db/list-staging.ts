/** Rows of lists of concepts with names, and what a release takes of them. */

import { type Kysely, sql } from 'kysely';
import type { CopyTarget } from './copy.js';
import { MOST_TERM } from './rf2-staging.js';
import type { Database } from './tables.js';

/**
 * The temporary table of all lists; the lowest place is the first to name a preferred term. A fully specified name comes without its semantic
 * tag, since regular expressions over all of SNOMED CT take a third of an import here; a name that a list lacks is empty.
 */
export const LISTED: CopyTarget = {
  table: 'listed',
  columns: [
    ['place', 'int'],
    ['sctid', 'bigint'],
    ['active', 'boolean'],
    ['name', 'text'],
    ['tag', 'text'],
    ['preferred', 'text'],
  ],
};

/** Gathers what the lists say of each concept. One that any list says to be inactive is inactive. */
export async function gatherLists(trx: Kysely<Database>): Promise<void> {
  await sql`
    CREATE TEMP TABLE listed_concepts ON COMMIT DROP AS
    SELECT DISTINCT ON (sctid) sctid, bool_and(active) OVER (PARTITION BY sctid) AS active, nullif(name, '') AS fsn, tag
    FROM listed ORDER BY sctid, name = '', place, name`.execute(trx);
  await sql`ANALYZE listed, listed_concepts`.execute(trx);
}

/**
 * Stages concepts of the lists beside those of RF2: inactive ones as inactive, and what has no fully specified name where the built-in
 * vocabulary knows it. A list knows no modules, so that it brings none back that a choice of modules left out.
 */
export async function stageListedConcepts(trx: Kysely<Database>, modules: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM staged_concepts s USING listed_concepts l WHERE l.sctid = s.sctid AND NOT l.active`.execute(trx);
  await sql`
    INSERT INTO staged_concepts (sctid, fsn, semantic_tag, chronic, active)
    SELECT l.sctid, l.fsn, l.tag, false, l.active AND coalesce(c.active, true)
    FROM listed_concepts l LEFT JOIN rf2_concepts c ON c.id = l.sctid
    WHERE l.fsn IS NOT NULL AND NOT EXISTS (SELECT FROM staged_concepts s WHERE s.sctid = l.sctid)
      AND (${modules.length === 0} OR c.id IS NULL OR c.module_id = ANY (${modules}::bigint[]))`.execute(trx);
  await sql`
    INSERT INTO staged_concepts (sctid, fsn, semantic_tag, chronic)
    SELECT s.sctid, s.fsn, s.semantic_tag, s.chronic FROM seed_concepts s
    JOIN listed_concepts l ON l.sctid = s.sctid AND l.active AND l.fsn IS NULL
    LEFT JOIN rf2_concepts r ON r.id = s.sctid
    WHERE coalesce(r.active, true) AND NOT EXISTS (SELECT FROM staged_concepts c WHERE c.sctid = s.sctid)`.execute(trx);
}

/** Stages the English names of the lists; a fully specified name is the preferred term where there is no other. */
export async function stageListedTerms(trx: Kysely<Database>): Promise<void> {
  await sql`
    INSERT INTO staged_descriptions (sctid, language, kind, term, case_significance, place)
    SELECT l.sctid, 'en', 'preferred', l.preferred, 'insensitive', min(l.place) FROM listed l JOIN staged_concepts s ON s.sctid = l.sctid AND s.active
    WHERE l.preferred <> '' AND length(l.preferred) <= ${MOST_TERM} GROUP BY 1, 4`.execute(trx);
  await sql`
    INSERT INTO staged_descriptions (sctid, language, kind, term, case_significance, place)
    SELECT sctid, 'en', CASE WHEN sctid IN (SELECT d.sctid FROM staged_descriptions d WHERE d.language = 'en' AND d.kind = 'preferred')
      THEN 'fsn' ELSE 'preferred' END, term, 'insensitive', place
    FROM (SELECT l.sctid, l.name AS term, min(l.place) AS place
      FROM listed l JOIN staged_concepts s ON s.sctid = l.sctid AND s.active WHERE l.name <> '' GROUP BY 1, 2) names
    WHERE length(term) <= ${MOST_TERM}`.execute(trx);
}
