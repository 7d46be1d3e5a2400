/** The head of a note: who wrote it, where, and what kind of document it is ("CHU - Unité de chirurgie thoracique"). */

import type { Note } from '../../text/note.js';
import { CARE_PLACE, joinsNames } from './care-place.js';
import type { TokenClasses } from './token-classes.js';

const CLASSES: ReadonlySet<string> = new Set(['LETTERHEAD', CARE_PLACE]);

/**
 * Marks the tokens of the head: in the first lines of a note that has more, each stretch between punctuation, wide spaces and
 * prepositions that has a word of the classes LETTERHEAD or CARE_PLACE. The first line without one is no head any more, nor is what stands
 * behind a full stop: "District nurse visit. Takes paracetamol before each visit."
 */
export function letterhead(note: Headed): Uint8Array {
  const marked = new Uint8Array(note.tokens.length);
  for (let from = 0; from < note.tokens.length; ) {
    const line = lineEnd(note, from);
    const to = firstStop(note, from, line);
    const named = stretches(note, from, to).filter((stretch) => isNamed(note, stretch));
    if (line === note.tokens.length || named.length === 0) break;
    for (const stretch of named) marked.fill(1, stretch.from, stretch.to);
    if (to < line) break;
    from = to;
  }
  return marked;
}

type Headed = Pick<Note, 'tokens'> & { readonly classes: TokenClasses };

interface Stretch {
  readonly from: number;
  readonly to: number;
}

function lineEnd(note: Headed, from: number): number {
  let to = from + 1;
  while (note.tokens[to]?.breaks === 0) to++;
  return to;
}

/** The full stop that words of the line follow; its end where there is none. */
function firstStop({ tokens }: Headed, from: number, to: number): number {
  for (let at = from + 1; at < to - 1; at++) {
    const next = tokens[at + 1];
    if (tokens[at]?.norm === '.' && next?.kind === 'word' && next.spaces > 0) return at;
  }
  return to;
}

function stretches(note: Headed, from: number, to: number): Stretch[] {
  const found: Stretch[] = [];
  let start = from;
  let isPlace = false;
  for (let at = from + 1; at <= to; at++) {
    const token = note.tokens[at];
    isPlace ||= note.classes.longest(CARE_PLACE, at - 1) !== undefined;
    const isWall = token === undefined || token.kind === 'punctuation' || token.spaces > 1;
    // "Unité de chirurgie thoracique" is one name, "review of her COPD" tells what was reviewed.
    if (at !== to && !isWall && ((isPlace && joinsNames(token.norm)) || !note.classes.is('LINK', at))) continue;
    found.push({ from: start, to: at });
    start = at;
    isPlace = false;
  }
  return found;
}

function isNamed({ classes, tokens }: Headed, { from, to }: Stretch): boolean {
  for (let at = from; at < to; at++) {
    // "insulin 24 units" is a dose.
    if (tokens[at - 1]?.kind === 'number') continue;
    if (classes.from(at).some((match) => CLASSES.has(match.class) && at + match.length <= to)) return true;
  }
  return false;
}
