/** Why the concept that has the very words of a window may not be what the note means there. */

import type { ExactDescription } from '../db/rank.js';
import type { Window } from '../detection/windows.js';
import { CONDITIONS, type Doubt, type Language } from '../domain.js';
import { ALLERGIES, leavesAllergen } from '../ranking/allergy.js';
import { doubtAll } from '../ranking/known-words.js';
import { type Note, sectionAt } from '../text/note.js';
import { joinKeys } from '../text/term-key.js';
import type { WordIndex } from '../text/words.js';

const AMBIGUOUS = 'AMBIGUOUS';
const MEASURED = 'observable entity';
const MORPHOLOGY = 'morphologic abnormality';
/** The longest way to say an allergy before its allergen: "allergie à l'". */
const ALLERGY_TOKENS = 4;

/** No concept is doubted. */
export const CERTAIN: ReadonlyMap<string, Doubt> = new Map();

export interface Surroundings {
  readonly note: Note;
  /** The key of each token. */
  readonly keys: readonly string[];
  readonly words: Readonly<Record<Language, WordIndex>>;
}

/**
 * The concepts that are in doubt, and why.
 * @param exact the descriptions with the words of the window
 * @param prevented whether its section or sentence speaks of vaccines, and there is one against what it names
 */
export function doubtsOf(
  { note, keys, words }: Surroundings,
  window: Window,
  language: Language,
  exact: readonly ExactDescription[],
  prevented: boolean,
): ReadonlyMap<string, Doubt> {
  if (exact.length === 0) return CERTAIN;
  const allergen = isAllergen(note, keys, language, window);
  const ambiguous = isAmbiguous(note, words[language], window);
  const measured = note.tokens[window.to]?.kind === 'number';
  const those = (isDoubted: (tag: string) => boolean) =>
    exact.filter(({ semantic_tag }) => isDoubted(semantic_tag)).map(({ sctid }) => sctid);
  return new Map([
    // The allergy to a substance, the vaccination against a disease are other concepts.
    ...doubtAll(allergen ? those((tag) => !CONDITIONS.has(tag)) : [], 'neighbour'),
    ...doubtAll(prevented ? those((tag) => CONDITIONS.has(tag)) : [], 'neighbour'),
    // What tissue looks like: the words mean what the patient has ("rupture d'anévrisme").
    ...doubtAll(
      those((tag) => tag === MORPHOLOGY),
      'morphology',
    ),
    // What is measured is what a number behind it says ("FR 18").
    ...doubtAll(ambiguous ? those((tag) => !(measured && tag === MEASURED)) : [], 'other_meaning'),
  ]);
}

/** Whether the words often mean something else ("OH", the hernial orifices; "retrait" of a drain): class AMBIGUOUS. */
function isAmbiguous(note: Note, words: WordIndex, { from, to }: Window): boolean {
  return words
    .matchesAt(note.tokens, from, to)
    .some((match) => match.class === AMBIGUOUS && match.length === to - from);
}

/** Whether a window is what its section, or the words before it, say an allergy to. */
function isAllergen(note: Note, keys: readonly string[], language: Language, window: Window): boolean {
  if (sectionAt(note, window.sentence) === ALLERGIES) return true;
  const begin = Math.max(note.sentences[window.sentence]?.from ?? window.from, window.from - ALLERGY_TOKENS);
  for (let from = begin; from < window.from; from++)
    if (leavesAllergen(joinKeys(note.tokens, keys, from, window.from), language)) return true;
  return false;
}
