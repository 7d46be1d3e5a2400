/** A later value of the same measurement, which counts: "8.9 on 12/3 then 9.8", "90/50 -> 118/72", "(2.3 last week), today 4.8". */

import type { Quantity } from '../domain/readings.js';
import { isDoseUnit, LEADS } from './accepted.js';
import type { Line } from './line.js';
import { isYear } from './numbers.js';
import type { Subject } from './subject.js';
import { isFlag, whenLength } from './when.js';

/** Tokens between two values that are looked at. */
const MOST_BETWEEN = 10;
const SIGNS = new Set([':', '=', ')', ']', '*', '↑', '↓', '↗', '↘']);
const ARROWS = new Set(['→', '➔', '⇒', '➡']);

/** The token at which a later value begins, behind the one that ends before a token; -1 for none. */
export function laterFrom(subject: Subject, behind: number): number {
  const { line } = subject;
  let hasComma = false;
  for (let at = behind; at < line.tokens.length && at - behind < MOST_BETWEEN; ) {
    if (line.tokens[at]?.breaks !== 0) return -1;
    const lead = line.match('LATER', at)?.length ?? arrowLength(line, at);
    const begins = lead === 0 ? -1 : numberBehind(subject, at + lead);
    if (begins >= 0) return begins;
    const isComma: boolean = line.norm(at) === ',' && !hasComma;
    hasComma ||= isComma;
    const length = betweenLength(subject, at) || lead || Number(isComma);
    if (length === 0) return -1;
    at += length;
  }
  return -1;
}

/** Whether a later reading may be a value of what was read before: of the same unit, and no dose of what was given. */
export function isLaterOf(before: readonly Quantity[], later: readonly Quantity[]): boolean {
  const [one, other] = [before[0], later[0]];
  if (one === undefined || other === undefined || before.length !== later.length) return false;
  if (other.unit === null) return true;
  return one.unit === null ? !isDoseUnit(other.unit) : one.unit === other.unit;
}

function betweenLength(subject: Subject, at: number): number {
  const { line } = subject;
  if (SIGNS.has(line.norm(at)) || isFlag(line, at) || isYear(line, at)) return 1;
  return whenLength(subject, at) || (line.isWord(at) ? line.lengthOf(['COORD_AND', ...LEADS], at) : 0);
}

function arrowLength(line: Line, at: number): number {
  if (ARROWS.has(line.norm(at))) return 1;
  return line.norm(at) === '-' && line.norm(at + 1) === '>' ? 2 : 0;
}

function numberBehind(subject: Subject, from: number): number {
  const { line } = subject;
  let at = from;
  while (at - from < MOST_BETWEEN && line.tokens[at]?.breaks === 0) {
    const when = whenLength(subject, at);
    if (line.isNumber(at) && when === 0) return at;
    const length =
      when ||
      Number(line.norm(at) === ':' || line.norm(at) === '=') ||
      line.lengthOf(['LATER', 'CHANGE', ...LEADS], at);
    if (length === 0) return -1;
    at += length;
  }
  return -1;
}
