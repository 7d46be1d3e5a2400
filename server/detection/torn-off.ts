/** Words that may be only a part of what the note says: "epidural" in "epidural abscess", "fracture" in "fracture of the neck". */

import type { Note } from '../text/note.js';
import { joinsNames } from './care-place.js';
import { CONTENT } from './token-role.js';
import type { Window } from './windows.js';

/** Shorter words beside a span seldom make another concept of it. */
const SHORTEST_WORD = 3;
/** Prepositions besides "of" that join to a span what makes another concept of it: "allergie au nickel". */
const TOWARDS: ReadonlySet<string> = new Set(['to', 'à', 'au', 'aux']);
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'la', 'le', 'les', "l'", 'un', 'une']);

/** Whether a window is torn off: a hyphen, or a preposition behind it, joins it to a word outside, or a content word stands right beside it. */
export function isTornOff(note: Note, roles: Uint8Array, { from, to, sentence }: Window): boolean {
  const range = note.sentences[sentence];
  const isContent = (at: number): boolean => {
    if (range === undefined || at < range.from || at >= range.to) return false;
    return roles[at] === CONTENT && (note.tokens[at]?.norm.length ?? 0) >= SHORTEST_WORD;
  };
  const joined = (at: number) => note.tokens[at]?.joined === true;
  // "sous-cutané" is one word, whatever its first half may do alone.
  const behind = isContent(to) || (joined(to + 1) && isContent(to + 1)) || isContent(afterPreposition(note, to));
  return joined(from) || joined(to) || isContent(from - 1) || behind;
}

/** The token behind "of the", "to"; -1 where there is no such preposition. */
function afterPreposition(note: Note, at: number): number {
  const token = note.tokens[at];
  if (token === undefined || !(joinsNames(token.lower) || TOWARDS.has(token.lower))) return -1;
  return ARTICLES.has(note.tokens[at + 1]?.lower ?? '') ? at + 2 : at + 1;
}
