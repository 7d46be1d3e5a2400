/** How often something is taken: "tid", "3 x/j", "every 8 hours", "matin et soir", "1-0-1". */

import type { Frequency } from '../domain/readings.js';
import type { Line } from './line.js';
import { fractionOf, readNumber } from './numbers.js';
import { readQuantity } from './quantity.js';
import { timeAt, unitAt } from './units.js';

type PeriodUnit = NonNullable<Frequency['period_unit']>;

export interface FrequencyRead {
  readonly times: number;
  readonly period: number;
  readonly unit: PeriodUnit;
  readonly from: number;
  readonly to: number;
}

/** The value of a word of the class FREQUENCY: "3/1d". */
const VALUE = /^(\d+)\/(\d+)(h|d|wk|mo)$/;
const EVERY_HOURS = /^q(\d{1,2})(hr?s?|hours?|d|days?|w|wks?|weeks?|mo?|months?)?$/;
const LETTERS: Readonly<Record<string, PeriodUnit>> = { h: 'h', d: 'd', w: 'wk', m: 'mo' };
const SCHEDULE = /^\d{1,2}(?:-\d{1,2}){2,3}$/;
const CLOCK = /^(?:[01]?\d|2[0-4]):\d{2}$/;
const TIMES_OVER = /^(\d{1,2})\/(\d{1,2})$/;
const JOINS = new Set([',', '/', '+', '-', '&']);
const ENDS = /^[^\S\n]*(?:$|[\n.,;)|])/;
const HOURS = 24;
const LEADS = ['MOMENT_LEAD', 'DETERMINER', 'LINK', 'EVERY', 'COORD_AND', 'THEN'];
const JOIN_CLASSES = ['MOMENT_LINK', 'DETERMINER', 'COORD_AND', 'THEN'];
const WEEK = 7;

const read = (times: number, period: number, unit: PeriodUnit, from: number, to: number): FrequencyRead => ({
  times,
  period,
  unit,
  from,
  to,
});

/** The frequency that begins at a token; null for none. */
export function frequencyAt(line: Line, at: number): FrequencyRead | null {
  return (
    schedule(line, at) ??
    oneDayIn(line, at) ??
    times(line, at) ??
    named(line, at) ??
    every(line, at) ??
    listed(line, at, 'DAY_TIME', 'd') ??
    listed(line, at, 'WEEKDAY', 'wk') ??
    clocks(line, at)
  );
}

/** What a period of a unit is: no minutes, no years. */
export function periodUnit(line: Line, at: number): { readonly unit: PeriodUnit; readonly to: number } | null {
  const time = timeAt(line, at);
  return time === null || time.unit === 'min' || time.unit === 'a' ? null : { unit: time.unit, to: time.to };
}

/** "1-0-1", "1 - 0 - 1". */
function schedule(line: Line, at: number): FrequencyRead | null {
  if (SCHEDULE.test(line.norm(at))) {
    const taken = line
      .norm(at)
      .split('-')
      .filter((part) => Number(part) > 0).length;
    return read(taken, 1, 'd', at, at + 1);
  }
  let [to, parts, taken] = [at, 0, 0];
  const isPart = (place: number) =>
    /^\d$/.test(line.norm(place)) || line.norm(place) === '½' || line.norm(place) === '1/2';
  while (isPart(to)) {
    parts++;
    if (line.norm(to) !== '0') taken++;
    to++;
    if (line.norm(to) !== '-' || !isPart(to + 1)) break;
    to++;
  }
  return parts >= 3 && parts <= 4 ? read(taken, 1, 'd', at, to) : null;
}

/** "1 j/2", "un jour sur deux", "5 jours sur 7". */
function oneDayIn(line: Line, at: number): FrequencyRead | null {
  const count = readNumber(line, at);
  const day = count === null ? null : timeAt(line, count.to);
  if (count === null || day?.unit !== 'd') return null;
  const over = line.norm(day.to) === '/' ? 1 : line.lengthOf(['OVER', 'PER'], day.to);
  const isOf = line.norm(day.to) === '/' || line.match('OVER', day.to) !== undefined;
  const of = isOf ? readNumber(line, day.to + over) : null;
  // "3 days a week"
  const week = over === 0 ? null : periodUnit(line, day.to + over);
  if (week?.unit === 'wk') return read(count.value, 1, 'wk', at, week.to);
  if (of === null) return null;
  return of.value === WEEK ? read(count.value, 1, 'wk', at, of.to) : read(count.value, of.value, 'd', at, of.to);
}

