/** The head of a note: who wrote it, where, and what kind of document it is ("CHU - Unité de chirurgie thoracique"). */

import type { Note } from '../text/note.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { CARE_PLACE, joinsNames } from './care-place.js';

const CLASSES: ReadonlySet<string> = new Set(['LETTERHEAD', CARE_PLACE]);

/**
 * Marks the tokens of the head: in the first lines of a note that has more, each stretch between punctuation, wide spaces and
 * prepositions that has a word of the classes LETTERHEAD or CARE_PLACE. The first line without one is no head any more.
 */
export function letterhead(note: Note, vocabulary: Vocabulary): Uint8Array {
  const marked = new Uint8Array(note.tokens.length);
  for (let from = 0; from < note.tokens.length; ) {
    const to = lineEnd(note, from);
    const named = stretches(note, vocabulary, from, to).filter((stretch) => isNamed(note, vocabulary, stretch));
    if (to === note.tokens.length || named.length === 0) break;
    for (const stretch of named) marked.fill(1, stretch.from, stretch.to);
    from = to;
  }
  return marked;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

function lineEnd(note: Note, from: number): number {
  let to = from + 1;
  while (note.tokens[to]?.breaks === 0) to++;
  return to;
}

function stretches(note: Note, { words }: Vocabulary, from: number, to: number): Stretch[] {
  const found: Stretch[] = [];
  let start = from;
  for (let at = from + 1; at <= to; at++) {
    const token = note.tokens[at];
    const isWall = token === undefined || token.kind === 'punctuation' || token.spaces > 1;
    const parts = at === to || isWall || (words[note.language].is('LINK', note.tokens, at) && !joinsNames(token.norm));
    if (!parts) continue;
    found.push({ from: start, to: at });
    start = at;
  }
  return found;
}

function isNamed(note: Note, { words }: Vocabulary, { from, to }: Stretch): boolean {
  for (let at = from; at < to; at++) {
    if (words[note.language].matchesAt(note.tokens, at, to).some((match) => CLASSES.has(match.class))) return true;
  }
  return false;
}
