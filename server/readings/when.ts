/** Dates and times between a name and its value: "Hb on 12/03: 10.2", "CT 3 days ago". */

import { dateAt } from '../lexicon/dates.js';
import type { Line } from './line.js';
import { isYear, readNumber } from './numbers.js';
import { pressureAt } from './pressure.js';
import { scoreAt } from './scale.js';
import type { Subject } from './subject.js';
import { timeAt } from './units.js';

/** "J3", "POD2". */
const DAY_LABEL = /^(?:[jdhs]\d{1,2}|pod\d+)$/;
const CLOCK = /^\d{1,2}:\d{2}$/;
/** "0730" */
const HOUR_AND_MINUTE = /^(?:[01]\d|2[0-3])[0-5]\d$/;
/** A day of a month, of which a language may say no more than that. */
export const DAY_OF_MONTH = /^\d{1,2}\/\d{1,2}(?:\/\d{2,4})?$/;
const YEAR_ENDS = new Set([':', '=', '|', '→']);
/** "412 H", "128 L": above and below the range. */
const FLAG = /^(?:H{1,2}|L{1,2}|N)$/;

/** How many tokens a date, a time or a length of time takes; 0 for none. */
export function whenLength(subject: Subject, at: number): number {
  const { line, scale, kind } = subject;
  if (DAY_LABEL.test(line.norm(at))) return 1;
  if ((!line.isNumber(at) && !line.isWord(at)) || scoreAt(line, at, scale, kind) !== null) return 0;
  const date = dateAt(line.tokens, at, line.tokens.length, line.words, line.language);
  return date?.length ?? (line.isNumber(at) ? numberLength(subject, at) : 0);
}

/** "14:30", "14h30", "9 am", "0730 =". */
function clockLength(line: Line, at: number): number {
  const norm = line.norm(at);
  if (CLOCK.test(norm)) return 1;
  const meridiem = line.match('MERIDIEM', at + 1);
  if (/^\d{1,2}$/.test(norm) && meridiem !== undefined) return 1 + meridiem.length;
  if (/^h\d\d$/.test(line.norm(at + 1)) && line.isGlued(at + 1)) return 2;
  return HOUR_AND_MINUTE.test(norm) && YEAR_ENDS.has(line.norm(at + 1)) ? 1 : 0;
}

function numberLength({ line, pressure }: Subject, at: number): number {
  const norm = line.norm(at);
  const clock = clockLength(line, at);
  if (clock > 0) return clock;
  if (DAY_OF_MONTH.test(norm) && pressureAt(line, at, pressure) === null) return 1;
  if (isYear(line, at) && (YEAR_ENDS.has(line.norm(at + 1)) || line.isNumber(at + 1))) return 1;
  const number = readNumber(line, at);
  const time = number === null || isFlag(line, number.to) ? null : timeAt(line, number.to);
  if (time === null || time.unit === 'min') return 0;
  return time.to + (line.match('AGO', time.to)?.length ?? 0) - at;
}

/** Whether a letter says that a value is above or below its range. */
export function isFlag(line: Line, at: number): boolean {
  return FLAG.test(line.surface(at)) && !line.isGlued(at);
}
