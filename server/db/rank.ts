/** The two questions of ranking: which descriptions are nearest to a vector, and which have these very words. */

import { type Kysely, sql } from 'kysely';
import type { DescriptionKind } from '../domain/candidate.js';
import type { Language } from '../domain/language.js';
import { readTwice } from './read-twice.js';
import type { SearchTarget } from './serving.js';
import type { Database } from './tables.js';
import { inTransaction } from './transaction.js';
import { encodeVectors } from './vector-parameter.js';

/** How many nearest descriptions are read per span, so that five distinct concepts remain. */
const OVERFETCH = 50;
/** Search width of the HNSW index, at least OVERFETCH (pgvector README); docs/performance.md has the recall it gives. */
const EF_SEARCH = 200;
/** The same in a release of a million terms or so, where it finds as many of the nearest in less time. */
const LARGE_SEARCH = 120;
/** Search width at which a random build of the index has no part in what is found, where a figure hangs on that: twice the time. */
export const WIDE_SEARCH = 400;
/** From this cosine on a text may be chosen: without a screen it is searched for once more, widely. */
const NEAR = 0.7;
/** Concepts kept per span; more than are shown, so that several forms of a span can be merged. */
const CONCEPTS = 8;

/** Sets the search width of the index until commit. */
export async function widenSearch(trx: Kysely<Database>, width = EF_SEARCH): Promise<void> {
  await sql`SELECT set_config('hnsw.ef_search', ${String(width)}, true)`.execute(trx);
}

