/** Which mentions are worth asking the index for: of most windows of a phrase it is known beforehand that nothing is near enough. */

import { nearestOfSite } from '../../db/rank.js';
import type { Encode } from '../../domain/work.js';
import { mapInSlices } from '../../slices.js';
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
  const leasts = await mapInSlices(mentions, leastOf);
  const possible = mentions.flatMap((mention, i) => {
    const least = leasts[i] as number;
    return least < Number.POSITIVE_INFINITY ? [{ mention, least }] : [];
  });
  const { known } = ranking;
  if (known?.screen === undefined) return possible.map(({ mention }) => mention);
  const forms = await mapInSlices(possible, ({ mention }) => formsOf(mention));
  const boundOf = await bounds(ranking, known, encode, forms.flat(), signal);
  const kept = await mapInSlices(possible, ({ mention, least }, i) => {
    const bound = Math.max(...(forms[i] as readonly string[]).map(boundOf));
    return bound >= least - ROUNDING ? [mention] : [];
  });
  return kept.flat();
}

/** Tells what is at least the greatest cosine of each text. */
async function bounds(
  ranking: RankingDatabase,
  known: Neighbours,
  encode: Encode,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<(text: string) => number> {
  const { serving } = ranking;
  const { boundOf, setBound } = known.release;
  const release = new TextsByKey<number>(texts, known.keyOf, { get: boundOf, set: setBound });
  const site = new TextsByKey(serving.localVersion === 0 ? [] : texts, known.keyOf, known.site);
  const wanted = [...new Set([...release.missing.values(), ...site.missing.values()])];
  const vectors = await timed(ranking, 'embedding', () => encode(wanted, { signal }));
  const vectorOf = new Map(wanted.map((text, i) => [text, vectors[i] as Float32Array]));
  await timed(ranking, 'ranking', async () => {
    await searchMissing(ranking, nearestOfSite, site, vectorOf, signal);
    const unbound = [...release.missing];
    const asked = unbound.map(([, text]) => vectorOf.get(text) as Float32Array);
    const screened = await known.screen?.bounds(serving, asked, signal);
    for (const [i, bound] of screened?.entries() ?? []) release.learn((unbound[i] as [string, string])[0], bound);
  });
  return (text) => Math.max(release.of(text) ?? 1, site.of(text)?.[0]?.cosine ?? -1);
}
