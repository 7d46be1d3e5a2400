/** What stands under "Vaccinations" is a vaccination: "influenza" there is no disease. Elsewhere a word of vaccines in the sentence makes it doubtful. */

import type { ExactDescription } from '../../db/rank.js';
import type { Language } from '../../domain/language.js';
import { CONDITIONS } from '../../domain/semantic-tags.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';

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

/** The class of the words that speak of vaccines; with the value `given`, of what is said behind one that was given. */
const VACCINE = 'VACCINE';
const GIVEN = 'given';
/** "Flu vaccine given her COPD" tells why, not that: behind this word stands when or how. */
const WHY = 'given';
const WHEN = 'VACCINE_WHEN';
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
  { tokens, classes }: AnnotatedNote,
  key: string,
  language: Language,
  to: number,
): string | undefined {
  if (!NOUN[language].test(key)) return undefined;
  let at = to;
  while (at < to + MOST_BETWEEN && (tokens[at]?.kind === 'number' || BETWEEN.has(tokens[at]?.norm ?? ''))) at++;
  const isOneLine = tokens.slice(to, at + 1).every(({ breaks }) => breaks === 0);
  const next = tokens[at + 1];
  const isWhy = tokens[at]?.norm === WHY && next?.kind === 'word' && next.breaks === 0 && !classes.ofAny(WHEN, at + 1);
  const isGiven = classes.of(VACCINE, at)?.value === GIVEN;
  return isOneLine && isGiven && !isWhy ? key.replace(NOUN[language], '') : undefined;
}

/** Whether a token speaks of vaccines. */
export function saysVaccine({ classes }: AnnotatedNote, at: number): boolean {
  return classes.of(VACCINE, at)?.value === null;
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
