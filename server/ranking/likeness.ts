/** Words that are only like a term: whether the term says the same at all. */

import { descriptionsById } from '../db/rank.js';
import type { DescriptionKind, Doubt } from '../domain.js';
import { mapInSlices } from '../slices.js';
import { looseWord } from '../text/loose-key.js';
import { foldTerm } from '../text/normalize.js';
import { termKey } from '../text/term-key.js';
import type { RankedWords } from './known-words.js';
import type { RankingDatabase } from './nearest.js';

/** Words that add nothing to a term, folded. */
const EMPTY = new Set(
  'a an and as at au aux avec by d de des du en et for in l la le les of on or ou the to un une with'.split(' '),
);

/** Words that begin with as many letters alike are of one family. */
const STEM = 5;

/** Words with their candidates. */
export interface LikeWords extends RankedWords {
  readonly words: string;
}

/**
 * The same with the doubts of those whose first concept has only a term like them; one statement.
 * @param leastOf the cosine below which nothing is chosen in any case
 */
export async function doubtLikenesses<T extends LikeWords>(
  { db, serving, spent }: Pick<RankingDatabase, 'db' | 'serving' | 'spent'>,
  found: readonly T[],
  leastOf: (words: T) => number,
): Promise<T[]> {
  const began = performance.now();
  const ids = found.flatMap((each) => {
    const top = each.ranked[0];
    return top?.tier === 'dense' && top.cosine >= leastOf(each) ? [top.descriptionId] : [];
  });
  const terms = await descriptionsById(db, serving.releaseId, [...new Set(ids)]);
  spent.ranking += performance.now() - began;
  return mapInSlices(found, (each) => {
    const top = each.ranked[0];
    const term = top?.tier === 'dense' ? terms.get(top.descriptionId) : undefined;
    return term === undefined ? each : { ...each, doubt: doubtOfLikeness(each.words, term, each.doubt) };
  });
}

/**
 * Why words may not mean the concept of the term that they are most like.
 * @param doubt what is known already
 */
export function doubtOfLikeness(
  words: string,
  { term, kind }: { readonly term: string; readonly kind: DescriptionKind },
  doubt: Doubt | null,
): Doubt | null {
  // The network has learnt what abbreviations stand for, and each for many things: "polyethylene glycol" is like "PEG", the gastrostomy.
  if (kind === 'abbreviation') return 'unlike';
  const [own, other] = [contentOf(words), contentOf(term)];
  const isPart = [...own].every((word) => other.has(word));
  // "Common bile duct" is like "common bile duct stone", and no stone is in it.
  if (isPart && own.size < other.size) return 'unlike';
  // "Myiasis" is like "toxoplasmosis" by its ending alone; "catheterise" begins as "catheterization".
  if (doubt === 'unknown_word' && own.size === 1 && !sharesStem([...own][0] as string, other)) return 'single_word';
  // One word in another language's spelling: "thyromégalie".
  return isPart && doubt === 'single_word' ? 'likeness' : doubt;
}

function sharesStem(word: string, others: ReadonlySet<string>): boolean {
  const spelt = (each: string) => looseWord({ norm: each }, each, 'en');
  const stem = spelt(word).slice(0, STEM);
  return [...others].some((other) => spelt(other).startsWith(stem));
}

function contentOf(words: string): ReadonlySet<string> {
  const folded = foldTerm(words).split(/[^\p{L}\p{N}+%]+/u);
  return new Set(folded.filter((word) => word !== '' && !EMPTY.has(word)).map(termKey));
}
