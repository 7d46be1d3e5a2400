/** Abbreviations that a note explains itself: "hypertension artérielle (HTA)", "HTA (hypertension artérielle)". */

import { foldTerm } from '../text/normalize.js';
import type { Note } from '../text/note.js';
import type { Window } from './windows.js';

const ABBREVIATION = /^\p{Lu}[\p{Lu}\p{N}]{1,6}$/u;

/**
 * The abbreviations with the window of their long form, the longest where several end there.
 * @param windows the windows that may be long forms
 */
export function definedAbbreviations<T extends Window>(note: Note, windows: readonly T[]): Map<string, T> {
  const wordAt = (at: number): string => {
    const token = note.tokens[at];
    return token === undefined ? '' : note.text.slice(token.start, token.end);
  };
  const defined = new Map<string, T>();
  for (const window of windows) {
    const behind = wordAt(window.to) === '(' && wordAt(window.to + 2) === ')' ? wordAt(window.to + 1) : '';
    const before = wordAt(window.from - 1) === '(' && wordAt(window.to) === ')' ? wordAt(window.from - 2) : '';
    for (const short of [behind, before]) {
      if (!ABBREVIATION.test(short) || !isShortFor(short, note.text.slice(window.start, window.end))) continue;
      const known = defined.get(short);
      if (known === undefined || window.to - window.from > known.to - known.from) defined.set(short, window);
    }
  }
  return defined;
}

/** Whether the letters of an abbreviation stand in a phrase of two words or more in their order, the first one first. */
function isShortFor(short: string, long: string): boolean {
  const letters = foldTerm(short);
  const phrase = foldTerm(long);
  if (phrase[0] !== letters[0] || !/\s|-/.test(phrase)) return false;
  let at = 0;
  for (const letter of phrase) if (letter === letters[at]) at++;
  return at === letters.length;
}
