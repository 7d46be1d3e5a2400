/** What stands under "Allergies" is an allergy: "penicillin" there means the allergy to it, not the drug. */

import type { ExactDescription } from '../db/rank.js';
import { CONDITIONS, type Language } from '../domain.js';

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

/** The keys of the terms that would name the allergy to what has this key. */
export function allergyKeys(key: string, language: Language): string[] {
  return NAMES[language].map(([before, after]) => before + key + after);
}

/** Of the descriptions with such keys, those of conditions. */
export function allergiesAmong(hits: readonly ExactDescription[]): ExactDescription[] {
  return hits.filter((hit) => CONDITIONS.has(hit.semantic_tag));
}
