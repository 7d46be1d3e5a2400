/** Notes that are spaced or wrapped by hand or machine: a line that was only cut because the next word did not fit goes on with the next line. */

import { LANGUAGES } from '../domain/language.js';
import { enumeratorLength } from './line.js';
import type { Token } from './token.js';
import type { Vocabulary } from './vocabulary.js';

/** Notes are wrapped at widths between these; longer lines were not wrapped. */
const MIN_WIDTH = 45;
const MAX_WIDTH = 132;
/** So many lines must end because the next word did not fit ... */
const MIN_FULL = 2;
/** ... and so great a share of them must go on with a small letter: headings and items begin with capitals. */
const MIN_SMALL = 0.5;
/** Words of a label before its colon. */
const MAX_LABEL = 3;
const ENDS = '.!?:;…';
const BULLETS = new Set(['*', '•', '·', '‣', '◦', '▪', '■', '●', '○', '>', '→', '✓', '#', '[', '|', '☐', '☑', '☒']);

/** A line: tokens [from, to), and whether it ends because its next word did not fit. */
interface TextLine {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** In a note in which so great a share of the gaps between words is wide, a wide gap parts nothing. */
const MIN_WIDE = 0.75;
/** Fewer gaps tell nothing: "Cough  no". */
const MIN_GAPS = 8;

/** Makes the gaps of a note narrow, in place, where nearly all of them are wide. */
export function narrow(tokens: Token[]): void {
  let gaps = 0;
  let wide = 0;
  for (const { spaces } of tokens) {
    if (spaces > 0) gaps++;
    if (spaces > 1) wide++;
  }
  if (gaps < MIN_GAPS || wide < gaps * MIN_WIDE) return;
  for (const [at, token] of tokens.entries()) if (token.spaces > 1) tokens[at] = { ...token, spaces: 1 };
}

/** Joins the lines of a note that was wrapped at some width, in place: their breaks become spaces. */
export function reflow(text: string, tokens: Token[], vocabulary: Vocabulary): void {
  const lines = linesOf(text, tokens);
  if (lines.length <= MIN_FULL) return;
  const width = lines.reduce((most, { length }) => (length <= MAX_WIDTH ? Math.max(most, length) : most), 0);
  if (width < MIN_WIDTH) return;
  const full = lines.filter((line) => isFull(tokens, line, width));
  const small = full.filter(({ to }) => tokens[to]?.kind === 'word' && !tokens[to]?.capital);
  if (full.length < MIN_FULL || small.length < full.length * MIN_SMALL) return;
  for (const line of full) {
    const next = tokens[line.to] as Token;
    if (!opensItem(text, tokens, line, vocabulary)) tokens[line.to] = { ...next, breaks: 0, spaces: 1 };
  }
}

function linesOf(text: string, tokens: readonly Token[]): TextLine[] {
  const lines: TextLine[] = [];
  for (let from = 0; from < tokens.length; ) {
    let to = from + 1;
    while (to < tokens.length && tokens[to]?.breaks === 0) to++;
    lines.push({ from, to, length: (tokens[to - 1] as Token).end - lineStart(text, tokens[from] as Token) });
    from = to;
  }
  return lines;
}

/** Where a line starts, its indent included. */
function lineStart(text: string, { start, spaces }: Token): number {
  return Math.max(0, text.lastIndexOf('\n', start) + 1, start - spaces);
}

/** Whether the word behind a line would not have fitted on it. A word ends at a space. */
function isFull(tokens: readonly Token[], { to, length }: TextLine, width: number): boolean {
  const next = tokens[to];
  if (next?.breaks !== 1 || length > width) return false;
  let end = to;
  while (tokens[end + 1]?.start === tokens[end]?.end || tokens[end + 1]?.joined) end++;
  return length + 1 + (tokens[end] as Token).end - next.start > width;
}

/** Whether what stands behind a line is an item or heading of its own, however long the line is. */
function opensItem(text: string, tokens: readonly Token[], { to }: TextLine, vocabulary: Vocabulary): boolean {
  const next = tokens[to] as Token;
  const ended = ENDS.includes(tokens[to - 1]?.norm ?? '');
  if (BULLETS.has(next.norm) || (next.norm === '-' && (tokens[to + 1]?.spaces ?? 0) > 0)) return true;
  let end = to + 1;
  while (end < tokens.length && tokens[end]?.breaks === 0) end++;
  if (ended && enumeratorLength(text, tokens, to, end) > 0) return true;
  if (next.capital && tokens.slice(to + 1, Math.min(end, to + MAX_LABEL + 1)).some(({ norm }) => norm === ':'))
    return true;
  const heading = vocabulary.headings.find(text, tokens, to, end, LANGUAGES, ended);
  return heading !== null && (ended || tokens[heading.to - 1]?.norm === ':');
}
