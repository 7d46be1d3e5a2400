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

/** What is said behind a vaccine that was given. In small letters, without accents. */
const GIVEN: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(['administered', 'done', 'given', 'received']),
  fr: new Set(['administre', 'effectue', 'fait', 'realise', 'recu'].flatMap((stem) => [stem, `${stem}e`])),
};
/** "Flu vaccine given her COPD" tells why, not that. */
const WHY = 'given';
const WHEN: ReadonlySet<string> = new Set(['at', 'by', 'im', 'in', 'on', 'this', 'to', 'today', 'yesterday']);
/** What may stand between: "vaccin grippe 2024 : fait". */
const BETWEEN: ReadonlySet<string> = new Set([':', '-', '–']);
const MOST_BETWEEN = 2;
/** The word for a vaccine, at the end of a key or at its beginning. */
const NOUN: Readonly<Record<Language, RegExp>> = { en: / vaccin$/, fr: /^vaccin (?:contr (?:l'?|la|le|les) )?/ };

/**
 * The key of what a vaccine is against, where the words behind it on its line say that it was given; undefined elsewhere.
 * @param key the `termKey` of words that end before token `to`
 */
export function givenAgainst(
  key: string,
  language: Language,
  tokens: readonly Pick<Token, 'breaks' | 'kind' | 'norm'>[],
  to: number,
): string | undefined {
  if (!NOUN[language].test(key)) return undefined;
  let at = to;
  while (at < to + MOST_BETWEEN && (tokens[at]?.kind === 'number' || BETWEEN.has(tokens[at]?.norm ?? ''))) at++;
  const isOneLine = tokens.slice(to, at + 1).every(({ breaks }) => breaks === 0);
  const [said, next] = [tokens[at]?.norm ?? '', tokens[at + 1]];
  const isWhy = said === WHY && next?.kind === 'word' && next.breaks === 0 && !WHEN.has(next.norm);
  return isOneLine && GIVEN[language].has(said) && !isWhy ? key.replace(NOUN[language], '') : undefined;
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
