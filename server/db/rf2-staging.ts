/** RF2 rows as they are delivered, and what a release takes of them. */

import { type Kysely, sql } from 'kysely';
import type { CopyTarget } from './copy.js';
import type { StagedCount } from './staging.js';
import type { Database } from './tables.js';

const COMPONENT = [
  ['effective_time', 'int'],
  ['active', 'boolean'],
  ['module_id', 'bigint'],
] as const;

/** The temporary table of each kind of RF2 file; columns in the order of the file. */
export const RF2_TABLES = {
  concepts: target('rf2_concepts', [['id', 'bigint'], ...COMPONENT, ['definition_status_id', 'bigint']]),
  descriptions: target('rf2_descriptions', [
    ['id', 'bigint'],
    ...COMPONENT,
    ['concept_id', 'bigint'],
    ['language_code', 'text'],
    ['type_id', 'bigint'],
    ['term', 'text'],
    ['case_significance_id', 'bigint'],
  ]),
  language: target('rf2_language', [
    ['id', 'uuid'],
    ...COMPONENT,
    ['refset_id', 'bigint'],
    ['description_id', 'bigint'],
    ['acceptability_id', 'bigint'],
  ]),
  associations: target('rf2_associations', [
    ['id', 'uuid'],
    ...COMPONENT,
    ['refset_id', 'bigint'],
    ['component_id', 'bigint'],
    ['target_id', 'bigint'],
  ]),
  attribute_values: target('rf2_attribute_values', [
    ['id', 'uuid'],
    ...COMPONENT,
    ['refset_id', 'bigint'],
    ['component_id', 'bigint'],
    ['value_id', 'bigint'],
  ]),
  relationships: target('rf2_relationships', [
    ['id', 'bigint'],
    ...COMPONENT,
    ['source_id', 'bigint'],
    ['destination_id', 'bigint'],
    ['relationship_group', 'int'],
    ['type_id', 'bigint'],
    ['characteristic_type_id', 'bigint'],
    ['modifier_id', 'bigint'],
  ]),
} as const;

function target(table: string, columns: CopyTarget['columns']): CopyTarget {
  return { table, columns };
}

/** Language refsets that name the preferred terms, the first first; those that the release has beside these come behind, the largest first. */
export type Rf2Refsets = Readonly<Record<'en' | 'fr', readonly string[]>>;

/** Identifiers of the SNOMED CT model component. */
export const FSN = sql.lit('900000000000003001');
export const SYNONYM = sql.lit('900000000000013009');
const PREFERRED = sql.lit('900000000000548007');
const IS_A = sql.lit('116680003');
const ENTIRE_TERM_CASE_SENSITIVE = sql.lit('900000000000017005');
const INITIAL_CHARACTER_CASE_INSENSITIVE = sql.lit('900000000000020002');
const DESCRIPTION_INACTIVATION = sql.lit('900000000000490003');
const OUTDATED = sql.lit('900000000000483008');
/** SAME AS and REPLACED BY: the associations that name one concept of the same meaning. */
const SAME_MEANING = sql`(900000000000527005, 900000000000526001)`;
const MOST_REPLACEMENTS = 10;
/** The longest term that a release takes. */
export const MOST_TERM = sql.lit(500);
/** Whether an inactive description `d` of the concept of holder `h` still finds it. */
export const isOutdated = sql`(h.own AND EXISTS (SELECT FROM rf2_attribute_values v
        WHERE v.component_id = d.id AND v.active AND v.refset_id = ${DESCRIPTION_INACTIVATION} AND v.value_id = ${OUTDATED}))`;

/** The tables whose rows are told. */
const COUNTED: ReadonlySet<string> = new Set([RF2_TABLES.concepts.table, RF2_TABLES.descriptions.table]);

/**
 * Keeps of each component its latest state: a Full file, or an extension beside its base, has several.
 * @returns how many rows of concepts and terms went
 */
export async function keepLatest(trx: Kysely<Database>): Promise<StagedCount[]> {
  let gone = 0;
  for (const { table } of Object.values(RF2_TABLES)) {
    const name = sql.table(table);
    await sql`CREATE TEMP TABLE latest ON COMMIT DROP AS SELECT DISTINCT ON (id) * FROM ${name} ORDER BY id, effective_time DESC, active DESC`.execute(
      trx,
    );
    if (COUNTED.has(table)) {
      const { rows } = await sql<{ gone: number }>`
        SELECT ((SELECT count(*) FROM ${name}) - (SELECT count(*) FROM latest))::int AS gone`.execute(trx);
      gone += rows[0]?.gone ?? 0;
    }
    await sql`DROP TABLE ${name}`.execute(trx);
    await sql`ALTER TABLE latest RENAME TO ${sql.id(table)}`.execute(trx);
  }
  return [{ what: 'rows of concepts and terms of which a later or the same state is read', count: gone }];
}

