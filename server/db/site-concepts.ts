/** The concepts of a site's OMOP CDM, where its vocabulary tables are in this database. */

import { type Kysely, sql } from 'kysely';
import type { SiteConcept, SiteConcepts } from '../domain/site-concept.js';
import { readTwice } from './read-twice.js';
import type { Database } from './tables.js';

/** What is read of both tables, so that another table which happens to be called `concept` is none of them. */
const COLUMNS = {
  concept: ['concept_id', 'concept_code', 'vocabulary_id', 'standard_concept', 'invalid_reason'],
  concept_relationship: ['concept_id_1', 'concept_id_2', 'relationship_id', 'invalid_reason'],
} as const;

/**
 * The concept ids of SCTIDs, by the site's `concept` and, where a concept is not standard, its valid 'Maps to' in `concept_relationship`.
 * @param schema where these tables are; empty: on the search path
 * @returns nothing where there are no such tables
 */
export async function readSiteConcepts(
  db: Kysely<Database>,
  schema: string,
  sctids: readonly string[],
): Promise<SiteConcepts> {
  if (sctids.length === 0 || !(await hasVocabulary(db, schema))) return new Map();
  const [concept, relationship] = [tableOf(schema, 'concept'), tableOf(schema, 'concept_relationship')];
  const statement = sql<{ sctid: string; source: number; standard: number[] }>`
    SELECT c.concept_code AS sctid, c.concept_id::int AS source, ARRAY(
      SELECT s.concept_id::int FROM ${relationship} r JOIN ${concept} s ON s.concept_id = r.concept_id_2
      WHERE r.concept_id_1 = c.concept_id AND r.relationship_id = 'Maps to' AND r.invalid_reason IS NULL
        AND s.standard_concept = 'S' AND s.invalid_reason IS NULL
      UNION SELECT c.concept_id::int WHERE c.standard_concept = 'S' AND c.invalid_reason IS NULL
      ORDER BY 1) AS standard
    FROM ${concept} c WHERE c.vocabulary_id = 'SNOMED' AND c.concept_code = ANY(${[...new Set(sctids)]})`;
  const { rows } = await readTwice(db, () => statement.execute(db));
  return new Map(
    rows.map(({ sctid, source, standard }): [string, SiteConcept] => [
      sctid,
      { sourceConceptId: source, standardConceptIds: standard },
    ]),
  );
}

async function hasVocabulary(db: Kysely<Database>, schema: string): Promise<boolean> {
  const tables = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const names = tables.map((name) => (schema === '' ? name : `${quoted(schema)}.${name}`));
  const columns = tables.map((name) => COLUMNS[name]);
  const statement = sql<{ all: boolean }>`
    SELECT bool_and(EXISTS (SELECT FROM pg_class WHERE oid = to_regclass(t.name)) AND NOT EXISTS (
      SELECT FROM jsonb_array_elements_text(t.columns) AS wanted
      WHERE NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass(t.name) AND attname = wanted AND NOT attisdropped)
    )) AS all
    FROM jsonb_to_recordset(${JSON.stringify(names.map((name, i) => ({ name, columns: columns[i] })))}::jsonb)
      AS t (name text, columns jsonb)`;
  const { rows } = await readTwice(db, () => statement.execute(db));
  return rows[0]?.all === true;
}

function tableOf(schema: string, name: string) {
  return schema === '' ? sql.id(name) : sql.id(schema, name);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
