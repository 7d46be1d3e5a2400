/** Words that may be only a part of what the note says: "carcinoma" beside a word that no span has, "smoker" behind "non-". */

import type { Note } from '../text/note.js';
import { CONTENT } from './token-role.js';
import type { Window } from './windows.js';

/** Shorter words beside a span seldom make another concept of it. */
const SHORTEST_WORD = 3;

/**
 * For each chosen window, whether it is torn off: a hyphen binds it to a word outside, or it has one content word and a content word that no
 * window has stands right beside it.
 */
export function tornOff(note: Note, roles: Uint8Array, chosen: readonly Window[]): boolean[] {
  const taken = new Uint8Array(note.tokens.length);
  for (const { from, to } of chosen) taken.fill(1, from, to);
  return chosen.map(({ from, to, sentence, content }) => {
    const range = note.sentences[sentence];
    const isLeft = (at: number): boolean => {
      if (range === undefined || at < range.from || at >= range.to) return false;
      return roles[at] === CONTENT && taken[at] === 0 && (note.tokens[at]?.norm.length ?? 0) >= SHORTEST_WORD;
    };
    const bound = note.tokens[from]?.joined === true || note.tokens[to]?.joined === true;
    return bound || (content === 1 && (isLeft(from - 1) || isLeft(to)));
  });
}
