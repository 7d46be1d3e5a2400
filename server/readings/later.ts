/** A later value of the same measurement, which counts: "8.9 on 12/3 then 9.8", "90/50 -> 118/72", "(2.3 last week), today 4.8". */

import type { Quantity } from '../domain/readings.js';
import { isDoseUnit, LEADS } from './accepted.js';
import type { Line } from './line.js';
import { isYear } from './numbers.js';
import { readQuantity } from './quantity.js';
import type { Subject } from './subject.js';
import { isFlag, whenLength } from './when.js';

/** Tokens between two values that are looked at. */
const MOST_BETWEEN = 10;
const SIGNS = new Set([':', '=', ')', ']', '*', '↑', '↓', '↗', '↘']);
const ARROWS = new Set(['→', '➔', '⇒', '➡']);

/** The token at which a later value begins, behind the one that ends before a token; -1 for none. */
export function laterFrom(subject: Subject, behind: number): number {
  const { line } = subject;
  let [commas, isDated] = [0, false];
  for (let at = behind; at - behind < MOST_BETWEEN && line.tokens[at]?.breaks === 0; ) {
    const begins = beginsAt(subject, at, isDated);
    if (begins >= 0) return begins;
    isDated ||= isTime(subject, at);
    if (line.norm(at) === ',') commas++;
    const length = line.norm(at) === ',' ? 1 : betweenLength(subject, at) || leadLength(line, at);
    if (length === 0 || commas > 1) return -1;
    at += length;
  }
  return -1;
}

/** The number to which a word or arrow leads, or the dated one behind the comma of a dated one: "14 ng/L at 0 h, 212 ng/L at 3 h". */
function beginsAt(subject: Subject, at: number, isDated: boolean): number {
  const { line } = subject;
  const lead = leadLength(line, at);
  if (lead > 0) return numberBehind(subject, at + lead);
  return isDated && line.norm(at) === ',' && isDatedNumber(subject, at + 1) ? at + 1 : -1;
}

function leadLength(line: Line, at: number): number {
  return line.match('LATER', at)?.length ?? arrowLength(line, at);
}

/** Whether a later reading may be a value of what was read before: of the same unit, and no dose of what was given. */
export function isLaterOf(before: readonly Quantity[], later: readonly Quantity[]): boolean {
  const [one, other] = [before[0], later[0]];
  if (one === undefined || other === undefined || before.length !== later.length) return false;
  if (other.unit === null) return true;
  return one.unit === null ? !isDoseUnit(other.unit) : one.unit === other.unit;
}

/** Whether words say when something was measured: "at 3 h", "on arrival". */
function isTime(subject: Subject, at: number): boolean {
  const { line } = subject;
  const from = line.match('DATE_LEAD', at) === undefined && line.match('MOMENT_LINK', at) === undefined ? at : at + 1;
  return line.match('WHEN', at) !== undefined || whenLength(subject, at) > 0 || whenLength(subject, from) > 0;
}

/** Whether a number is a value with its own time behind it: "21,500 this morning". */
function isDatedNumber(subject: Subject, at: number): boolean {
  const { line } = subject;
  if (!line.isNumber(at) || whenLength(subject, at) > 0) return false;
  const read = readQuantity(line, at);
  const behind = read?.to ?? at + 1;
  return read !== null && isTime(subject, behind);
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