/** "3 times a day", "x 3/j", "2 fois par semaine", "twice daily", "3/24h". */
function times(line: Line, at: number): FrequencyRead | null {
  const lead = isTimesSign(line, at) ? at + 1 : at;
  const count = countAt(line, lead);
  if (count === null) return overHours(line, at, lead);
  const { value, to, isCounted } = count;
  const over = line.norm(to) === '/' ? 1 : (line.match('PER', to)?.length ?? 0);
  const found = over === 0 ? null : period(line, to + over);
  if (found !== null) return read(value, found.period, found.unit, at, found.to);
  if (isCounted || lead > at) return timesOf(line, at, count);
  // "4 hourly", "6-hourly", "6 monthly"
  const adverb = named(line, to);
  const isEvery = adverb !== null && adverb.unit !== 'd' && adverb.period === 1 && adverb.times === 1;
  return isEvery ? read(1, value, adverb.unit, at, adverb.to) : null;
}

interface Count {
  readonly value: number;
  readonly to: number;
  /** Whether a word says that it counts times. */
  readonly isCounted: boolean;
}

const isTimesSign = (line: Line, at: number) => line.norm(at) === 'x' || line.norm(at) === '×';

/** How often: "3", "3 times", "twice". */
function countAt(line: Line, at: number): Count | null {
  const word = line.match('TIMES_COUNT', at);
  if (word !== undefined) return { value: Number(word.value), to: at + word.length, isCounted: true };
  const number = readNumber(line, at);
  if (number === null) return null;
  const length = line.match('TIMES', number.to)?.length ?? 0;
  return { value: number.value, to: number.to + length, isCounted: length > 0 };
}

/** "3/24h" */
function overHours(line: Line, from: number, at: number): FrequencyRead | null {
  const [, count, hours] = TIMES_OVER.exec(line.norm(at)) ?? [];
  const time = count === undefined ? null : timeAt(line, at + 1);
  return time?.unit === 'h' ? read(Number(count), Number(hours), 'h', from, time.to) : null;
}

/** "3 times daily", "1 fois le soir". */
function timesOf(line: Line, at: number, { value, to, isCounted }: Count): FrequencyRead | null {
  const once = named(line, to) ?? every(line, to);
  if (once !== null && once.times === 1) return read(value, once.period, once.unit, at, once.to);
  const moments = isCounted ? (listed(line, to, 'DAY_TIME', 'd') ?? listed(line, to, 'WEEKDAY', 'wk')) : null;
  return moments === null ? null : read(Math.max(value, moments.times), 1, moments.unit, at, moments.to);
}

/** A period behind a slash or "per": "24 h", "day". */
function period(
  line: Line,
  at: number,
): { readonly period: number; readonly unit: PeriodUnit; readonly to: number } | null {
  const number = line.isNumber(at) ? readNumber(line, at) : null;
  const found = periodUnit(line, number?.to ?? at);
  return found === null ? null : { period: number?.value ?? 1, ...found };
}

/** A word of the lexicon. */
function named(line: Line, at: number): FrequencyRead | null {
  const found = line.match('FREQUENCY', at);
  const [, count, over, unit] = VALUE.exec(found?.value ?? '') ?? [];
  if (found === undefined || unit === undefined || isPreposition(line, at, found.length)) return null;
  return read(Number(count), Number(over), unit as PeriodUnit, at, at + found.length);
}

/** "10 mg ON" and "2 tabs on." are at night; "on" before what it leads to, and behind no quantity, is none. */
function isPreposition(line: Line, at: number, length: number): boolean {
  if (length > 1 || line.match('LINK', at) === undefined) return false;
  const isDosed = at > line.to && (line.isNumber(at - 1) || unitAt(line, at - 1) !== null);
  const isWritten = line.surface(at) === line.surface(at).toUpperCase();
  return !isDosed || !(isWritten || ENDS.test(line.text.slice(line.tokens[at]?.end)));
}

/** "q8h", "q4-6h", "every 8 hours", "toutes les 4 à 6 h", "/8h". */
function every(line: Line, at: number): FrequencyRead | null {
  const [, hours, written] = EVERY_HOURS.exec(line.norm(at)) ?? [];
  if (hours === undefined) return everyOf(line, at);
  if (written !== undefined) return read(1, Number(hours), LETTERS[written.charAt(0)] ?? 'h', at, at + 1);
  const range = line.isNumber(at + 1) && line.tokens[at + 1]?.joined ? at + 2 : at + 1;
  const unit = periodUnit(line, range);
  return read(1, Number(hours), unit?.unit ?? 'h', at, unit?.to ?? range);
}

