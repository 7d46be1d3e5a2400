/** A window of a note with what the terminology knows of its words. */

import type { ExactDescription } from '../db/rank.js';
import type { Window } from '../detection/windows.js';
import type { Language } from '../domain.js';
import type { KnownWords } from '../ranking/known-words.js';
import type { Note } from '../text/note.js';

/** Words that are left out although they may make another concept of it. */
export interface Gap {
  /** Their tokens, in the order of the text. */
  readonly at: readonly number[];
  /** Whether they only qualify, and are no name of anything: "chronique", "proximal". */
  readonly qualifies: boolean;
}

/** A window with what the terminology knows of its words. */
export interface Worded extends Window, KnownWords {
  /** Whether the lexicon knows it as a clinical phrase, whatever the terminology has. */
  readonly clinical: boolean;
  /** Set on a clinical phrase that is another thing than the terms in it: "surgical emphysema". */
  readonly whole?: true;
  /** How many of its tokens the term lacks (`loose-readings.ts`); absent where it has all. */
  readonly passed?: number;
  /** Those of them that may make another concept of it. */
  readonly gap?: Gap;
}

/** The words of a window in one line. */
export function wordsOf(note: Note, window: Window): string {
  return note.text.slice(window.start, window.end).split(/\s+/).join(' ');
}

/** What tells a window from the others of its note. */
export function placeOf({ from, to }: Window): string {
  return `${from}-${to}`;
}

/** The language of the sentence of a window. */
export function languageOf(note: Note, { sentence }: Window): Language {
  return note.sentences[sentence]?.language ?? note.language;
}

/** The concepts of the words themselves that give way where the window stands for other terms. */
export function displaced(own: readonly ExactDescription[], meant: readonly ExactDescription[]): ReadonlySet<string> {
  const kept = new Set(meant.map((hit) => hit.sctid));
  return new Set(own.map((hit) => hit.sctid).filter((sctid) => !kept.has(sctid)));
}
