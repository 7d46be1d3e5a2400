/** The nearest concepts of texts: embeds each text once and asks the database in as few statements as possible. */

import type { Kysely } from 'kysely';
import { type NearestConcept, nearestConcepts } from '../db/rank.js';
import type { SearchTarget } from '../db/serving.js';
import type { Database } from '../db/tables.js';
import type { Encode } from '../domain.js';

/** Spans a statement, few enough for others to get a turn on the embedded database, and connections a note may use at once. */
const CHUNK = 32;
const CONNECTIONS = 2;

export interface RankingDatabase {
  readonly db: Kysely<Database>;
  readonly serving: SearchTarget;
  readonly types: { readonly id: number; readonly stored: 'vector' | 'halfvec' };
  /** Milliseconds spent, added to by each call. */
  readonly spent: { embedding: number; ranking: number };
}

/** The nearest distinct concepts of each text, best first. */
export async function nearestByText(
  ranking: RankingDatabase,
  encode: Encode,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, NearestConcept[]>> {
  const distinct = [...new Set(texts)];
  const began = performance.now();
  const vectors = await encode(distinct, { signal });
  ranking.spent.embedding += performance.now() - began;
  const result = new Map<string, NearestConcept[]>(distinct.map((text) => [text, []]));
  const rankingBegan = performance.now();
  await inChunks(distinct.length, async (from, to) => {
    signal.throwIfAborted();
    const found = await nearestConcepts(ranking.db, ranking.serving, vectors.slice(from, to), ranking.types);
    for (const concept of found) result.get(distinct[from + concept.index] as string)?.push(concept);
  });
  ranking.spent.ranking += performance.now() - rankingBegan;
  return result;
}

/** Cuts the work so that every connection has some, and no statement more than CHUNK. */
async function inChunks(total: number, work: (from: number, to: number) => Promise<void>): Promise<void> {
  const size = Math.min(CHUNK, Math.max(16, Math.ceil(total / CONNECTIONS)));
  let next = 0;
  const lane = async () => {
    while (next < total) {
      const from = next;
      next += size;
      await work(from, Math.min(total, from + size));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}
