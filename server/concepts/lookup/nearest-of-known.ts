/** The nearest concepts of words whose terms are known: the index finds nearly all that is near, these must not be missed. */

import type { NearestConcept } from '../../db/rank.js';
import type { Encode } from '../../domain/work.js';
import { mapInSlices } from '../../slices.js';
import { nearestByText } from './dense-retrieval.js';
import { formsOf } from './forms.js';
import { type RankingDatabase, timed } from './ranking-database.js';
import type { KnownWords } from './term-mention.js';

/** The cosine of a text to itself, but for rounding. */
const SAME = 0.999;

/** The nearest concepts of each text of `formsOf`, those that have the very words among them. */
export async function nearestOfKnown(
  ranking: RankingDatabase,
  encode: Encode,
  known: readonly KnownWords[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly NearestConcept[]>> {
  const forms = await mapInSlices(known, formsOf);
  const nearest = await nearestByText(ranking, encode, forms.flat(), signal);
  const asked = new Set<string>();
  const missing = await mapInSlices(known, (item, index) => {
    if (item.exact.length === 0) return [];
    const near = (forms[index] ?? []).flatMap((form) => nearest.get(form) ?? []);
    const found = new Set(near.filter(({ cosine }) => cosine >= SAME).map(({ sctid }) => sctid));
    return item.exact.flatMap((hit) => {
      // Once for all items with these words: they share one list.
      const pair = `${hit.sctid} ${item.words}`;
      if (found.has(hit.sctid) || asked.has(pair)) return [];
      asked.add(pair);
      return [{ words: item.words, hit }];
    });
  });
  const missed = missing.flat();
  if (missed.length === 0) return nearest;
  const texts = missed.flatMap(({ words, hit }) => [words, hit.term]);
  const vectors = await timed(ranking, 'embedding', () => encode(texts, { signal }));
  for (const [i, { words, hit }] of missed.entries()) {
    const cosine = dot(vectors[2 * i] as Float32Array, vectors[2 * i + 1] as Float32Array);
    nearest.get(words)?.push({ index: 0, description_id: hit.description_id, sctid: hit.sctid, cosine });
  }
  return nearest;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (const [i, value] of a.entries()) sum += value * (b[i] as number);
  return sum;
}
