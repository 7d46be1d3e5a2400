/** One result for a list of infections that were tested for: "HIV, hep B and syphilis negative". */

import type { Match } from '../lexicon/match.js';
import { type Clause, NOTHING } from './clause.js';
import type { SentenceCues, TokenSpan } from './sentence-cues.js';

const INFECTION = 'INFECTION';
const TESTS = ['ASSAY', 'TEST'];
/** Of two the first may well be known: "hep C, HIV negative". */
const LEAST = 3;
const MAX_LIST_TOKENS = 30;

/**
 * Whether a result stands right behind a list of infections that is all of its sentence before, of which the target is one. Words before the
 * list may say that some of it is known ("known hepatitis B, hepatitis C, HIV negative"), and so may the heading of a history.
 */
export function isResultOfList({ clause, isInHistory }: SentenceCues, { from }: TokenSpan, match: Match): boolean {
  if (isInHistory || clause.lengthOf('RESULT', match.from) === 0) return false;
  const first = Math.max(clause.from, match.from - MAX_LIST_TOKENS);
  const named = infectionsIn(clause, first, match.from);
  if (!named.has(match.from - 1)) return false;
  let start = match.from;
  let items = 0;
  while (start > first && (named.has(start - 1) || isBetween(clause, start - 1))) {
    start--;
    if (named.get(start) === start) items++;
  }
  return items >= LEAST && from >= start && (start === clause.from || opensTests(clause, start));
}

/** Whether the colon behind words of a test stands before a token: "Serology: HIV". */
function opensTests(clause: Clause, at: number): boolean {
  const colon = at - 1;
  return (
    colon > clause.from &&
    clause.token(colon).norm === ':' &&
    TESTS.some((name) => clause.lengthOf(name, colon - 1, colon) > 0)
  );
}

/** The tokens of infections, each with the first token of its name. */
function infectionsIn(clause: Clause, from: number, to: number): Map<number, number> {
  const named = new Map<number, number>();
  for (let at = from; at < to; at++) {
    const length = named.has(at) ? 0 : clause.lengthOf(INFECTION, at, to);
    for (let i = at; i < at + length; i++) named.set(i, at);
  }
  return named;
}

function isBetween(clause: Clause, at: number): boolean {
  return clause.isComma(at) || clause.token(at).norm === '/' || clause.coordinator(at) !== NOTHING;
}
