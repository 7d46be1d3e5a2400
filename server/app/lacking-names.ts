/** What the built-in vocabulary names and the served release does not: in a note it is still a clinical phrase, and no silence. */

import type { Kysely } from 'kysely';
import type { Database } from '../db/tables.js';
import { lackingKeys } from '../db/term-keys.js';
import { LANGUAGES, type Language } from '../domain/language.js';
import { ClinicalWords } from '../text/clinical-words.js';
import { foldTerm } from '../text/normalize.js';
import { termKey } from '../text/term-key.js';

/** A name of the built-in vocabulary. */
export interface BuiltinName {
  readonly language: Language;
  readonly kind: string;
  readonly term: string;
}

export type LackingNames = Readonly<Record<Language, ClinicalWords>>;

/** Shorter names mean too much else. */
const SHORTEST = 5;

/** The names, abbreviations aside, whose key no term of a release or of the site has. */
export async function lackingNames(
  db: Kysely<Database>,
  releaseId: number,
  names: readonly BuiltinName[],
): Promise<LackingNames> {
  const long = names.filter(({ kind, term }) => kind !== 'abbreviation' && term.length >= SHORTEST);
  const keyOf = new Map(long.map(({ term }) => [term, termKey(foldTerm(term))]));
  const lacking = await lackingKeys(db, releaseId, [...new Set(keyOf.values())]);
  const of = (language: Language) =>
    new ClinicalWords(
      long
        .filter((name) => name.language === language && lacking.has(keyOf.get(name.term) as string))
        .map(({ term }) => term),
    );
  return Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as Record<Language, ClinicalWords>;
}
