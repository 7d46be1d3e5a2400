/** What stands under "Vaccinations" is a vaccination: "influenza" there is no disease. Elsewhere a word of vaccines in the sentence makes it doubtful. */

import type { ExactDescription } from '../db/rank.js';
import { CONDITIONS, type Language } from '../domain.js';

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
