/** Lines of a note: where they begin, their list markers, and which line ends are only wraps. */

import type { Token } from './token.js';

/** One line that holds tokens: [from, to), with [from, body) its list marker. */
export interface Line {
  readonly from: number;
  readonly to: number;
  readonly body: number;
  readonly bullet: boolean;
  /** Whether a blank line stands before it. */
  readonly afterBlank: boolean;
}

const BULLETS = new Set(['-', '*', '•', '·', '‣', '◦', '▪', '■', '●', '○', '+', '>', '→', 'o', '✓']);
const MARKUP = new Set(['*', '#', '_']);
const MAX_ENUMERATOR = 99;

/** Cuts tokens into lines and finds the marker of each ("-", "2.", "b)", "(3)", "##"). */
export function splitLines(text: string, tokens: readonly Token[]): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < tokens.length; ) {
    let to = from + 1;
    while (to < tokens.length && tokens[to]?.breaks === 0) to++;
    const marker = markerLength(text, tokens, from, to);
    const bullet = marker > 0 && !isMarkup(tokens, from);
    lines.push({ from, to, body: from + marker, bullet, afterBlank: from > 0 && tokens[from]?.breaks === 2 });
    from = to;
  }
  return lines;
}

/**
 * How many tokens at `at` are an enumerator ("1.", "2)", "(3)", "a)", "4 -"), 0 for none.
 * A number with a full stop needs a letter after it, so that "38. " at a line's end stays text.
 */
export function enumeratorLength(text: string, tokens: readonly Token[], at: number, to: number): number {
  const open = tokens[at]?.norm === '(' ? 1 : 0;
  const [label, close, next] = tokens.slice(at + open, at + open + 3);
  if (at + open + 2 >= to || !label || !close || next?.breaks !== 0) return 0;
  if (isBracketed(label, close)) return open + 2;
  return open === 0 && isBeforeWord(close, next) && isNumbered(text, label, close) ? 2 : 0;
}

function isBracketed(label: Token, close: Token): boolean {
  return (isCount(label) || isLetter(label)) && close.norm === ')' && close.start === label.end;
}

function isBeforeWord(close: Token, next: Token): boolean {
  return next.kind === 'word' && next.start > close.end;
}

function isCount({ kind, norm }: Token): boolean {
  return kind === 'number' && /^\d{1,2}$/.test(norm) && Number(norm) <= MAX_ENUMERATOR;
}

function isLetter({ kind, norm }: Token): boolean {
  return kind === 'word' && /^[a-z]$/.test(norm);
}

/** Whether a full stop or a dash behind a number makes it one of a list. */
function isNumbered(text: string, label: Token, close: Token): boolean {
  if (!isCount(label)) return false;
  const isGlued = close.start === label.end;
  return (close.norm === '.' && isGlued) || (close.norm === '-' && (isGlued || text[close.end] === ' '));
}

function markerLength(text: string, tokens: readonly Token[], from: number, to: number): number {
  const first = tokens[from] as Token;
  let at = from;
  if (BULLETS.has(first.norm) && isMarker(text, tokens, from, to)) at++;
  else if (MARKUP.has(first.norm)) while (at < to && MARKUP.has((tokens[at] as Token).norm)) at++;
  at += enumeratorLength(text, tokens, at, to);
  return at < to ? at - from : 0;
}

/** A dash before a word is a marker with or without a space ("-fièvre"); other signs and "o" need the space. */
function isMarker(text: string, tokens: readonly Token[], from: number, to: number): boolean {
  const first = tokens[from] as Token;
  const next = tokens[from + 1];
  if (!next || from + 1 >= to) return false;
  if (next.start > first.end) return true;
  return first.norm === '-' && next.kind === 'word' && text[first.end] !== '>';
}

/** "## Plan" and "**Plan**": signs that decorate the line, no list marker. */
function isMarkup(tokens: readonly Token[], from: number): boolean {
  const first = tokens[from] as Token;
  return MARKUP.has(first.norm) && (first.norm !== '*' || tokens[from + 1]?.start === first.end);
}

/** Length in characters of a line, from its first to its last token. */
export function lineLength(tokens: readonly Token[], line: Line): number {
  return (tokens[line.to - 1] as Token).end - (tokens[line.from] as Token).start;
}
