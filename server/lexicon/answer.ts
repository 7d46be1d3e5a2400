/** Answers of a key ("Fever: no"): where they end and where the next key begins. */

import type { Token } from '../text/token.js';
import type { WordIndex } from '../text/words.js';

/** Signs that may stand inside a key. */
export const KEY_PUNCTUATION = "'/()+-";
/** The class of words that answer the next key of a grid. */
export const ANSWER = 'ANSWER';
/** Those of words between the items of a list. */
const AND = 'COORD_AND';
const OR = 'COORD_OR';
/** Tokens after an answer in which the next key's colon may stand. */
const NEXT_KEY_TOKENS = 5;

/**
 * Whether an answer that ends before token `end` is complete: the end, punctuation or another key follows. Behind a wide gap or a line end
 * another item must begin, for a hand-wrapped phrase goes on there ("showed no⏎effusion").
 */
export function isCompleteAnswer(tokens: readonly Token[], end: number, lineEnd: number, words: WordIndex): boolean {
  const next = tokens[end];
  if (!next || end >= lineEnd || next.kind === 'punctuation') return true;
  const isApart = next.spaces >= 2 || next.breaks > 0;
  if (isApart && (next.capital || next.kind === 'number')) return true;
  return opensNextKey(tokens, end, Math.min(lineEnd, end + NEXT_KEY_TOKENS), isApart ? words : null);
}

/** Whether the words behind an answer are another key with its colon. @param words those in which a bare answer may stand too; null for none */
function opensNextKey(tokens: readonly Token[], from: number, to: number, words: WordIndex | null): boolean {
  for (let at = from; at < to; at++) {
    const { kind, norm } = tokens[at] as Token;
    if (norm === ':') return true;
    if (kind === 'punctuation' && !KEY_PUNCTUATION.includes(norm)) return false;
    if (words === null || at === from) continue;
    if (words.has(ANSWER, norm)) return true;
    if (words.has(AND, norm) || words.has(OR, norm)) return false;
  }
  return false;
}

/**
 * Whether a word answers what stands right before it ("fever no, cough yes"): it is complete, and a word, a closing
 * bracket or a question mark goes before it on its line.
 */
export function answersBefore(
  tokens: readonly Token[],
  from: number,
  end: number,
  lineEnd: number,
  words: WordIndex,
): boolean {
  const before = tokens[from - 1];
  const first = tokens[from];
  if (!before || !first || first.breaks > 0 || !isCompleteAnswer(tokens, end, lineEnd, words)) return false;
  // A sign may as well part two statements ("back pain - MRI: ...", "penicillin -> hives").
  if (end === from + 1 && first.kind === 'punctuation' && !endsItem(tokens[end], lineEnd, end)) return false;
  return before.kind === 'word' || before.norm === ')' || before.norm === '?';
}

function endsItem(next: Token | undefined, lineEnd: number, at: number): boolean {
  return !next || at >= lineEnd || next.breaks > 0 || ',;.'.includes(next.norm);
}

/** Whether a keyvalue phrase begins with the colon after the key, or is the bare answer. */
export function hasColon(phrase: string): boolean {
  return phrase.startsWith(':');
}

/** The end of the line that goes on at a token, as far as an answer may reach. */
export function answerLimit(tokens: readonly Token[], at: number): number {
  let end = at;
  while (end < tokens.length && end < at + NEXT_KEY_TOKENS * 2 && tokens[end]?.breaks === 0) end++;
  return end;
}
