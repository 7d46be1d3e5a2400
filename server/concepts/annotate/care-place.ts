/** Names of places of care: the stroke in "stroke unit" is no finding, nor the pain in "centre de la douleur". */

import type { Note, Sentence } from '../../text/note.js';
import type { TokenClasses } from './token-classes.js';
import { CONTENT, isContent, TERM_CUE, WALL } from './token-role.js';

/** The class of the words that name such a place. */
export const CARE_PLACE = 'CARE_PLACE';
/** Value of the words for people, who are named by what stands before them whatever follows: "stroke team aware". */
const PEOPLE = 'people';
/** The prepositions that join the parts of a name. */
const JOINING: ReadonlySet<string> = new Set(['of', 'de', 'du', 'des', "d'"]);
/** The signs that join the words of a name before the place. */
const JOINING_SIGNS: ReadonlySet<string> = new Set(['&', '/']);
/** The most words of a name on one side of the place. */
const LONGEST_NAME = 4;

/** Whether a preposition joins the parts of one name: "unité de chirurgie", not "consultation pour chirurgie". */
export function joinsNames(norm: string): boolean {
  return JOINING.has(norm);
}

/** Takes the words that name a place of care out of every phrase. */
export function markCarePlaces(note: Note, classes: TokenClasses, roles: Uint8Array): void {
  for (const sentence of note.sentences) {
    for (let at = sentence.from; at < sentence.to; at++) {
      const match = classes.longest(CARE_PLACE, at);
      if (match === undefined) continue;
      const place = { from: at, to: at + match.length };
      const isPeople = match.value === PEOPLE;
      const name =
        nameAfter(note, sentence, place, classes, roles) ?? nameBefore(note, sentence, place, roles, isPeople);
      if (name !== null) roles.fill(WALL, name.from, name.to);
    }
  }
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** "unité de gastro-entérologie", "department of cardiology"; "examen clinique de la hanche" and "2 unités de sang" name no place. */
function nameAfter(note: Note, sentence: Sentence, place: Run, classes: TokenClasses, roles: Uint8Array): Run | null {
  if (!joinsNames(note.tokens[place.to]?.norm ?? '') || place.to >= sentence.to) return null;
  if (
    place.from > sentence.from &&
    (isContent(roles[place.from - 1]) || note.tokens[place.from - 1]?.kind === 'number')
  )
    return null;
  let from = place.to + 1;
  if (classes.longest('DETERMINER', from) !== undefined) from++;
  let to = from;
  const isName = (at: number) => (roles[at] as number) <= TERM_CUE && !classes.is('LINK', at);
  while (to < sentence.to && to - from < LONGEST_NAME && isName(to)) to++;
  return to > from ? { from, to } : null;
}

/** "stroke unit", "diabetes & endocrine clinic", "fracture clinic 1/52", but not "MI unit 4" or "HTN clinic BP high". */
function nameBefore(note: Note, sentence: Sentence, place: Run, roles: Uint8Array, isPeople: boolean): Run | null {
  if (sentence.language !== 'en') return null;
  const next = note.tokens[place.to];
  const isNumbered = next?.kind === 'number' && !next.norm.includes('/');
  if (!isPeople && place.to < sentence.to && (isContent(roles[place.to]) || isNumbered)) return null;
  const isWord = (at: number) => roles[at] === CONTENT;
  const from = nameStart(place, sentence, isWord);
  // A sign joins two names only at the head of a note or line: in "known HTN & diabetes clinic" it joins what the patient has.
  const isJoined = (at: number) => isWord(at) || JOINING_SIGNS.has(note.tokens[at]?.norm ?? '');
  const whole = isPeople ? from : nameStart(place, sentence, isJoined);
  if (whole === sentence.from && isWord(whole)) return { from: whole, to: place.from };
  return from < place.from ? { from, to: place.from } : null;
}

/** Where the words before a place begin that may be its name. */
function nameStart(place: Run, sentence: Sentence, isName: (at: number) => boolean): number {
  let from = place.from;
  while (from > sentence.from && place.from - from < LONGEST_NAME && isName(from - 1)) from--;
  return from;
}
