/** Names of places of care: the stroke in "stroke unit" is no finding, nor the pain in "centre de la douleur". */

import type { Language } from '../domain.js';
import type { Note, Sentence } from '../text/note.js';
import { finish, type Steps, TOKENS_A_STEP } from '../text/steps.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { CONTENT, isContent, TERM_CUE, WALL } from './token-role.js';

/** The class of the words that name such a place. */
export const CARE_PLACE = 'CARE_PLACE';
/** The prepositions that join the parts of a name. */
const JOINING: ReadonlySet<string> = new Set(['of', 'de', 'du', 'des', "d'"]);
/** The most words of a name on one side of the place. */
const LONGEST_NAME = 4;

/** Whether a preposition joins the parts of one name: "unité de chirurgie", not "consultation pour chirurgie". */
export function joinsNames(norm: string): boolean {
  return JOINING.has(norm);
}

/** Takes the words that name a place of care out of every phrase. */
export function markCarePlaces(note: Note, vocabulary: Vocabulary, roles: Uint8Array): void {
  finish(carePlaceSteps(note, vocabulary, roles));
}

/** `markCarePlaces` in steps. */
export function* carePlaceSteps(note: Note, vocabulary: Vocabulary, roles: Uint8Array): Steps<void> {
  for (const sentence of note.sentences) {
    const words = vocabulary.words[sentence.language];
    for (let at = sentence.from; at < sentence.to; at++) {
      if (at % TOKENS_A_STEP === 0) yield;
      const match = words.matchesAt(note.tokens, at, sentence.to).find((found) => found.class === CARE_PLACE);
      if (match === undefined) continue;
      const place = { from: at, to: at + match.length };
      const name = nameAfter(note, sentence, place, words, roles) ?? nameBefore(note, sentence, place, roles);
      if (name !== null) roles.fill(WALL, name.from, name.to);
    }
  }
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** "unité de gastro-entérologie", "department of cardiology"; "examen clinique de la hanche" and "2 unités de sang" name no place. */
function nameAfter(
  note: Note,
  sentence: Sentence,
  place: Run,
  words: Vocabulary['words'][Language],
  roles: Uint8Array,
): Run | null {
  if (!joinsNames(note.tokens[place.to]?.norm ?? '') || place.to >= sentence.to) return null;
  if (
    place.from > sentence.from &&
    (isContent(roles[place.from - 1]) || note.tokens[place.from - 1]?.kind === 'number')
  )
    return null;
  let from = place.to + 1;
  if (words.is('DETERMINER', note.tokens, from, sentence.to)) from++;
  let to = from;
  const isName = (at: number) => (roles[at] as number) <= TERM_CUE && !words.is('LINK', note.tokens, at);
  while (to < sentence.to && to - from < LONGEST_NAME && isName(to)) to++;
  return to > from ? { from, to } : null;
}

/** "stroke unit", but not "MI, unit 4" or "HTN clinic BP high". */
function nameBefore(note: Note, sentence: Sentence, place: Run, roles: Uint8Array): Run | null {
  if (sentence.language !== 'en') return null;
  const next = note.tokens[place.to];
  if (place.to < sentence.to && (isContent(roles[place.to]) || next?.kind === 'number')) return null;
  let from = place.from;
  while (from > sentence.from && place.from - from < LONGEST_NAME && roles[from - 1] === CONTENT) from--;
  return from < place.from ? { from, to: place.from } : null;
}
