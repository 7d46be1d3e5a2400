/** Dense retrieval, the nearest concepts of texts: what is known is taken, the rest is embedded and asked for in as few statements as possible. */

import { isCanceled } from '../../db/failure.js';
import { mergeConcepts, type NearestConcept, nearestOfRelease, nearestOfSite } from '../../db/rank.js';
import type { Encode } from '../../domain/work.js';
import { mapInSlices } from '../../slices.js';
import { type ReleaseTerm, TextsByKey } from './neighbours.js';
import { type RankingDatabase, timed } from './ranking-database.js';

/**
 * Spans a statement, and connections a note may use at once: few enough for others to get a turn on the embedded database, and for a statement
 * to stay within its time limit with a million terms and callers at once.
 */
const CHUNK = 16;
const CONNECTIONS = 2;

/** The nearest concepts by text; the lists are shared, and never written to. */
export type NearestByText = Map<string, readonly NearestConcept[]>;

const NO_TERMS: ReadonlyMap<string, ReleaseTerm> = new Map();

/**
 * The nearest distinct concepts of each text, best first, among the terms of the release and of the site.
 * @param ofRelease the texts that are terms of the release
 */
export async function nearestByText(
  ranking: RankingDatabase,
  encode: Encode,
  texts: readonly string[],
  signal: AbortSignal,
  ofRelease: ReadonlyMap<string, ReleaseTerm> = NO_TERMS,
): Promise<NearestByText> {
  const { known, serving } = ranking;
  const distinct = [...new Set(texts)];
  const release = new TextsByKey(distinct, known?.keyOf, known?.release);
  // A site that never had a term of its own needs no search for them.
  const site = new TextsByKey(serving.localVersion === 0 ? [] : distinct, known?.keyOf, known?.site);
  await readStored(ranking, release, ofRelease);
  const wanted = [...new Set([...release.missing.values(), ...site.missing.values()])];
  const vectors = await timed(ranking, 'embedding', () => encode(wanted, { signal }));
  const vectorOf = new Map(wanted.map((text, i) => [text, vectors[i] as Float32Array]));
  const asked = [...release.missing.values()].flatMap((text) => ofRelease.get(text) ?? []);
  await timed(ranking, 'ranking', () => searchMissing(ranking, nearestOfRelease, release, vectorOf, signal));
  await timed(ranking, 'ranking', () => searchMissing(ranking, nearestOfSite, site, vectorOf, signal));
  if (serving.ready) for (const term of asked) known?.store?.add(serving, term, release.found.get(term.key) ?? []);
  const nearest = await mapInSlices(distinct, (text): [string, readonly NearestConcept[]] => {
    const [near, nearOfSite] = [release.of(text) ?? [], site.of(text) ?? []];
    return [text, nearOfSite.length === 0 ? near : mergeConcepts(near, nearOfSite)];
  });
  return new Map(nearest);
}

/** Takes what the database keeps of the terms of the release. */
async function readStored(
  ranking: RankingDatabase,
  texts: TextsByKey,
  ofRelease: ReadonlyMap<string, ReleaseTerm>,
): Promise<void> {
  const store = ranking.known?.store;
  const keys = [...texts.missing].flatMap(([key, text]) => (ofRelease.get(text)?.key === key ? [key] : []));
  if (store === undefined || keys.length === 0) return;
  const stored = await timed(ranking, 'ranking', () => store.read(ranking.db, ranking.serving, keys));
  for (const [key, concepts] of stored) texts.learn(key, concepts);
}

/** Asks for the texts of which nothing is known. */
export async function searchMissing(
  { db, serving, types, width }: RankingDatabase,
  nearest: typeof nearestOfRelease,
  texts: TextsByKey,
  vectorOf: ReadonlyMap<string, Float32Array>,
  signal: AbortSignal,
): Promise<void> {
  const missing = [...texts.missing];
  const vectors = missing.map(([, text]) => vectorOf.get(text) as Float32Array);
  const search = (wanted: AbortSignal) => async (start: number, end: number) => {
    wanted.throwIfAborted();
    const found = await nearest(db, serving, vectors.slice(start, end), { types, width });
    for (const [i, concepts] of found.entries()) texts.learn((missing[start + i] as [string, string])[0], concepts);
  };
  await inChunks(missing.length, signal, (from, to, wanted) => inHalves(from, to, search(wanted)));
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
