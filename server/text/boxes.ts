/** Check boxes and signs in brackets: "[ ] asthma [x] gout", "Asthma: yes ☐ no ☑", "(+) fever (-) cough". */

import { answerLength, byLine, contentStart, hasSign, onNewLine } from './form-lines.js';
import type { Token } from './token.js';
import type { Vocabulary } from './vocabulary.js';

/** How phrases of the lexicon name boxes. */
export const OPEN_BOX = 'openbox';
export const TICKED_BOX = 'tickedbox';
const BOXES = new Set([OPEN_BOX, TICKED_BOX]);
const ROUND = new Set(['(']);
const OPEN = new Set(['☐', '□', '❏', '❑']);
const TICKED = new Set(['☑', '☒', '✅']);
const TICKS = new Set(['x', '*', '✓', '✔', '+']);
const EMPTY = new Set(['_', '-']);
/** Brackets and the letter between them mark no item of a list "(x)" where the note has no empty ones. */
const HAS_EMPTY_ROUND = /\([ _]{1,3}\)/;
const MAX_GAP = 3;

/** Makes one token of each box. */
export function mergeBoxes(text: string, tokens: readonly Token[]): Token[] {
  const round = HAS_EMPTY_ROUND.test(text);
  const merged: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const length = boxLength(tokens, at, round);
    const first = tokens[at] as Token;
    if (length === 0) merged.push(first);
    else merged.push(asBox(first, tokens[at + length - 1] as Token, isTicked(tokens, at, length)));
    at += Math.max(1, length);
  }
  return merged;
}

function asBox(first: Token, last: Token, ticked: boolean): Token {
  const norm = ticked ? TICKED_BOX : OPEN_BOX;
  return { ...first, end: last.end, kind: 'punctuation', norm, lower: norm, capital: false };
}

function isTicked(tokens: readonly Token[], at: number, length: number): boolean {
  return length === 1 ? TICKED.has(tokens[at]?.norm ?? '') : TICKS.has(tokens[at + 1]?.norm ?? '');
}

/** How many tokens at a place are a box; 0 for none. */
function boxLength(tokens: readonly Token[], at: number, round: boolean): number {
  const { norm } = tokens[at] as Token;
  if (OPEN.has(norm) || TICKED.has(norm)) return 1;
  if (norm !== '[' && !(norm === '(' && round)) return 0;
  const close = norm === '[' ? ']' : ')';
  const [next, last] = [tokens[at + 1], tokens[at + 2]];
  if (!next || next.breaks > 0 || next.spaces > MAX_GAP) return 0;
  if (next.norm === close) return close === ']' || next.spaces > 0 ? 2 : 0;
  return last?.norm === close && last.breaks === 0 && isMark(next.norm, close) ? 3 : 0;
}

/** Whether a sign may stand in a box. */
function isMark(norm: string, close: string): boolean {
  return close === ']' ? TICKS.has(norm) || EMPTY.has(norm) : norm === 'x' || norm === '_';
}

function isBox(token: Token | undefined): boolean {
  return token?.norm === OPEN_BOX || token?.norm === TICKED_BOX;
}

/** Gives each item with a box a line of its own, and keeps of the answers with boxes the one that is ticked. */
export function readBoxes(tokens: readonly Token[], vocabulary: Vocabulary): readonly Token[] {
  const needs = (from: number, to: number) => hasSign(tokens, from, to, BOXES);
  return byLine(tokens, needs, (line) => boxLine(line, vocabulary));
}

function boxLine(line: readonly Token[], vocabulary: Vocabulary): Token[] {
  const first = line.findIndex(isBox);
  const content = contentStart(line);
  const leads = first === content || (line[first]?.spaces ?? 0) >= 2 || line[first - 1]?.norm === ':';
  const closes = isBox(line.at(-1)) || (isBox(line.at(-2)) && line.at(-1)?.norm === '.');
  const answered = withoutAnswers(line, closes && !isLeadingAnswer(line, first, vocabulary), vocabulary);
  if (leads) return answered.map((token, i) => (isBox(token) && i > content ? onNewLine(token) : token));
  if (!closes) return answered;
  return answered.map((token, i) => (isBox(answered[i - 1]) && token.kind === 'word' ? onNewLine(token) : token));
}

/** Whether a box stands before its answer: "[x] yes [ ] no". */
function isLeadingAnswer(line: readonly Token[], first: number, vocabulary: Vocabulary): boolean {
  return answerLength(line, first + 1, vocabulary) > 0 && answerLength(line, first - 1, vocabulary) === 0;
}

/** A run of answers with a box each: tokens [from, to). */
interface Choice {
  readonly to: number;
  /** The answers that are ticked: their tokens. */
  readonly ticked: readonly Token[];
  readonly count: number;
}

/** A line in which each run of answers with boxes is the answer that is ticked; "?" where none or several are. */
function withoutAnswers(line: readonly Token[], boxBehind: boolean, vocabulary: Vocabulary): Token[] {
  const left: Token[] = [];
  for (let at = 0; at < line.length; ) {
    const choice = choiceAt(line, at, boxBehind, vocabulary);
    if (choice.count < 2) {
      left.push(line[at++] as Token);
      continue;
    }
    const [begin, end] = [line[at] as Token, line[choice.to - 1] as Token];
    const [one, other] = choice.ticked;
    if (one && !other) left.push({ ...one, breaks: begin.breaks, spaces: 1 });
    else left.push({ ...begin, end: end.end, kind: 'punctuation', norm: '?', lower: '?', capital: false });
    at = choice.to;
  }
  return left;
}

function choiceAt(line: readonly Token[], from: number, boxBehind: boolean, vocabulary: Vocabulary): Choice {
  const ticked: Token[] = [];
  let count = 0;
  let to = from;
  for (;;) {
    const answerAt = boxBehind ? to : to + 1;
    const length = answerLength(line, answerAt, vocabulary);
    const box = line[boxBehind ? answerAt + length : to];
    if (length === 0 || !isBox(box)) return { to, ticked, count };
    if (box?.norm === TICKED_BOX) ticked.push(line[answerAt] as Token);
    count++;
    to += length + 1;
  }
}

/** Gives each item behind a sign in brackets a line of its own, where the signs stand before what they are about. */
export function readSigns(tokens: readonly Token[]): readonly Token[] {
  const needs = (from: number, to: number) => hasSign(tokens, from, to, ROUND);
  return byLine(tokens, needs, (line) => {
    const from = contentStart(line);
    const closes = isSign(line, line.length - 3) || ',.;'.includes(line[from + 3]?.norm ?? ' ');
    if (!isSign(line, from) || closes) return line;
    return line.map((token, i) => (i > from && isSign(line, i) ? onNewLine(token) : token));
  });
}

function isSign(line: readonly Token[], at: number): boolean {
  const sign = line[at + 1]?.norm;
  return line[at]?.norm === '(' && (sign === '+' || sign === '-') && line[at + 2]?.norm === ')';
}
