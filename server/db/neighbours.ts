/** The nearest concepts of terms of a release. */

import { type Kysely, sql } from 'kysely';
import type { NearestConcept } from './rank.js';
import { readTwice } from './read-twice.js';
import type { SearchTarget } from './serving.js';
import type { Database } from './tables.js';

/** The release and the model of which neighbours are kept. */
export type NeighbourTarget = Pick<SearchTarget, 'modelId' | 'releaseId'>;

/** A term of a release with its neighbours. */
export interface TermNeighbours {
  readonly term: string;
  /** A description of the release that has the term. */
  readonly descriptionId: string;
  readonly concepts: readonly NearestConcept[];
}

/** The neighbours of those terms that have some. */
export async function readNeighbours(
  db: Kysely<Database>,
  { modelId, releaseId }: NeighbourTarget,
  terms: readonly string[],
): Promise<Map<string, NearestConcept[]>> {
  const statement = sql<{ term: string; ids: string[]; sctids: string[]; cosines: number[] }>`
    SELECT term, description_ids::text[] AS ids, sctids::text[] AS sctids, cosines FROM release_neighbours
    WHERE model_id = ${modelId}::int AND release_id = ${releaseId}::int AND term = ANY (${terms}::text[])`;
  const { rows } = await readTwice(db, () => statement.execute(db));
  return new Map(
    rows.map(({ term, ids, sctids, cosines }) => [
      term,
      ids.map((id, i) => ({ description_id: id, sctid: sctids[i] as string, cosine: cosines[i] as number })),
    ]),
  );
}

/** A term of a release, and its length in characters. */
export interface TermOfLength {
  readonly id: string;
  readonly term: string;
  readonly length: number;
}

/** The next active terms of a release, the shortest first: notes have these most often. @param after the last one read; undefined to begin */
export async function shortestTerms(
  db: Kysely<Database>,
  releaseId: number,
  after: Pick<TermOfLength, 'id' | 'length'> | undefined,
  limit: number,
): Promise<TermOfLength[]> {
  const { rows } = await sql<TermOfLength>`
    SELECT description_id::text AS id, term, length(term) AS length FROM descriptions
    WHERE release_id = ${releaseId}::int AND active
      AND (length(term), description_id) > (${after?.length ?? 0}::int, ${after?.id ?? '0'}::bigint)
    ORDER BY length(term), description_id LIMIT ${limit}::int`.execute(db);
  return rows;
}

/** Keeps the neighbours of terms that the release has; what is there stays, and a term of the site is left out. */
export async function writeNeighbours(
  db: Kysely<Database>,
  { modelId, releaseId }: NeighbourTarget,
  terms: readonly TermNeighbours[],
): Promise<void> {
  const rows = terms.map(({ term, descriptionId, concepts }) => ({
    term,
    description: descriptionId,
    ids: concepts.map(({ description_id }) => description_id),
    sctids: concepts.map(({ sctid }) => sctid),
    cosines: concepts.map(({ cosine }) => cosine),
  }));
  await sql`
    INSERT INTO release_neighbours (model_id, release_id, term, description_ids, sctids, cosines)
    SELECT ${modelId}::int, ${releaseId}::int, n.term, n.ids, n.sctids, n.cosines
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS n (term text, description bigint, ids bigint[], sctids bigint[], cosines float8[])
    JOIN descriptions d ON d.release_id = ${releaseId}::int AND d.description_id = n.description
    JOIN embedding_sets e ON e.model_id = ${modelId}::int AND e.release_id = ${releaseId}::int
    ORDER BY n.term
    ON CONFLICT DO NOTHING`.execute(db);
}
