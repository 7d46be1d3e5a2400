/** Words that two coordinated phrases share: "chest and abdominal pain", "fractures du tibia et du péroné". */

import type { Note } from '../text/note.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { INNER, WALL } from './token-role.js';
import type { Window } from './windows.js';

/** A window with the shared words, and the other phrase with them; tokens by their index. */
export interface SharedRun {
  readonly expanded: readonly number[];
  readonly partner: readonly number[];
}

/** Tokens of the window, and of the part of the other phrase that stands for it ("à la hanche"). */
const LONGEST_WINDOW = 2;
const LONGEST_PART = 3;
const LONGEST_SHARED = 3;

/**
 * What a window may stand for, when it stands beside a coordinator: with the end of the phrase behind it ("chest" and abdominal
 * pain), or with the beginning of the phrase before it (douleurs thoraciques et "abdominales").
 */
export function sharedRuns(note: Note, roles: Uint8Array, vocabulary: Vocabulary, window: Window): SharedRun[] {
  const sentence = note.sentences[window.sentence];
  if (sentence === undefined || window.to - window.from > LONGEST_WINDOW || roles[window.from] === INNER) return [];
  const words = vocabulary.words[sentence.language];
  const isCoordinator = (at: number): boolean =>
    at >= sentence.from &&
    at < sentence.to &&
    (words.is('COORD_AND', note.tokens, at) || words.is('COORD_OR', note.tokens, at));
  const isOpen = (at: number): boolean =>
    at >= sentence.from && at < sentence.to && roles[at] !== WALL && !isCoordinator(at);
  const own = range(window.from, window.to);
  if (isCoordinator(window.to)) return sharedEnds(window.to + 1, isOpen, own);
  // An article may be told twice: "du tibia et du péroné".
  let before = window.from - 1;
  while (window.from - before <= 2 && isOpen(before) && roles[before] === INNER) before--;
  return isCoordinator(before) ? sharedBeginnings(before, isOpen, range(before + 1, window.to)) : [];
}

function sharedEnds(start: number, isOpen: (at: number) => boolean, own: readonly number[]): SharedRun[] {
  const runs: SharedRun[] = [];
  for (let part = start + 1; part <= start + LONGEST_PART && isOpen(part - 1); part++) {
    for (let end = part + 1; end <= part + LONGEST_SHARED && isOpen(end - 1); end++)
      runs.push({ expanded: [...own, ...range(part, end)], partner: range(start, end) });
  }
  return runs;
}

function sharedBeginnings(end: number, isOpen: (at: number) => boolean, own: readonly number[]): SharedRun[] {
  const runs: SharedRun[] = [];
  for (let part = end - 1; part >= end - LONGEST_PART && isOpen(part); part--) {
    for (let start = part - 1; start >= part - LONGEST_SHARED && isOpen(start); start--)
      runs.push({ expanded: [...range(start, part), ...own], partner: range(start, end) });
  }
  return runs;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
