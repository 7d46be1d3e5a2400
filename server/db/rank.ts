/** The two questions of ranking: which descriptions are nearest to a vector, and which have these very words. */

import { type Kysely, sql } from 'kysely';
import type { DescriptionKind, Language } from '../domain.js';
import type { Serving } from './serving.js';
import type { Database } from './tables.js';
import { encodeVectors } from './vector-parameter.js';

/** How many nearest descriptions are read per span, so that five distinct concepts remain. */
const OVERFETCH = 50;
/** Search width of the HNSW index, at least OVERFETCH (pgvector README); docs/performance.md has the recall it gives. */
const EF_SEARCH = 120;
/** Concepts kept per span; more than are shown, so that several forms of a span can be merged. */
const CONCEPTS = 8;

/** Sets the search width of the index until commit. */
export async function widenSearch(trx: Kysely<Database>): Promise<void> {
  await sql`SELECT set_config('hnsw.ef_search', ${String(EF_SEARCH)}, true)`.execute(trx);
}

/** The nearest description of one concept to the vector at `index`. */
export interface NearestConcept {
  readonly index: number;
  readonly description_id: string;
  readonly sctid: string;
  /** Cosine similarity, -1 to 1. */
  readonly cosine: number;
}

/**
 * For each vector the nearest distinct concepts, best first, in one statement: an HNSW scan per vector on the release and on
 * the terms of this site, over-fetched and grouped by concept.
 */
export async function nearestConcepts(
  db: Kysely<Database>,
  serving: Serving,
  vectors: readonly Float32Array[],
  types: { readonly id: number; readonly stored: 'vector' | 'halfvec' },
): Promise<NearestConcept[]> {
  if (vectors.length === 0) return [];
  const query = sql.raw(`q.v::${types.stored}(${serving.dimensions})`);
  const knn = (table: string) => sql`
    (SELECT t.description_id, t.sctid, t.embedding <=> ${query} AS distance FROM ${sql.table(table)} t
     ORDER BY t.embedding <=> ${query} LIMIT ${sql.lit(OVERFETCH)})`;
  return db.transaction().execute(async (trx) => {
    await widenSearch(trx);
    const { rows } = await sql<NearestConcept>`
      SELECT (q.i - 1)::int AS index, d.description_id::text, d.sctid::text, 1 - d.distance AS cosine
      FROM unnest(${encodeVectors(vectors, types.id)}::vector[]) WITH ORDINALITY q(v, i)
      CROSS JOIN LATERAL (
        SELECT (array_agg(x.description_id ORDER BY x.distance, x.description_id))[1] AS description_id,
          x.sctid, min(x.distance) AS distance
        FROM (${knn(serving.releaseTable)} UNION ALL ${knn(serving.localTable)}) x
        GROUP BY x.sctid ORDER BY min(x.distance), x.sctid LIMIT ${sql.lit(CONCEPTS)}) d
      ORDER BY q.i, d.distance, d.sctid`.execute(trx);
    return rows;
  });
}

/** A description whose words are those of a span. */
export interface ExactDescription {
  readonly description_id: string;
  readonly sctid: string;
  readonly language: Language;
  readonly kind: DescriptionKind;
  readonly term: string;
  readonly term_norm: string;
  readonly term_key: string;
  readonly semantic_tag: string;
}

/** The active descriptions with one of these keys (`termKey`) in the served release and among the terms of this site. */
export async function descriptionsByKey(
  db: Kysely<Database>,
  releaseId: number,
  keys: readonly string[],
): Promise<ExactDescription[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ExactDescription>`
    SELECT d.description_id::text, d.sctid::text, d.language, d.kind, d.term, d.term_norm, d.term_key, c.semantic_tag
    FROM descriptions d
    JOIN concepts c ON c.release_id = ${releaseId}::int AND c.sctid = d.sctid AND c.active
    WHERE d.release_id IN (0, ${releaseId}::int) AND d.active AND d.term_key = ANY (${keys}::text[])
    ORDER BY d.description_id`.execute(db);
  return rows;
}

/** Descriptions by number, for `explain`. */
export async function descriptionsById(
  db: Kysely<Database>,
  releaseId: number,
  ids: readonly string[],
): Promise<Map<string, { term: string; language: Language; kind: DescriptionKind }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('descriptions')
    .select(['description_id', 'term', 'language', 'kind'])
    .where('release_id', 'in', [0, releaseId])
    .where('description_id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.description_id, row]));
}

/** A description asked against all others of its release. */
export interface LeftOut {
  /** The nearest concepts without this description. */
  readonly cosine: number;
  readonly margin: number;
  readonly right: boolean;
  /** The nearest concepts without its concept: what a span would meet whose concept the release lacks. */
  readonly strangerCosine: number;
  readonly strangerMargin: number;
}

/**
 * Leaves out one description after the other, at most `limit` of a language, and ranks it against the rest of its release.
 * Words that several concepts share are not asked: they always meet both concepts, with a margin of 0.
 */
export async function rankLeftOut(
  db: Kysely<Database>,
  set: { readonly releaseId: number; readonly table: string },
  language: Language,
  limit: number,
): Promise<LeftOut[]> {
  const { rows } = await sql<LeftOut>`
    WITH asked AS MATERIALIZED (
      SELECT e.* FROM ${sql.table(set.table)} e
      JOIN descriptions d ON d.release_id = ${set.releaseId}::int AND d.description_id = e.description_id
      WHERE e.language = ${language} AND NOT EXISTS (
        SELECT FROM descriptions o
        WHERE o.release_id = ${set.releaseId}::int AND o.active AND o.term_key = d.term_key AND o.sctid <> d.sctid)
      ORDER BY hashint8(e.description_id) LIMIT ${limit})
    SELECT 1 - d.distances[1] AS cosine, coalesce(d.distances[2] - d.distances[1], 1 - d.distances[1]) AS margin,
      d.sctids[1] = q.sctid AS right, coalesce(1 - d.others[1], 0) AS "strangerCosine",
      coalesce(d.others[2] - d.others[1], 1 - d.others[1], 0) AS "strangerMargin"
    FROM asked q
    CROSS JOIN LATERAL (
      SELECT array_agg(g.sctid ORDER BY g.distance, g.sctid) AS sctids,
        array_agg(g.distance ORDER BY g.distance, g.sctid) AS distances,
        array_agg(g.distance ORDER BY g.distance) FILTER (WHERE g.sctid <> q.sctid) AS others
      FROM (
        SELECT x.sctid, min(x.distance) AS distance
        FROM (SELECT t.description_id, t.sctid, t.embedding <=> q.embedding AS distance FROM ${sql.table(set.table)} t
          ORDER BY t.embedding <=> q.embedding LIMIT ${sql.lit(OVERFETCH)}) x
        WHERE x.description_id <> q.description_id
        GROUP BY x.sctid) g) d
    WHERE d.distances IS NOT NULL`.execute(db);
  return rows;
}
