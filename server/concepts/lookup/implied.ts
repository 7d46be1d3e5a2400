/** Terms that a mention stands for by what is around it: an allergy or a vaccination by its section, a shared word by coordination. */

import type { ExactDescription } from '../../db/rank.js';
import { sectionAt } from '../../text/note.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { type Mention, range } from '../mentions/mention.js';
import { sharedRuns } from '../mentions/shared-words.js';
import { ALLERGIES, allergenIn, allergiesAmong, allergyKeys } from './allergy.js';
import type { RelaxedVariants } from './relaxed.js';
import type { KeyHits } from './term-hits.js';
import { givenAgainst, IMMUNIZATIONS, saysVaccine, vaccineKeys, vaccinesAmong } from './vaccine.js';

/** The `looseKey`s of a mention with the words that it may share with its partner, and of the partner. */
interface SharedKeys {
  readonly keys: readonly string[];
  readonly partners: readonly string[];
  /** Those of the parts of the list between the two. */
  readonly between: readonly string[];
  /** Whether the shared words name something: a site, no course. */
  readonly names: boolean;
}

/** The keys that are looked up for a mention besides its own. */
export interface ImpliedKeys {
  /** `termKey`s. */
  readonly allergies: readonly string[];
  /** `termKey`s, where the section or a word of the sentence speaks of vaccines. */
  readonly vaccines: readonly string[];
  /** Whether the section lists vaccines, or the words are a vaccine that was given. */
  readonly vaccinesOnly: boolean;
  /** `looseKey`s; a shared word counts only where the partner with it is a term as well, and no part between the two is one by itself. */
  readonly shared: readonly SharedKeys[];
}

const NO_KEYS: readonly string[] = [];
const NONE: ImpliedKeys = { allergies: [], vaccines: [], vaccinesOnly: false, shared: [] };

/** The sentences with a word of vaccines. */
export function vaccineSentences(note: AnnotatedNote): ReadonlySet<number> {
  const sentences = [...note.sentences.entries()].filter(([, { from, to }]) =>
    range(from, to).some((at) => saysVaccine(note, at)),
  );
  return new Set(sentences.map(([index]) => index));
}

/**
 * @param vaccinated the sentences with a word of vaccines
 * @param key the `termKey` of the mention
 */
export function impliedKeys(
  note: AnnotatedNote,
  relaxed: RelaxedVariants,
  vaccinated: ReadonlySet<number>,
  mention: Mention,
  key: string,
): ImpliedKeys {
  if (mention.sign) return NONE;
  const { language } = mention;
  const runs = sharedRuns(note, mention);
  // Most runs of a mention have the same parts between.
  const lists = new Set(runs.map(({ between }) => between));
  const keysOfLists = new Map([...lists].map((list) => [list, list.flatMap((part) => relaxed.keysOf(part, language))]));
  const shared = runs.map(({ expanded, partner, between, names }) => ({
    keys: relaxed.keysOf(expanded, language),
    partners: relaxed.keysOf(partner, language),
    between: keysOfLists.get(between) ?? NO_KEYS,
    names,
  }));
  if (mention.content === 0) return shared.length === 0 ? NONE : { ...NONE, shared };
  const section = sectionAt(note, mention.sentence);
  const allergen = allergenIn(key, language) ?? (section === ALLERGIES ? key : undefined);
  // "Vaccin grippe fait ce jour" is a vaccination, and no product.
  const speaks = vaccinated.has(mention.sentence);
  const given = speaks && allergen === undefined ? givenAgainst(note, key, language, mention.to) : undefined;
  const vaccinesOnly = section === IMMUNIZATIONS || given !== undefined;
  return {
    allergies: allergen === undefined ? [] : allergyKeys(allergen, language),
    vaccines: vaccinesOnly || speaks ? vaccineKeys(given ?? key, language) : [],
    vaccinesOnly,
    shared,
  };
}

/** The keys to look up. */
export function keysOf({ allergies, vaccines }: ImpliedKeys): readonly string[] {
  return vaccines.length === 0 ? allergies : [...allergies, ...vaccines];
}

/** The loose keys to look up for words that are shared. */
export function sharedKeysOf({ shared }: ImpliedKeys): readonly string[] {
  if (shared.length === 0) return NO_KEYS;
  const lists = new Set(shared.map(({ between }) => between));
  return [...[...lists].flat(), ...shared.flatMap(({ keys, partners }) => [...keys, ...partners])];
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
 * The descriptions that a mention stands for; none where its own words must do.
 * @param own the descriptions with its own words: "knee pain, rash and swelling" is no swelling of the knee
 */
export function impliedTerms(
  { allergies, vaccines, vaccinesOnly, shared }: ImpliedKeys,
  { hits, looseHits }: KeyHits,
  own: readonly ExactDescription[],
): readonly ExactDescription[] {
  const allergy = allergiesAmong(allergies.flatMap((key) => hits.get(key) ?? []));
  if (allergy.length > 0) return allergy;
  const vaccine = vaccinesOnly ? vaccinesAmong(vaccines.flatMap((each) => hits.get(each) ?? [])) : [];
  if (vaccine.length > 0) return vaccine;
  return isWhole(own) ? [] : sharedTerms(shared, looseHits);
}

/**
 * Whether a finding may be that of a site which it shares with what it stands in a list with: "knee pain and swelling". A cough is one also
 * behind "chronic headaches and".
 */
export function mayShare({ shared }: ImpliedKeys, { looseHits }: KeyHits, own: readonly ExactDescription[]): boolean {
  if (shared.length === 0 || own.length === 0 || !own.every((hit) => hit.semantic_tag === 'finding')) return false;
  const naming = shared.filter(({ names }) => names);
  return sharedTerms(naming, looseHits).some(({ sctid }) => !own.some((hit) => hit.sctid === sctid));
}

function isWhole(own: readonly ExactDescription[]): boolean {
  return own.some((hit) => hit.kind !== 'abbreviation' && WHOLE.has(hit.semantic_tag));
}

function sharedTerms(shared: ImpliedKeys['shared'], looseHits: KeyHits['looseHits']): readonly ExactDescription[] {
  return (
    shared
      .filter(({ partners }) => partners.some((partner) => looseHits.has(partner)))
      // "Purpura of the legs, ankle arthralgia and colicky abdominal pain": the legs hurt no more than the purpura does.
      .filter(({ between }) => !between.some((key) => isWhole(looseHits.get(key) ?? [])))
      .flatMap(({ keys }) => keys.map((key) => looseHits.get(key)).find(Boolean) ?? [])
  );
}
