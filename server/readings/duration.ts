/** How long a medicine is taken: "for 5 days", "x 7 j", "5/7". */

import type { Quantity } from '../domain/readings.js';
import { frequencyAt } from './frequency.js';
import type { Line } from './line.js';
import { type NumberRead, readNumber } from './numbers.js';
import { timeAt } from './units.js';

export interface DurationRead {
  /** Null where the time says how fast something is given. */
  readonly duration: Quantity | null;
  readonly to: number;
}

/** Days, weeks and months as a count over how many a week or a year has of them. */
const FRACTION = /^(\d{1,2})\/(7|52|12)$/;
const FRACTION_UNITS: Readonly<Record<string, string>> = { '7': 'd', '52': 'wk', '12': 'mo' };

/**
 * The duration that begins at a token; null for none.
 * @param isTold whether something of the dosage stands before it: without, a word must lead to it
 */
export function durationAt(line: Line, at: number, isTold: boolean): DurationRead | null {
  const lead = line.match('DURATION_LEAD', at)?.length ?? 0;
  const isLed = lead > 0 || isTold;
  return course(line, at) ?? fraction(line, at + lead, isLed) ?? counted(line, at, at + lead, isLed);
}

function fraction(line: Line, at: number, isLed: boolean): DurationRead | null {
  const [, count, over = ''] = FRACTION.exec(line.norm(at)) ?? [];
  if (count === undefined || !isLed) return null;
  if (line.match('UNIT_CODE', at + 1) !== undefined || timeAt(line, at + 1) !== null) return null;
  return { duration: quantity(line, at, at + 1, Number(count), null, FRACTION_UNITS[over] ?? null), to: at + 1 };
}

function counted(line: Line, at: number, from: number, isLed: boolean): DurationRead | null {
  const number = isLed ? (readNumber(line, from) ?? article(line, at, from)) : null;
  if (number === null) return null;
  const upper = number.high === null ? upperAt(line, number.to) : null;
  const time = timeAt(line, upper?.to ?? number.to);
  if (time === null || isOver(line, time.to) || frequencyAt(line, at) !== null) return null;
  const isShort = time.unit === 'h' || time.unit === 'min';
  if (isShort && from === at) return null;
  const isSpeed = time.unit === 'min' || (isShort && line.match('SPEED_LEAD', at) !== undefined);
  const high = number.high ?? upper?.value ?? null;
  return { duration: isSpeed ? null : quantity(line, from, time.to, number.value, high, time.unit), to: time.to };
}

/** "A 5-day course of" */
function course(line: Line, at: number): DurationRead | null {
  const found = line.isNumber(at) ? counted(line, at, at, true) : null;
  const length = found === null ? 0 : (line.match('COURSE', found.to)?.length ?? 0);
  return found === null || length === 0 ? null : { ...found, to: found.to + length };
}

/** "For a week": one, where a word leads to it. */
function article(line: Line, at: number, from: number): NumberRead | null {
  const length = from > at ? (line.match('ARTICLE', from)?.length ?? 0) : 0;
  return length === 0 ? null : { value: 1, high: null, to: from + length, inner: null };
}

/** The upper end of a range. */
function upperAt(line: Line, at: number): NumberRead | null {
  const dash = line.norm(at) === '-' ? 1 : (line.match('RANGE', at)?.length ?? 0);
  return dash > 0 ? readNumber(line, at + dash) : null;
}

/** Whether a time is over another, "3 days a week", or only says how long ago something was. */
function isOver(line: Line, at: number): boolean {
  return line.norm(at) === '/' || line.lengthOf(['PER', 'OVER', 'AGO'], at) > 0;
}

function quantity(
  line: Line,
  from: number,
  to: number,
  value: number,
  high: number | null,
  unit: string | null,
): Quantity {
  return { ...line.located(from, to), value, high, comparator: null, unit, component: null };
}
