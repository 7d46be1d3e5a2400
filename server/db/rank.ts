/** The two questions of ranking: which descriptions are nearest to a vector, and which have these very words. */

import { type Kysely, sql } from 'kysely';
import type { DescriptionKind } from '../domain/candidate.js';
import type { Language } from '../domain/language.js';
import type { SearchTarget } from './serving.js';
import type { Database } from './tables.js';
import { inTransaction } from './transaction.js';
import { encodeVectors } from './vector-parameter.js';

/** How many nearest descriptions are read per span, so that five distinct concepts remain. */
const OVERFETCH = 50;
/** Search width of the HNSW index, at least OVERFETCH (pgvector README); docs/performance.md has the recall it gives. */
const EF_SEARCH = 120;
/** Search width at which a random build of the index has no part in what is found, where a figure hangs on that: three times the time. */
export const WIDE_SEARCH = 400;
/** Concepts kept per span; more than are shown, so that several forms of a span can be merged. */
const CONCEPTS = 8;

/** Sets the search width of the index until commit. */
export async function widenSearch(trx: Kysely<Database>, width = EF_SEARCH): Promise<void> {
  await sql`SELECT set_config('hnsw.ef_search', ${String(width)}, true)`.execute(trx);
}

/** The nearest description of one concept to the vector at `index`. */
export interface NearestConcept {
  readonly index: number;
  readonly description_id: string;
  readonly sctid: string;
  /** Cosine similarity, -1 to 1. */
  readonly cosine: number;
}

/** A description with its cosine to a vector. */
export interface NearTerm {
  readonly descriptionId: bigint;
  readonly sctid: bigint;
  readonly cosine: number;
}

/** Finds the descriptions of a table that are nearest to each query, nearest first. */
export interface ReleaseSearch {
  nearest(db: Kysely<Database>, table: string, queries: readonly Float32Array[], k: number): Promise<NearTerm[][]>;
}

/** How vectors are sent, stored and searched. */
export interface VectorTypes {
  readonly id: number;
  readonly stored: 'vector' | 'halfvec';
  /** What searches the vectors of a release in place of the database; undefined where the database does. */
  readonly release?: (target: SearchTarget) => ReleaseSearch | undefined;
}

/**
 * For each vector the nearest distinct concepts of the release and of the terms of this site, best first: over-fetched and grouped by
 * concept. One statement; where the release is searched in memory, one for the terms of this site.
 */
export async function nearestConcepts(
  db: Kysely<Database>,
  serving: SearchTarget,
  vectors: readonly Float32Array[],
  types: VectorTypes,
  width?: number,
): Promise<NearestConcept[]> {
  if (vectors.length === 0) return [];
  const { releaseTable, localTable } = serving;
  const search = types.release?.(serving);
  if (search === undefined) return searchTables(db, [releaseTable, localTable], serving, vectors, types, width);
  // In turn: both may need the one connection of the embedded database.
  const local = await searchTables(db, [localTable], serving, vectors, types, width);
  const release = await search.nearest(db, releaseTable, vectors, OVERFETCH);
  return vectors.flatMap((_, index) => mergeConcepts(index, release[index] ?? [], local));
}

/** Cosines that differ by less are those of the same vectors, added up in another order. */
const PRECISION = 1e6;

function mergeConcepts(index: number, release: readonly NearTerm[], local: readonly NearestConcept[]) {
  const ofSite = local
    .filter((found) => found.index === index)
    .map((found) => ({
      descriptionId: BigInt(found.description_id),
      sctid: BigInt(found.sctid),
      cosine: found.cosine,
    }));
  const terms = [...release, ...ofSite].map((term) => ({
    ...term,
    cosine: Math.min(1, Math.round(term.cosine * PRECISION) / PRECISION),
  }));
  terms.sort((a, b) => b.cosine - a.cosine || Number(a.descriptionId - b.descriptionId));
  const best = new Map<bigint, NearTerm>();
  for (const term of terms) if (!best.has(term.sctid)) best.set(term.sctid, term);
  const concepts = [...best.values()].sort((a, b) => b.cosine - a.cosine || Number(a.sctid - b.sctid));
  return concepts.slice(0, CONCEPTS).map(({ descriptionId, sctid, cosine }) => ({
    index,
    description_id: String(descriptionId),
    sctid: String(sctid),
    cosine,
  }));
}

