/** Which mentions are worth asking the index for: of most windows of a phrase it is known beforehand that nothing is near enough. */

import { nearestOfSite } from '../../db/rank.js';
import type { Encode } from '../../domain/work.js';
import { searchMissing } from './dense-retrieval.js';
import { formsOf } from './forms.js';
import { type Neighbours, TextsByKey } from './neighbours.js';
import { type RankingDatabase, timed } from './ranking-database.js';
import type { TermMention } from './term-mention.js';

/** What the index loses by half floats and the answer by rounding. */
const ROUNDING = 1e-3;

/**
 * Leaves out the mentions whose greatest possible cosine is below the least that they are chosen with, whatever else the note says.
 * @param leastOf that cosine; infinite for a mention that is never chosen
 */
export async function promising(
  ranking: RankingDatabase,
  encode: Encode,
  mentions: readonly TermMention[],
  leastOf: (mention: TermMention) => number,
  signal: AbortSignal,
): Promise<TermMention[]> {
  const possible = mentions.filter((mention) => leastOf(mention) < Number.POSITIVE_INFINITY);
  const { known } = ranking;
  if (known?.screen === undefined) return possible;
  const bounds = await boundsOf(ranking, known, encode, possible.flatMap(formsOf), signal);
  return possible.filter((mention) => {
    const most = Math.max(...formsOf(mention).map((form) => bounds.get(known.keyOf(form)) ?? 1));
    return most >= leastOf(mention) - ROUNDING;
  });
}

/** At least the greatest cosine of each text, by its key; without those of which nothing can be said. */
async function boundsOf(
  ranking: RankingDatabase,
  known: Neighbours,
  encode: Encode,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const { serving } = ranking;
  const site = new TextsByKey(serving.localVersion === 0 ? [] : texts, known.keyOf, known.site);
  const bounds = new Map<string, number>();
  const unknown = new Map(site.missing);
  for (const text of texts) {
    const key = known.keyOf(text);
    const bound = known.release.boundOf(key);
    if (bound === undefined) unknown.set(key, text);
    else bounds.set(key, bound);
  }
  const vectors = await timed(ranking, 'embedding', () => encode([...unknown.values()], { signal }));
  const vectorOf = new Map([...unknown.values()].map((text, i) => [text, vectors[i] as Float32Array]));
  const unbound = [...unknown].filter(([key]) => !bounds.has(key));
  const screened = await timed(ranking, 'ranking', async () => {
    await searchMissing(ranking, nearestOfSite, site, vectorOf, signal);
    return known.screen?.bounds(
      serving,
      unbound.map(([, text]) => vectorOf.get(text) as Float32Array),
      signal,
    );
  });
  for (const [i, [key]] of unbound.entries()) {
    const bound = screened?.[i];
    if (bound === undefined) continue;
    known.release.setBound(key, bound);
    bounds.set(key, bound);
  }
  for (const [key, near] of site.found) {
    const bound = bounds.get(key);
    if (bound !== undefined) bounds.set(key, Math.max(bound, near[0]?.cosine ?? -1));
  }
  return bounds;
}
