/** What stands under "Vaccinations" is a vaccination: "influenza" there is no disease. Elsewhere a word of vaccines in the sentence makes it doubtful. */

import type { ExactDescription } from '../db/rank.js';
import { CONDITIONS, type Language } from '../domain.js';
import type { Token } from '../text/token.js';

/** The name of the section, as section rules have it. */
export const IMMUNIZATIONS = 'immunizations';

/** How terms name a vaccination or its vaccine, as keys (`termKey`) around the key of the disease. */
const NAMES: Readonly<Record<Language, readonly (readonly [before: string, after: string])[]>> = {
  en: [
    ['', ' vaccination'],
    ['', ' vaccin'],
  ],
  fr: ['vaccination', 'vaccin'].flatMap((noun) =>
    ['', ' contr le', ' contr la', ' contr l'].map((against) => [`${noun}${against} `, ''] as const),
  ),
};

/** Keys of the words that speak of vaccines. */
const WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set([
    'booster',
    'imm',
    'immunisation',
    'immunised',
    'immunization',
    'immunized',
    'jab',
    'vacc',
    'vaccin',
    'vaccinated',
    'vaccination',
  ]),
  fr: new Set(['immunisation', 'rappel', 'vacc', 'vaccin', 'vaccinal', 'vaccination', 'vaccine']),
};

/** What is said behind a vaccine of which a dose was, will or should be given. In small letters, without accents. */
const GIVEN: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(['administered', 'declined', 'done', 'due', 'given', 'offered', 'received', 'refused']),
  fr: new Set(
    ['administre', 'effectue', 'fait', 'propose', 'realise', 'recu', 'refuse'].flatMap((stem) => [stem, `${stem}e`]),
  ),
};
/** How many words may stand before them: "vaccin grippe 2024 fait". */
const BEFORE_GIVEN = 2;
/** The word for a vaccine, at the end of a key or at its beginning. */
const NOUN: Readonly<Record<Language, RegExp>> = { en: / vaccin$/, fr: /^vaccin (?:contr (?:l[ea]|l') )?/ };

/**
 * The key of what a vaccine is against, where the words behind it say that it was or will be given; undefined elsewhere.
 * @param key the `termKey` of words that end before token `to`
 */
export function givenAgainst(
  key: string,
  language: Language,
  tokens: readonly Pick<Token, 'kind' | 'norm'>[],
  to: number,
): string | undefined {
  if (!NOUN[language].test(key)) return undefined;
  const behind = tokens.slice(to, to + BEFORE_GIVEN + 1);
  const end = behind.findIndex(({ kind }) => kind === 'punctuation');
  const isGiven = behind.slice(0, end < 0 ? behind.length : end).some(({ norm }) => GIVEN[language].has(norm));
  return isGiven ? key.replace(NOUN[language], '') : undefined;
}

/** Whether a word with this key speaks of vaccines. */
export function saysVaccine(key: string, language: Language): boolean {
  return WORDS[language].has(key);
}

/** The keys of the terms that would name the vaccination against what has this key. */
export function vaccineKeys(key: string, language: Language): string[] {
  return NAMES[language].map(([before, after]) => before + key + after);
}

/** Of the descriptions with such keys, those of vaccinations, or else of vaccines. */
export function vaccinesAmong(hits: readonly ExactDescription[]): ExactDescription[] {
  const vaccines = hits.filter((hit) => !CONDITIONS.has(hit.semantic_tag));
  const given = vaccines.filter((hit) => hit.semantic_tag === 'procedure');
  return given.length > 0 ? given : vaccines;
}