/** The nearest description of one concept to a vector. */
export interface NearestConcept {
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

/**
 * Tells which descriptions hold the nearest concepts of each vector, without its cosines being exact: numbers of descriptions, or null where it can't be sure
 * that no other does. Null in all where nothing is known of the target yet; 'large' where it has too many terms for lists.
 */
export type Shortlists = (
  target: SearchTarget,
  vectors: readonly Float32Array[],
  concepts: number,
) => Promise<readonly (readonly bigint[] | null)[] | 'large' | null>;

/** How vectors are sent, stored and searched. */
export interface VectorTypes {
  readonly id: number;
  readonly stored: 'vector' | 'halfvec';
  /** What searches the vectors of a release in place of the database; undefined where the database does. */
  readonly release?: (target: SearchTarget) => ReleaseSearch | undefined;
  /** What spares the database the search of its index: it compares those of a list. */
  readonly shortlists?: Shortlists | undefined;
}

/** How vectors are searched: with what width of the index, that of notes where none is given. */
interface Search {
  readonly types: VectorTypes;
  readonly width?: number | undefined;
}

/** For each vector the nearest distinct concepts of the release, best first. */
export async function nearestOfRelease(
  db: Kysely<Database>,
  target: SearchTarget,
  vectors: readonly Float32Array[],
  search: Search,
): Promise<NearestConcept[][]> {
  const release = search.types.release?.(target);
  if (vectors.length === 0) return [];
  if (release === undefined) return compareListed(db, target, vectors, search);
  const found = await release.nearest(db, target.releaseTable, vectors, OVERFETCH);
  return found.map((terms) => mergeConcepts(terms.map(toConcept)));
}

/** The same among the terms of this site. */
export async function nearestOfSite(
  db: Kysely<Database>,
  target: SearchTarget,
  vectors: readonly Float32Array[],
  search: Search,
): Promise<NearestConcept[][]> {
  if (vectors.length === 0) return [];
  const found = await searchTable(db, target.localTable, target, vectors, search);
  return search.types.release?.(target) === undefined ? found : found.map((concepts) => concepts.map(toPrecision));
}

/** The best distinct concepts of lists, best first; among equal ones the lower number goes first. */
export function mergeConcepts(...lists: readonly (readonly NearestConcept[])[]): NearestConcept[] {
  const best = new Map<string, NearestConcept>();
  for (const term of lists.flat()) {
    const known = best.get(term.sctid);
    const isBetter = known === undefined || term.cosine > known.cosine;
    if (isBetter || (term.cosine === known.cosine && isLower(term.description_id, known.description_id)))
      best.set(term.sctid, term);
  }
  const concepts = [...best.values()];
  concepts.sort((a, b) => b.cosine - a.cosine || (isLower(a.sctid, b.sctid) ? -1 : 1));
  return concepts.slice(0, CONCEPTS);
}

/** Numbers of any length, as text. */
const isLower = (a: string, b: string): boolean => a.length < b.length || (a.length === b.length && a < b);

/** Cosines that differ by less are those of the same vectors, added up in another order: in memory, and by the database. */
const PRECISION = 1e6;

const toPrecision = <T extends { readonly cosine: number }>(found: T): T => ({
  ...found,
  cosine: Math.min(1, Math.round(found.cosine * PRECISION) / PRECISION),
});

const toConcept = ({ descriptionId, sctid, cosine }: NearTerm): NearestConcept =>
  toPrecision({ description_id: String(descriptionId), sctid: String(sctid), cosine });

/**
 * Compares the vectors of short lists, exactly. What has no list is searched for in the index, and widely where it may be chosen: what decides
 * is to hang as little as can be on a random build.
 */
async function compareListed(
  db: Kysely<Database>,
  target: SearchTarget,
  vectors: readonly Float32Array[],
  { types, width }: Search,
): Promise<NearestConcept[][]> {
  const table = target.releaseTable;
  const lists = await types.shortlists?.(target, vectors, CONCEPTS);
  const isListed = lists !== undefined && lists !== null && lists !== 'large';
  const narrow = width ?? (lists === 'large' ? LARGE_SEARCH : EF_SEARCH);
  const found = isListed
    ? await compare(db, target, vectors, lists, types)
    : await searchTable(db, table, target, vectors, { types, width: narrow });
  const isAsked = (i: number) => (isListed ? lists[i] === null : (found[i]?.[0]?.cosine ?? 0) >= NEAR);
  const asked = !isListed && narrow >= WIDE_SEARCH ? [] : [...vectors.keys()].filter(isAsked);
  if (asked.length === 0) return found;
  const some = asked.map((i) => vectors[i] as Float32Array);
  const searched = await searchTable(db, table, target, some, { types, width: WIDE_SEARCH });
  for (const [at, i] of asked.entries()) found[i] = searched[at] ?? [];
  return found;
}

/** One statement: the cosine of each vector to each description of its list; nothing for one without. */
async function compare(
  db: Kysely<Database>,
  { releaseTable, dimensions }: SearchTarget,
  vectors: readonly Float32Array[],
  lists: readonly (readonly bigint[] | null)[],
  { id, stored }: VectorTypes,
): Promise<NearestConcept[][]> {
  const owners = arrayText(lists.flatMap((ids, i) => ids?.map(() => i + 1) ?? []));
  const ids = arrayText(lists.flatMap((list) => list ?? []));
  // Without OFFSET 0 the planner, which does not know how short the lists are, may read the whole table.
  const statement = sql<NearestConcept & { readonly index: number }>`
    WITH q AS MATERIALIZED (
      SELECT i, v::${sql.raw(`${stored}(${dimensions})`)} AS v FROM unnest(${encodeVectors(vectors, id)}::vector[]) WITH ORDINALITY u(v, i))
    SELECT (q.i - 1)::int AS index, t.description_id::text, t.sctid::text, 1 - (t.embedding <=> q.v) AS cosine
    FROM unnest(${owners}::int[], ${ids}::bigint[]) l(i, description_id)
    JOIN q ON q.i = l.i
    CROSS JOIN LATERAL (SELECT * FROM ${sql.table(releaseTable)} e WHERE e.description_id = l.description_id OFFSET 0) t`;
  const { rows } = await readTwice(db, () => statement.execute(db));
  const found: NearestConcept[][] = lists.map(() => []);
  for (const { index, ...term } of rows) found[index]?.push(term);
  return found.map((terms) => mergeConcepts(terms));
}

/** An array of numbers as PostgreSQL reads it, in a tenth of the time that the driver takes for one. */
const arrayText = (numbers: readonly (number | bigint)[]): string => `{${numbers.join(',')}}`;

/** One statement: a scan of the table for each vector, over-fetched and grouped by concept. */
async function searchTable(
  db: Kysely<Database>,
  table: string,
  { dimensions }: SearchTarget,
  vectors: readonly Float32Array[],
  { types, width }: Search,
): Promise<NearestConcept[][]> {
  const query = sql.raw(`q.v::${types.stored}(${dimensions})`);
  const near = sql`
    SELECT t.description_id, t.sctid, t.embedding <=> ${query} AS distance FROM ${sql.table(table)} t
    ORDER BY t.embedding <=> ${query} LIMIT ${sql.lit(OVERFETCH)}`;
  const search = async (trx: Kysely<Database>) => {
    await widenSearch(trx, width);
    const { rows } = await sql<NearestConcept & { readonly index: number }>`
      SELECT (q.i - 1)::int AS index, d.description_id::text, d.sctid::text, 1 - d.distance AS cosine
      FROM unnest(${encodeVectors(vectors, types.id)}::vector[]) WITH ORDINALITY q(v, i)
      CROSS JOIN LATERAL (
        SELECT (array_agg(x.description_id ORDER BY x.distance, x.description_id))[1] AS description_id,
          x.sctid, min(x.distance) AS distance
        FROM (${near}) x
        GROUP BY x.sctid ORDER BY min(x.distance), x.sctid LIMIT ${sql.lit(CONCEPTS)}) d
      ORDER BY q.i, d.distance, d.sctid`.execute(trx);
    const found: NearestConcept[][] = vectors.map(() => []);
    for (const { index, ...concept } of rows) found[index]?.push(concept);
    return found;
  };
  return readTwice(db, () => inTransaction(db, search));
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
  const statement = sql<KeyedDescription>`
    SELECT key, is_loose, description_id::text, sctid::text, language, kind, term, term_norm, semantic_tag
    FROM descriptions_by_key(${releaseId}::int, ${keys}::text[], ${looseKeys}::text[])`;
  const { rows } = await readTwice(db, () => statement.execute(db));
  return rows;
}

/** Descriptions by number, for `explain`. */
export async function descriptionsById(
  db: Kysely<Database>,
  releaseId: number,
  ids: readonly string[],
): Promise<Map<string, { term: string; language: Language; kind: DescriptionKind }>> {
  if (ids.length === 0) return new Map();
  const query = db
    .selectFrom('descriptions')
    .select(['description_id', 'term', 'language', 'kind'])
    .where('release_id', 'in', [0, releaseId])
    .where(sql<boolean>`description_id = ANY (${ids}::bigint[])`);
  const rows = await readTwice(db, () => query.execute());
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
  const statement = sql<ConceptTerm & { readonly sctid: string }>`
    SELECT d.sctid::text, d.language, d.term, d.term_key AS key FROM descriptions d
    WHERE d.release_id IN (0, ${releaseId}::int) AND d.active AND d.kind <> 'abbreviation' AND d.sctid = ANY (${sctids}::bigint[])
    ORDER BY d.description_id`;
  const { rows } = await readTwice(db, () => statement.execute(db));
  for (const { sctid, ...term } of rows) terms.get(sctid)?.push(term);
  return terms;
}