/** One statement: a scan of each table for each vector. */
async function searchTables(
  db: Kysely<Database>,
  tables: readonly string[],
  serving: SearchTarget,
  vectors: readonly Float32Array[],
  types: VectorTypes,
  width: number | undefined,
): Promise<NearestConcept[]> {
  const query = sql.raw(`q.v::${types.stored}(${serving.dimensions})`);
  const knn = (table: string) => sql`
    (SELECT t.description_id, t.sctid, t.embedding <=> ${query} AS distance FROM ${sql.table(table)} t
     ORDER BY t.embedding <=> ${query} LIMIT ${sql.lit(OVERFETCH)})`;
  const near = sql.join(tables.map(knn), sql` UNION ALL `);
  return inTransaction(db, async (trx) => {
    await widenSearch(trx, width);
    const { rows } = await sql<NearestConcept>`
      SELECT (q.i - 1)::int AS index, d.description_id::text, d.sctid::text, 1 - d.distance AS cosine
      FROM unnest(${encodeVectors(vectors, types.id)}::vector[]) WITH ORDINALITY q(v, i)
      CROSS JOIN LATERAL (
        SELECT (array_agg(x.description_id ORDER BY x.distance, x.description_id))[1] AS description_id,
          x.sctid, min(x.distance) AS distance
        FROM (${near}) x
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
  /** The key that it was found by. */
  readonly key: string;
  readonly semantic_tag: string;
}

/** The keys that terms are looked up by. */
export interface TermKeys {
  /** `termKey`s. */
  readonly keys: readonly string[];
  /** `looseKey`s, which abbreviations have none of. */
  readonly looseKeys: readonly string[];
}

/** A description, and whether it is found by its `looseKey`. */
export interface KeyedDescription extends ExactDescription {
  readonly is_loose: boolean;
}

/** The active descriptions with one of these keys in the served release and among the terms of this site. */
export async function descriptionsByKey(
  db: Kysely<Database>,
  releaseId: number,
  { keys, looseKeys }: TermKeys,
): Promise<KeyedDescription[]> {
  if (keys.length + looseKeys.length === 0) return [];
  const { rows } = await sql<KeyedDescription>`
    SELECT key, is_loose, description_id::text, sctid::text, language, kind, term, term_norm, semantic_tag
    FROM descriptions_by_key(${releaseId}::int, ${keys}::text[], ${looseKeys}::text[])`.execute(db);
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
    .where(sql<boolean>`description_id = ANY (${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.description_id, row]));
}

/** A term with its key (`termKey`). */
export interface ConceptTerm {
  readonly language: Language;
  readonly term: string;
  readonly key: string;
}

/** The active terms of concepts, abbreviations aside, by SCTID. */
export async function termsOfConcepts(
  db: Kysely<Database>,
  releaseId: number,
  sctids: readonly string[],
): Promise<Map<string, ConceptTerm[]>> {
  const terms = new Map<string, ConceptTerm[]>(sctids.map((sctid) => [sctid, []]));
  if (sctids.length === 0) return terms;
  const { rows } = await sql<ConceptTerm & { readonly sctid: string }>`
    SELECT d.sctid::text, d.language, d.term, d.term_key AS key FROM descriptions d
    WHERE d.release_id IN (0, ${releaseId}::int) AND d.active AND d.kind <> 'abbreviation' AND d.sctid = ANY (${sctids}::bigint[])
    ORDER BY d.description_id`.execute(db);
  for (const { sctid, ...term } of rows) terms.get(sctid)?.push(term);
  return terms;
}
