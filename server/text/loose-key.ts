/**
 * The loose key of a term: its key (`term-key.ts`) with longer words joined, without articles and "of" or "de" inside it, in one spelling, with
 * Roman numerals in figures. "Post-operative haematoma" meets "postoperative hematoma". Mirrors `loose_key` in sql/.
 */

import type { Language } from '../domain/language.js';
import type { Token } from './token.js';

/** British and American spellings meet. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/[ao]e(?=[a-z])/g, 'e'],
  [/([a-z]{2})our/g, '$1or'],
  [/([a-z]{3}[iy])z/g, '$1s'],
  [/leuc/g, 'leuk'],
  [/sulph/g, 'sulf'],
  [/([a-z]{3})ll(?=[a-z])/g, '$1l'],
  [/([a-z]{2}[bt])er(?= |$)/g, '$1r'],
  [/disk/g, 'disc'],
];
/** What no spelling above is without. */
const MAY_DIFFER = /[ao]e|our|[iy]z|leuc|sulph|ll|er$|disk/;
const NUMERALS: ReadonlyMap<string, string> = new Map(
  'i ii iii iv v vi vii viii ix'.split(' ').map((numeral, i) => [numeral, String(i + 1)]),
);
/** Words that no loose key has: elided ones and the English genitive nowhere, articles and "of" not inside it. */
const ELIDED: ReadonlySet<string> = new Set(["d'", "l'", "'s"]);
const DROPPED: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(['of', 'the']),
  fr: new Set(['de', 'du', 'des', 'la', 'le', 'les']),
};
/** What else ties a part of the body to what is found there. In small letters, accents kept: French "a" is a verb or a letter. */
const TIES: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(['in', 'of', 'on', 'to']),
  fr: new Set(['au', 'aux', "d'", 'dans', 'de', 'des', 'du', 'à']),
};
const ARTICLES: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(['the']),
  fr: new Set(["l'", 'la', 'le', 'les']),
};

const ENDS_LONG = /[a-z]{3}$/;
const BEGINS_LONG = /^[a-z]{3}/;

/** Whether a token ties a part of the body to a finding: "pain in the knee", "œdème aux chevilles". */
export function isTie(token: Pick<Token, 'lower'> | undefined, language: Language): boolean {
  return token !== undefined && TIES[language].has(token.lower);
}

/** Whether a token is a definite article. */
export function isArticle(token: Pick<Token, 'lower'> | undefined, language: Language): boolean {
  return token !== undefined && ARTICLES[language].has(token.lower);
}

/** Whether a token is no word of a loose key: "d'", "l'", "'s". */
export function isElided({ norm }: Pick<Token, 'norm'>): boolean {
  return ELIDED.has(norm);
}

/** The part of a loose key that a token is. @param key its `termKey` */
export function looseWord({ norm }: Pick<Token, 'norm'>, key: string, language: Language): string {
  if (isElided({ norm })) return '';
  const numeral = NUMERALS.get(key);
  if (numeral !== undefined) return numeral;
  if (language === 'fr') return key === 'au' || key === 'aux' ? 'a' : key;
  if (!MAY_DIFFER.test(key)) return key;
  return SPELLINGS.reduce((word, [british, american]) => word.replace(british, american), key);
}

/**
 * The loose key of tokens.
 * @param words the `looseWord` of each token of the note
 * @param run which tokens, by their index
 */
export function looseKey(
  tokens: readonly Token[],
  words: readonly string[],
  language: Language,
  run: readonly number[],
): string {
  let first = 0;
  while (first < run.length && words[run[first] as number] === '') first++;
  let last = run.length - 1;
  while (last > first && words[run[last] as number] === '') last--;
  let key = '';
  let before = '';
  for (let i = first; i <= last; i++) {
    const at = run[i] as number;
    const word = words[at] as string;
    if (word === '' || (i > first && i < last && DROPPED[language].has((tokens[at] as Token).norm))) continue;
    // One or two letters are too little to be a part of a word: "zone a" is no "zona".
    key += before === '' || (ENDS_LONG.test(before) && BEGINS_LONG.test(word)) ? word : ` ${word}`;
    before = word;
  }
  return key;
}
