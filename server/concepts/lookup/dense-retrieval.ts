/** Dense retrieval, the nearest concepts of texts: embeds each text once and asks the database in as few statements as possible. */

import { isCanceled } from '../../db/failure.js';
import { type NearestConcept, nearestConcepts } from '../../db/rank.js';
import type { Encode } from '../../domain/work.js';
import { type RankingDatabase, timed } from './ranking-database.js';

/**
 * Spans a statement, and connections a note may use at once: few enough for others to get a turn on the embedded database, and for a statement
 * to stay within its time limit with a million terms and callers at once.
 */
const CHUNK = 16;
const CONNECTIONS = 2;

/** The nearest distinct concepts of each text, best first. */
export async function nearestByText(
  ranking: RankingDatabase,
  encode: Encode,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, NearestConcept[]>> {
  const distinct = [...new Set(texts)];
  const vectors = await timed(ranking, 'embedding', () => encode(distinct, { signal }));
  const result = new Map<string, NearestConcept[]>(distinct.map((text) => [text, []]));
  const { db, serving, types, width } = ranking;
  const search = (wanted: AbortSignal) => async (start: number, end: number) => {
    wanted.throwIfAborted();
    const found = await nearestConcepts(db, serving, vectors.slice(start, end), types, width);
    for (const concept of found) result.get(distinct[start + concept.index] as string)?.push(concept);
  };
  await timed(ranking, 'ranking', () =>
    inChunks(distinct.length, signal, (from, to, wanted) => inHalves(from, to, search(wanted))),
  );
  return result;
}

/**
 * Does work, and each half of it alone where the database cancels it for its time: of an index that is not in memory yet, as after
 * a restart, a try leaves there what it has read.
 */
async function inHalves(from: number, to: number, work: (from: number, to: number) => Promise<void>): Promise<void> {
  try {
    await work(from, to);
  } catch (error) {
    if (!isCanceled(error) || to - from < 2) throw error;
    const middle = (from + to) >> 1;
    await inHalves(from, middle, work);
    await inHalves(middle, to, work);
  }
}

/** Cuts the work so that every connection has some, and no statement more than CHUNK; none of it is wanted any more once a part has failed. */
async function inChunks(
  total: number,
  signal: AbortSignal,
  work: (from: number, to: number, wanted: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const wanted = AbortSignal.any([signal, failure.signal]);
  const statements = Math.max(CONNECTIONS, Math.ceil(total / CHUNK));
  const size = Math.ceil(total / statements);
  let next = 0;
  const lane = async () => {
    while (next < total) {
      const from = next;
      next += size;
      try {
        await work(from, Math.min(total, from + size), wanted);
      } catch (error) {
        failure.abort();
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}
