/** Ranks phrases that stand alone, as they would be ranked in a note: for measuring and for fitting thresholds. */

import { WIDE_SEARCH } from '../db/rank.js';
import type { SearchTarget } from '../db/serving.js';
import type { Language } from '../domain.js';
import { admitTerms, type RankedWords, rankWords, termsByKey } from '../ranking/known-words.js';
import { doubtLikenesses } from '../ranking/likeness.js';
import type { RankingDatabase } from '../ranking/nearest.js';
import { nearestOfKnown } from '../ranking/own-terms.js';
import { foldTerm } from '../text/normalize.js';
import { termKey } from '../text/term-key.js';
import type { LiveState } from './live.js';

/** A phrase without a note around it. */
export interface StandingPhrase {
  readonly words: string;
  readonly language: Language;
}

export type PhraseTools = Pick<RankingDatabase, 'db' | 'types'>;

/** A phrase alone tells that its writer uses accents only by having one. */
const ACCENT = /[\u00c0-\u017f]/;

/** The ranked concepts of each phrase, best first; none where nothing is near. The same whatever index a random build came to. */
export async function rankPhrases(
  tools: PhraseTools,
  { serving, encode, termWords }: Pick<LiveState, 'encode' | 'termWords'> & { readonly serving: SearchTarget },
  phrases: readonly StandingPhrase[],
): Promise<RankedWords[]> {
  const ranking = { ...tools, serving, width: WIDE_SEARCH, spent: { embedding: 0, ranking: 0 } };
  const keyed = phrases.map((phrase) => {
    const written = foldTerm(phrase.words);
    const meant = written.replace(/[\p{L}\p{N}]+/gu, (word) => termWords.correct(word) ?? word);
    return { ...phrase, meant: meant === written ? undefined : meant, key: termKey(meant) };
  });
  const { hits } = await termsByKey(ranking, new Set(keyed.map(({ key }) => key)));
  const isWord = (folded: string, isSmall: boolean) => termWords.isWord(folded, isSmall);
  const known = keyed.map(({ words, language, meant, key }) => {
    const letters = { words, content: words.split(/\s+/).length, capitals: false, accented: ACCENT.test(words) };
    const admitted = admitTerms(letters, language, hits.get(key) ?? [], isWord);
    return { ...admitted, meant, strange: termWords.lacksWordOf(words) };
  });
  const nearest = await nearestOfKnown(ranking, encode, known, new AbortController().signal);
  return doubtLikenesses(
    ranking,
    known.map((item) => ({ ...rankWords(item, nearest), words: item.words })),
    () => 0,
  );
}
