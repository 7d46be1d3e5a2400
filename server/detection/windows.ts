/** Candidate spans: runs of tokens that may name a clinical idea. */

import type { Range } from '../domain.js';
import type { Note } from '../text/note.js';
import { BREAK, CONTENT, WALL } from './token-role.js';

/** A run of tokens [from, to) of one sentence. */
export interface Window extends Range {
  readonly from: number;
  readonly to: number;
  /** Index of the sentence. */
  readonly sentence: number;
  /** How many of the tokens are content words. */
  readonly content: number;
}

/** The longest term that is looked for word by word. */
const LONGEST_TERM = 9;
/** The longest phrase that is looked for by likeness. */
const LONGEST_PHRASE = 6;
/** A single word up to this length is like too many terms. */
const SHORT_WORD = 3;

/** Runs whose very words may be a term: they cross function words and cues, but no punctuation that ends a phrase. */
export function termWindows(note: Note, roles: Uint8Array): Window[] {
  const windows: Window[] = [];
  for (const [index, sentence] of note.sentences.entries()) {
    // A heading names a part of the note, not a finding.
    if (sentence.kind === 'heading') continue;
    for (let from = sentence.from; from < sentence.to; from++) {
      if (roles[from] === WALL || note.tokens[from]?.kind === 'punctuation') continue;
      let content = 0;
      for (let to = from + 1; to <= Math.min(sentence.to, from + LONGEST_TERM); to++) {
        const role = roles[to - 1];
        if (role === WALL) break;
        if (role === CONTENT) content++;
        if (note.tokens[to - 1]?.kind !== 'punctuation') windows.push(toWindow(note, index, from, to, content));
      }
    }
  }
  return windows;
}

/** Maximal runs without breaks that begin and end with a content word. */
export function phrases(note: Note, roles: Uint8Array): Window[] {
  const found: Window[] = [];
  for (const [index, sentence] of note.sentences.entries()) {
    if (sentence.kind === 'heading') continue;
    let from = sentence.from;
    for (let at = sentence.from; at <= sentence.to; at++) {
      const open = at < sentence.to && (roles[at] as number) < BREAK;
      if (open) continue;
      const phrase = trim(note, roles, index, from, at);
      if (phrase !== null) found.push(phrase);
      from = at + 1;
    }
  }
  return found;
}

/** All runs inside a phrase that begin and end with a content word. */
export function phraseWindows(note: Note, roles: Uint8Array, phrase: Window): Window[] {
  const windows: Window[] = [];
  for (let from = phrase.from; from < phrase.to; from++) {
    if (roles[from] !== CONTENT) continue;
    let content = 0;
    for (let to = from + 1; to <= Math.min(phrase.to, from + LONGEST_PHRASE); to++) {
      if (roles[to - 1] !== CONTENT) continue;
      content++;
      if (to - from > 1 || (note.tokens[from]?.norm.length ?? 0) > SHORT_WORD)
        windows.push(toWindow(note, phrase.sentence, from, to, content));
    }
  }
  return windows;
}

function trim(note: Note, roles: Uint8Array, sentence: number, from: number, to: number): Window | null {
  let first = from;
  let last = to;
  while (first < last && roles[first] !== CONTENT) first++;
  while (last > first && roles[last - 1] !== CONTENT) last--;
  if (first === last) return null;
  let content = 0;
  for (let at = first; at < last; at++) if (roles[at] === CONTENT) content++;
  return toWindow(note, sentence, first, last, content);
}

function toWindow(note: Note, sentence: number, from: number, to: number, content: number): Window {
  const start = note.tokens[from]?.start ?? 0;
  const end = note.tokens[to - 1]?.end ?? 0;
  return { from, to, start, end, sentence, content };
}
