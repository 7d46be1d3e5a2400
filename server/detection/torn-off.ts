/** Words that may be only a part of what the note says: "epidural" in "epidural abscess", "fracture" in "fracture of the neck". */

import type { Note } from '../text/note.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { joinsNames } from './care-place.js';
import { CONTENT } from './token-role.js';
import type { Window } from './windows.js';

/** The class of words that leave a concept what it is. */
const REFINEMENT = 'REFINEMENT';
/** Shorter words beside a span seldom make another concept of it. */
const SHORTEST_WORD = 3;
/** Prepositions besides "of" that join to a span what makes another concept of it: "allergie au nickel". */
const TOWARDS: ReadonlySet<string> = new Set(['to', 'à', 'au', 'aux']);
/** Words before the degree of something: "type 1", "stade III", "grade B". */
const DEGREES: ReadonlySet<string> = new Set(
  'cat category catégorie class classe gd gr grade st stade stage type'.split(' '),
);
const DEGREE = /^(?:[0-9]|i{1,3}|iv|v|[a-d])$/;
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'la', 'le', 'les', "l'", 'un', 'une']);

/**
 * Whether a window is torn off: a hyphen, or a preposition behind it, joins it to a word outside; a content word stands right beside it; its
 * number goes on with a letter; or its degree stands beside it, or "non" and what it is not behind it.
 */
export function isTornOff(
  note: Note,
  roles: Uint8Array,
  vocabulary: Pick<Vocabulary, 'words'>,
  { from, to, sentence }: Window,
): boolean {
  const range = note.sentences[sentence];
  // "Fever persistent", "vertiges brefs": words of side, degree and course leave a concept what it is.
  const isRefining = (at: number) => vocabulary.words[range?.language ?? note.language].is(REFINEMENT, note.tokens, at);
  const isContent = (at: number): boolean => {
    if (range === undefined || at < range.from || at >= range.to) return false;
    return roles[at] === CONTENT && (note.tokens[at]?.norm.length ?? 0) >= SHORTEST_WORD && !isRefining(at);
  };
  const joined = (at: number) => note.tokens[at]?.joined === true;
  // "rétinopathie non proliférante"
  const isNot = (at: number) => note.tokens[at]?.lower === 'non' && isContent(at + 1);
  // "sous-cutané" is one word, whatever its first half may do alone.
  const behind = isContent(to) || (joined(to + 1) && isContent(to + 1)) || isContent(afterPreposition(note, to));
  return (
    joined(from) ||
    joined(to) ||
    isContent(from - 1) ||
    behind ||
    hasLetter(note, to - 1) ||
    hasDegree(note, to) ||
    (range?.language === 'en' && from - 2 >= range.from && isDegreed(note, from)) ||
    isNot(to)
  );
}

/** Whether English says the degree of the thing that begins at a token: "type 2 respiratory failure". */
function isDegreed({ tokens }: Note, at: number): boolean {
  const isOneLine = tokens[at - 1]?.breaks === 0 && tokens[at]?.breaks === 0;
  return isOneLine && DEGREES.has(tokens[at - 2]?.lower ?? '') && DEGREE.test(tokens[at - 1]?.norm ?? '');
}

/** Whether the degree of a thing begins at a token, which often makes another concept of it: "trouble bipolaire type 1". */
function hasDegree({ tokens }: Note, at: number): boolean {
  if (tokens[at]?.breaks !== 0 || !DEGREES.has(tokens[at]?.lower ?? '')) return false;
  const degree = tokens[at + 1]?.norm === '.' ? at + 2 : at + 1;
  return DEGREE.test(tokens[degree]?.norm ?? '') && tokens[degree]?.breaks === 0;
}

/** Whether a number has a letter of its own behind it: "stage 3b" is more than stage 3, "G3P2" is not one number. */
function hasLetter({ tokens }: Note, at: number): boolean {
  const [number, letter, next] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (number?.kind !== 'number' || letter?.kind !== 'word' || letter.norm.length > 1) return false;
  return letter.start === number.end && !(next?.kind === 'number' && next.start === letter.end);
}

/** The token behind "of the", "to"; -1 where there is no such preposition. */
function afterPreposition(note: Note, at: number): number {
  const token = note.tokens[at];
  if (token === undefined || !(joinsNames(token.lower) || TOWARDS.has(token.lower))) return -1;
  return ARTICLES.has(note.tokens[at + 1]?.lower ?? '') ? at + 2 : at + 1;
}
