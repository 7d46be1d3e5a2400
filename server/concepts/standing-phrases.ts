/** Ranks phrases that stand alone, as they would be ranked in a note: for measuring and for fitting thresholds. */

import { WIDE_SEARCH } from '../db/rank.js';
import type { SearchTarget } from '../db/serving.js';
import type { Language } from '../domain/language.js';
import type { ReviewReason } from '../domain/review-reasons.js';
import type { Embedder } from '../domain/work.js';
import { foldTerm } from '../text/normalize.js';
import { termKey } from '../text/term-key.js';
import { admitTerms } from './admit/letters.js';
import type { TermWords } from './annotate/term-words.js';
import type { RankedConcept } from './decide/candidates.js';
import { doubtOf, rankAll } from './decide/rank.js';
import { nearestOfKnown } from './lookup/nearest-of-known.js';
import type { RankingDatabase } from './lookup/ranking-database.js';
import { termsByKey } from './lookup/term-hits.js';

/** A phrase without a note around it. */
export interface StandingPhrase {
  readonly words: string;
  readonly language: Language;
}

/** The concepts of a phrase, best first, and why the first is for review. */
export interface RankedPhrase {
  readonly ranked: readonly RankedConcept[];
  readonly doubt: ReviewReason | null;
}

export type PhraseTools = Pick<RankingDatabase, 'db' | 'types'>;

/** What ranking phrases needs of the state that answers. */
export interface PhraseState {
  readonly serving: SearchTarget;
  readonly model: Pick<Embedder, 'encode'>;
  readonly termWords: TermWords;
}

/** A phrase alone tells that its writer uses accents only by having one. */
const ACCENT = /[\u00c0-\u017f]/;
const NOWHERE = { from: 0, to: 0 };

/** The ranked concepts of each phrase; none where nothing is near. The same whatever index a random build came to. */
export async function rankPhrases(
  tools: PhraseTools,
  { serving, model, termWords }: PhraseState,
  phrases: readonly StandingPhrase[],
): Promise<RankedPhrase[]> {
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
    return { ...NOWHERE, ...admitted, meant, strange: termWords.lacksWordOf(words) };
  });
  const nearest = await nearestOfKnown(
    ranking,
    (texts, options) => model.encode(texts, options),
    known,
    new AbortController().signal,
  );
  const ranked = await rankAll(ranking, known, nearest, () => 0);
  return ranked.map((phrase) => ({ ranked: phrase.ranked, doubt: doubtOf(phrase) }));
}
