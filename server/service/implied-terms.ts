/** Terms that a window stands for by what is around it: an allergy or a vaccination by its section, a shared word by coordination. */

import type { ExactDescription } from '../db/rank.js';
import { sharedRuns } from '../detection/coordination.js';
import type { Window } from '../detection/windows.js';
import { ALLERGIES, allergenIn, allergiesAmong, allergyKeys } from '../ranking/allergy.js';
import { IMMUNIZATIONS, saysVaccine, vaccineKeys, vaccinesAmong } from '../ranking/vaccine.js';
import { type Note, sectionAt } from '../text/note.js';
import type { Vocabulary } from '../text/vocabulary.js';

/** The keys (`termKey`) that are looked up for a window besides its own. */
export interface ImpliedKeys {
  readonly allergies: readonly string[];
  /** Where the section or a word of the sentence speaks of vaccines. */
  readonly vaccines: readonly string[];
  /** Whether the section lists vaccines. */
  readonly vaccinesOnly: boolean;
  /** A shared word counts only where the partner with it is a term as well. */
  readonly shared: readonly { readonly key: string; readonly partner: string }[];
}

const NONE: ImpliedKeys = { allergies: [], vaccines: [], vaccinesOnly: false, shared: [] };

/** The sentences with a word of vaccines. */
export function vaccineSentences(note: Note, tokenKeys: readonly string[]): ReadonlySet<number> {
  const sentences = [...note.sentences.entries()].filter(([, { from, to, language }]) =>
    tokenKeys.slice(from, to).some((key) => saysVaccine(key, language)),
  );
  return new Set(sentences.map(([index]) => index));
}

/**
 * @param tokenKeys the key of each token of the note
 * @param vaccinated the sentences with a word of vaccines
 */
export function impliedKeys(
  note: Note,
  roles: Uint8Array,
  vocabulary: Vocabulary,
  tokenKeys: readonly string[],
  vaccinated: ReadonlySet<number>,
  window: Window,
  key: string,
): ImpliedKeys {
  if (window.content === 0) return NONE;
  const sentence = note.sentences[window.sentence];
  const language = sentence?.language ?? note.language;
  const section = sectionAt(note, window.sentence);
  const allergen = allergenIn(key, language) ?? (section === ALLERGIES ? key : undefined);
  const vaccinesOnly = section === IMMUNIZATIONS;
  const keyOf = (run: readonly number[]) =>
    run
      .map((at) => tokenKeys[at])
      .filter(Boolean)
      .join(' ');
  return {
    allergies: allergen === undefined ? [] : allergyKeys(allergen, language),
    vaccines: vaccinesOnly || vaccinated.has(window.sentence) ? vaccineKeys(key, language) : [],
    vaccinesOnly,
    shared: sharedRuns(note, roles, vocabulary, window).map(({ expanded, partner }) => ({
      key: keyOf(expanded),
      partner: keyOf(partner),
    })),
  };
}

/** All keys to look up. */
export function keysOf({ allergies, vaccines, shared }: ImpliedKeys): string[] {
  return [...allergies, ...vaccines, ...shared.flatMap(({ key, partner }) => [key, partner])];
}

/** The tags of what a phrase may say by itself; a body part or an adjective needs the shared words. */
const WHOLE: ReadonlySet<string> = new Set([
  'disorder',
  'event',
  'finding',
  'procedure',
  'regime/therapy',
  'situation',
]);

/**
 * The descriptions that a window stands for; none where its own words must do.
 * @param own the descriptions with its own words: "knee pain, rash and swelling" is no swelling of the knee
 */
export function impliedTerms(
  { allergies, vaccines, vaccinesOnly, shared }: ImpliedKeys,
  hits: ReadonlyMap<string, readonly ExactDescription[]>,
  own: readonly ExactDescription[],
): readonly ExactDescription[] {
  const allergy = allergiesAmong(allergies.flatMap((key) => hits.get(key) ?? []));
  if (allergy.length > 0) return allergy;
  const vaccine = vaccinesOnly ? vaccinesAmong(vaccines.flatMap((each) => hits.get(each) ?? [])) : [];
  if (vaccine.length > 0) return vaccine;
  if (own.some((hit) => hit.kind !== 'abbreviation' && WHOLE.has(hit.semantic_tag))) return [];
  return shared.filter(({ partner }) => hits.has(partner)).flatMap(({ key }) => hits.get(key) ?? []);
}
