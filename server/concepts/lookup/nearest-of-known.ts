/** The nearest concepts of words whose terms are known: the index finds nearly all that is near, these must not be missed. */

import type { Encode } from '../../domain/work.js';
import { mapInSlices } from '../../slices.js';
import { type NearestByText, nearestByText } from './dense-retrieval.js';
import { formsOf } from './forms.js';
import type { ReleaseTerm } from './neighbours.js';
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
): Promise<NearestByText> {
  const forms = await mapInSlices(known, formsOf);
  const nearest = await nearestByText(ranking, encode, forms.flat(), signal, releaseTerms(ranking, known));
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
    const concept = { description_id: hit.description_id, sctid: hit.sctid, cosine };
    nearest.set(words, [...(nearest.get(words) ?? []), concept]);
  }
  return nearest;
}

/** The texts that are terms themselves, by their words or as their forms; those of the site are known by nothing here, and kept nowhere. */
function releaseTerms({ known }: RankingDatabase, items: readonly KnownWords[]): Map<string, ReleaseTerm> {
  const terms = new Map<string, ReleaseTerm>();
  if (known?.store === undefined) return terms;
  for (const { words, meant, exact } of items) {
    for (const { term, description_id: descriptionId } of exact) {
      const key = known.keyOf(term);
      for (const text of [words, meant, term]) {
        if (text !== undefined && known.keyOf(text) === key) terms.set(text, { key, descriptionId });
      }
    }
  }
  return terms;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (const [i, value] of a.entries()) sum += value * (b[i] as number);
  return sum;
}