function everyOf(line: Line, at: number): FrequencyRead | null {
  const lead = line.norm(at) === '/' ? 1 : (line.match('EVERY', at)?.length ?? 0);
  if (lead === 0) return null;
  const number = readNumber(line, at + lead);
  if (number !== null) {
    const unit = periodUnit(line, pastUpper(line, number.to));
    return unit === null ? null : read(1, number.value, unit.unit, at, unit.to);
  }
  const unit = periodUnit(line, at + lead);
  if (unit !== null) return read(1, 1, unit.unit, at, unit.to);
  const moment = listed(line, at + lead, 'DAY_TIME', 'd') ?? listed(line, at + lead, 'WEEKDAY', 'wk');
  return moment === null ? null : { ...moment, from: at };
}

/** Behind the upper end of a range of hours, of which the lower counts. */
function pastUpper(line: Line, at: number): number {
  const joined = line.isNumber(at) && line.tokens[at]?.joined ? at + 1 : at;
  const range = line.norm(joined) === '-' ? 1 : (line.match('RANGE', joined)?.length ?? 0);
  return range > 0 ? (readNumber(line, joined + range)?.to ?? joined) : joined;
}

/** Moments of a day or days of a week, each counted once: "matin, midi et soir", "Mon/Wed/Fri". */
function listed(line: Line, at: number, name: string, unit: PeriodUnit): FrequencyRead | null {
  const lead = pastLeads(line, at);
  const first = line.match(name, lead);
  if (first === undefined) return null;
  let [to, count] = [lead + first.length, 1];
  for (;;) {
    const next = pastJoins(line, to);
    const more = line.match(name, next);
    if (more === undefined || line.tokens[next]?.breaks !== 0) break;
    // « Le soir au coucher » is one moment.
    if (!isSame(line, to, next)) count++;
    to = next + more.length;
  }
  return read(count, 1, unit, lead, to);
}

/** Whether a preposition alone stands between two moments, of which the second tells more of the first. */
function isSame(line: Line, from: number, to: number): boolean {
  return to === from + 1 && line.match('MOMENT_LINK', from)?.length === 1;
}

function pastLeads(line: Line, at: number): number {
  let to = at;
  const length = () => line.lengthOf(LEADS, to);
  while (length() > 0 && to - at < 3) to += length();
  return to;
}

/** Behind what joins two moments: "et", ",", and how much is taken at each, "1 cp matin, 1 cp soir". */
function pastJoins(line: Line, at: number): number {
  let to = at;
  for (let step = 0; step < 5; step++) {
    const quantity = line.isNumber(to) ? readQuantity(line, to) : null;
    const isJoin = JOINS.has(line.norm(to));
    const isPart = line.isNumber(to) && fractionOf(line.norm(to)) !== null;
    const length = isJoin || isPart ? 1 : quantity === null ? line.lengthOf(JOIN_CLASSES, to) : quantity.next - to;
    if (length === 0) break;
    to += length;
  }
  return to;
}

/** "8h-20h", "à 8 h et 20 h", "08:00 and 20:00", "at 8 am and 8 pm". */
function clocks(line: Line, at: number): FrequencyRead | null {
  const isLed = line.match('MOMENT_LINK', at) !== undefined;
  const from = isLed ? at + 1 : at;
  let to = clock(line, from);
  if (to === 0) return null;
  let count = 1;
  for (;;) {
    const next = pastClockJoins(line, to);
    const more = clock(line, next);
    if (more === 0) break;
    to = more;
    count++;
  }
  const isMoment = count === 1 && /^h?\d/.test(line.norm(to - 1)) && !/00$/.test(line.norm(to - 1));
  return count > 1 || (isLed && !isMoment) ? read(count, 1, 'd', from, to) : null;
}

/** Behind what joins two times of the day, and how much is taken at the second: "at 8 am and 50 mg at 8 pm". */
function pastClockJoins(line: Line, at: number): number {
  let to = at;
  for (let step = 0; step < 5 && clock(line, to) === 0; step++) {
    const quantity = line.isNumber(to) ? readQuantity(line, to) : null;
    const isJoin = JOINS.has(line.norm(to));
    const length = isJoin ? 1 : quantity?.unit ? quantity.next - to : line.lengthOf(JOIN_CLASSES, to);
    if (length === 0) break;
    to += length;
  }
  return to;
}

/** The token behind a time of the day; 0 for none. */
function clock(line: Line, at: number): number {
  if (CLOCK.test(line.norm(at))) return at + 1 + (line.match('MERIDIEM', at + 1)?.length ?? 0);
  if (!/^\d{1,2}$/.test(line.norm(at)) || Number(line.norm(at)) > HOURS) return 0;
  const meridiem = line.match('MERIDIEM', at + 1);
  if (meridiem !== undefined) return at + 1 + meridiem.length;
  return /^h(?:[0-5]\d)?$/.test(line.norm(at + 1)) ? at + 2 : 0;
}
