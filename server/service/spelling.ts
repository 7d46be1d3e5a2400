/** Typos of a note, mended against the words of the served terminology. */

import { CONTENT } from '../detection/token-role.js';
import type { Window } from '../detection/windows.js';
import type { Note } from '../text/note.js';
import type { LiveState } from './live.js';

/** What mistyped tokens were meant to be, by their index. */
export type Spelling = ReadonlyMap<number, string>;

/** Finds the words that neither lexicon nor terminology has, and what they may be meant to be. */
export function mendTypos(note: Note, roles: Uint8Array, { termWords, lexicon }: LiveState): Spelling {
  const mended = new Map<number, string>();
  for (const [at, { kind, norm }] of note.tokens.entries()) {
    const maybe =
      kind === 'word' && roles[at] === CONTENT && !isNameLike(note, at) && !lexicon.vocabulary.hasWord(norm);
    const meant = maybe ? termWords.correct(norm) : undefined;
    if (meant !== undefined) mended.set(at, meant);
  }
  return mended;
}

/** Whether a word with a capital stands beside another one: "Baby Alfie Thornbury" is no misspelt "algia". */
function isNameLike({ tokens }: Note, at: number): boolean {
  const isCapital = (i: number) => tokens[i]?.kind === 'word' && tokens[i]?.capital === true;
  if (!isCapital(at)) return false;
  return (isCapital(at - 1) && tokens[at]?.breaks === 0) || (isCapital(at + 1) && tokens[at + 1]?.breaks === 0);
}

/** The words of a window without their typos; undefined where there are none. */
export function meantWords(note: Note, { from, to, start, end }: Window, spelling: Spelling): string | undefined {
  let words = '';
  let at = start;
  for (let i = from; i < to; i++) {
    const meant = spelling.get(i);
    const token = note.tokens[i];
    if (meant === undefined || token === undefined) continue;
    words += note.text.slice(at, token.start) + meant;
    at = token.end;
  }
  return at === start ? undefined : (words + note.text.slice(at, end)).split(/\s+/).join(' ');
}
