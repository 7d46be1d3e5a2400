/** What stands under "Allergies", or behind "allergic to", is an allergy: "penicillin" there means the allergy to it, not the drug. */

import type { ExactDescription } from '../../db/rank.js';
import type { Language } from '../../domain/language.js';
import { CONDITIONS, SITUATION } from '../../domain/semantic-tags.js';

/** The name of the section, as section rules have it. */
export const ALLERGIES = 'allergies';

/** How terms name an allergy, as keys (`termKey`) around the key of the substance. */
const NAMES: Readonly<Record<Language, readonly (readonly [before: string, after: string])[]>> = {
  en: [
    ['', ' allergi'],
    ['allergi to ', ''],
  ],
  fr: [
    ['allergi a ', ''],
    ['allergi a l ', ''],
    ['allergi a la ', ''],
    ['allergi au ', ''],
    ['allergi aux ', ''],
  ],
};

/** Keys of words that say an allergy to what is behind them; terms of the allergy mostly say it in another way. */
const SAID: Readonly<Record<Language, RegExp>> = {
  en: /^(?:allergi|allergic|allergic reaction) to (?:the )?(.+)$/,
  fr: /^(?:allergi|allergiqu|reaction allergiqu) (?:au|aux|a l|a la|a) (.+)$/,
};

/** Keys of words that say an intolerance, which may be no allergy. */
const INTOLERANCE: Readonly<Record<Language, RegExp>> = {
  en: /^intoleranc? (?:to|of) (?:the )?(.+)$/,
  fr: /^intoleranc? (?:au|aux|a l|a la|a|de|des|du|d) (.+)$/,
};

/** Whether words with this key say an allergy or intolerance, and leave to what to the words behind them. */
export function leavesAllergen(key: string, language: Language): boolean {
  return SAID[language].test(`${key} x`) || INTOLERANCE[language].test(`${key} x`);
}

/** The key of what the words with this key say an allergy to; undefined where they say none. */
export function allergenIn(key: string, language: Language): string | undefined {
  return SAID[language].exec(key)?.[1];
}

/** The keys of the terms that would name the allergy to what has this key. */
export function allergyKeys(key: string, language: Language): string[] {
  return NAMES[language].map(([before, after]) => before + key + after);
}

/** Of the descriptions with such keys, those of what the patient has; "FH" may begin the next part of the note, and is no family history of allergy. */
export function allergiesAmong(hits: readonly ExactDescription[]): ExactDescription[] {
  return hits.filter((hit) => CONDITIONS.has(hit.semantic_tag) && hit.semantic_tag !== SITUATION);
}