/** The tag is what stands in the last brackets of the fully specified name. */
export async function stageRf2Concepts(trx: Kysely<Database>, modules: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO staged_concepts (sctid, fsn, semantic_tag, chronic)
    SELECT id, coalesce(parts[1], term), lower(coalesce(parts[2], 'unknown')), false FROM (
      SELECT DISTINCT ON (c.id) c.id, d.term, regexp_match(d.term, '^(.*\\S)\\s*\\(([^()]+)\\)\\s*$') AS parts
      FROM rf2_concepts c JOIN rf2_descriptions d ON d.concept_id = c.id AND d.active AND d.type_id = ${FSN}
      WHERE c.active AND (${modules.length === 0} OR c.module_id = ANY (${modules}::bigint[]))
      ORDER BY c.id, d.language_code LIKE 'en%' DESC, d.effective_time DESC, d.id) named`.execute(trx);
}

/** Which indexed concept a concept's terms answer with: itself, or for an inactive one the active one that replaces it. */
export async function stageHolders(trx: Kysely<Database>): Promise<void> {
  await sql`
    CREATE TEMP TABLE holders ON COMMIT DROP AS
    WITH RECURSIVE replaced(inactive_id, id, steps) AS (
      SELECT c.id, a.target_id, 1 FROM rf2_concepts c
      JOIN rf2_associations a ON a.component_id = c.id AND a.active AND a.refset_id IN ${SAME_MEANING}
      WHERE NOT c.active
      UNION
      SELECT r.inactive_id, a.target_id, r.steps + 1 FROM replaced r
      JOIN rf2_concepts c ON c.id = r.id AND NOT c.active
      JOIN rf2_associations a ON a.component_id = r.id AND a.active AND a.refset_id IN ${SAME_MEANING}
      WHERE r.steps < ${sql.lit(MOST_REPLACEMENTS)})
    SELECT sctid AS concept_id, sctid, true AS own FROM staged_concepts WHERE active
    UNION ALL
    SELECT inactive_id, min(s.sctid), false FROM replaced r JOIN staged_concepts s ON s.sctid = r.id AND s.active
    GROUP BY inactive_id HAVING count(DISTINCT s.sctid) = 1`.execute(trx);
  await sql`CREATE INDEX ON holders (concept_id)`.execute(trx);
  await sql`ANALYZE holders`.execute(trx);
}

/** Stages the English and French terms of the holders. */
export async function stageRf2Terms(trx: Kysely<Database>, refsets: Rf2Refsets): Promise<void> {
  const english = await inOrder(trx, 'en', refsets.en);
  const french = await inOrder(trx, 'fr', refsets.fr);
  await sql`
    CREATE TEMP TABLE preferred ON COMMIT DROP AS
    SELECT DISTINCT ON (d.concept_id, left(d.language_code, 2)) d.id
    FROM rf2_descriptions d JOIN rf2_language l ON l.description_id = d.id AND l.active AND l.acceptability_id = ${PREFERRED}
    WHERE d.active AND d.type_id = ${SYNONYM} AND l.refset_id = ANY (CASE left(d.language_code, 2)
      WHEN 'en' THEN ${english}::bigint[] WHEN 'fr' THEN ${french}::bigint[] ELSE '{}' END)
    ORDER BY d.concept_id, left(d.language_code, 2),
      array_position(CASE left(d.language_code, 2) WHEN 'en' THEN ${english}::bigint[] ELSE ${french}::bigint[] END, l.refset_id), d.id`.execute(
    trx,
  );
  await sql`
    INSERT INTO staged_descriptions (sctid, language, kind, term, case_significance)
    SELECT h.sctid, left(d.language_code, 2),
      CASE WHEN p.id IS NOT NULL AND h.own THEN 'preferred'
        WHEN d.case_significance_id = ${ENTIRE_TERM_CASE_SENSITIVE} AND d.term ~ '^[A-Z0-9][A-Za-z0-9/+-]{0,7}$' AND d.term ~ '[A-Z].*[A-Z0-9]' THEN 'abbreviation'
        WHEN d.type_id = ${FSN} THEN 'fsn' ELSE 'synonym' END,
      CASE d.type_id WHEN ${FSN} THEN regexp_replace(d.term, '\\s*\\([^()]+\\)\\s*$', '') ELSE btrim(d.term) END,
      CASE d.case_significance_id WHEN ${ENTIRE_TERM_CASE_SENSITIVE} THEN 'sensitive'
        WHEN ${INITIAL_CHARACTER_CASE_INSENSITIVE} THEN 'initial' ELSE 'insensitive' END
    FROM rf2_descriptions d
    JOIN holders h ON h.concept_id = d.concept_id
    LEFT JOIN preferred p ON p.id = d.id
    WHERE left(d.language_code, 2) IN ('en', 'fr') AND d.type_id IN (${FSN}, ${SYNONYM}) AND length(d.term) <= ${MOST_TERM}
      AND (d.active OR ${isOutdated})`.execute(trx);
}

/** Stages the hierarchy. */
export async function stageRf2Parents(trx: Kysely<Database>): Promise<void> {
  await sql`
    INSERT INTO staged_parents SELECT source_id, destination_id FROM rf2_relationships
    WHERE active AND type_id = ${IS_A}`.execute(trx);
}

/** The language refsets that were asked for, then all others of the release: a country names its own terms in one of its own. */
async function inOrder(trx: Kysely<Database>, language: string, first: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT l.refset_id::text AS id FROM rf2_language l JOIN rf2_descriptions d ON d.id = l.description_id
    WHERE l.active AND d.active AND left(d.language_code, 2) = ${language} GROUP BY 1 ORDER BY count(*) DESC, 1`.execute(
    trx,
  );
  return [...first, ...rows.map(({ id }) => id).filter((id) => !first.includes(id))];
}
