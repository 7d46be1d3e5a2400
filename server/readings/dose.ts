/** How much of a medicine is taken at a time: "40 mg", "1-2 tablets", "0.1 µg/kg/min", "75 mg/j". */

import type { Quantity } from '../domain/readings.js';
import { type FrequencyRead, frequencyAt } from './frequency.js';
import type { Line } from './line.js';
import { fractionOf, isYear, numberOf, readNumber } from './numbers.js';
import { type QuantityRead, readQuantity, toQuantity } from './quantity.js';
import { bareQuantity } from './subject.js';
import { codeOf, type Per, timeAt, type Unit, unitAt } from './units.js';

export interface DoseRead {
  /** Null where the number counts times or forms. */
  readonly dose: Quantity | null;
  /** The frequency of "75 mg/j"; null where there is none. */
  readonly frequency: FrequencyRead | null;
  readonly to: number;
}

const COMBINED = /^(\d+(?:[.,]\d+)?)\/(\d+(?:[.,]\d+)?)$/;
const TIMES_SIGNS = new Set(['x', '×']);
/** Units of no dose: what a solution has of its drug, and what somebody smoked. */
const NO_DOSES = new Set(['%', '{pack_years}']);
/** "5-325 mg" is two medicines in one, and no range. */
const MOST_RANGE = 10;
/** Above the weeks of a year: "2/52" is a time. */
const MOST_OVER_TIME = 52;
/** Below it two numbers with a slash between are no strengths. */
const LEAST_STRENGTH = 10;
/** Words behind a number without unit that leave it a dose: "ramipril 5 od". */
const BEHIND = [
  'DOSE_LEAD',
  'DOSE_FORM',
  'ONCE',
  'AS_NEEDED',
  'COORD_AND',
  'ROUTE',
  'DOSE_END',
  'DURATION_LEAD',
  'LATER',
];

/**
 * The quantity of a medicine that begins at a token; null for none.
 * @param hasDose whether its dose is known, so that a number without unit is none
 */
export function doseAt(line: Line, at: number, hasDose: boolean, isChange: boolean): DoseRead | null {
  const combined = hasDose ? null : combinedAt(line, at);
  if (combined !== null) return combined;
  const found = TIMES_SIGNS.has(line.norm(at)) ? null : readQuantity(line, at, isChange);
  const read = found === null ? null : stepOf(found);
  if (read === null || (isChange && isDifference(line, read))) return null;
  if (read.unit === null) return bareDose(line, at, read, hasDose);
  if (NO_DOSES.has(read.unit.base)) return { dose: null, frequency: null, to: read.next };
  return withFrequency(line, read, read.unit, hasDose);
}

/** Of two doses the new one; of more, a dose that is changed in steps, the first. */
function stepOf(read: QuantityRead): QuantityRead {
  const [first, second] = read.earlier;
  return first === undefined || second === undefined ? read : { ...first, next: read.next, earlier: [first] };
}

/** "Increased by 5 mg" and « de 5 mg » say by how much, and not to what. */
function isDifference(line: Line, { from, earlier }: QuantityRead): boolean {
  return earlier.length === 0 && line.match('BY', from - 1) !== undefined;
}

function bareDose(line: Line, at: number, read: QuantityRead, hasDose: boolean): DoseRead | null {
  if (!line.isNumber(at)) return null;
  const factor = TIMES_SIGNS.has(line.norm(read.next)) ? readQuantity(line, read.next + 1) : null;
  // "2 x 500 mg"
  if (factor?.unit && factor.unit.base !== '1') return { dose: null, frequency: null, to: read.next + 1 };
  if (hasDose)
    return line.match('DAY_TIME', read.to) === undefined ? null : { dose: null, frequency: null, to: read.to };
  return isBareDose(line, read) ? { dose: toQuantity(line, read, true), frequency: null, to: read.next } : null;
}

/** Whether a number without unit may be a dose: not where what follows makes it something else. */
function isBareDose(line: Line, { from, to, high }: QuantityRead): boolean {
  if (timeAt(line, to) !== null || isYear(line, from) || high !== null) return false;
  if (frequencyAt(line, to) !== null) return true;
  if (line.match('TIMES', to) !== undefined) return false;
  const next = line.tokens[to];
  if (next?.kind === 'word' && next.breaks === 0) return line.lengthOf(BEHIND, to) > 0;
  return next?.norm !== '%' && next?.norm !== '/';
}

/** "75 mg/j" is a dose and a frequency; "5 mL/h" and "1 mg/kg/j" are doses. */
function withFrequency(line: Line, read: QuantityRead, unit: Unit, hasDose: boolean): DoseRead {
  const period = periodOf(unit);
  if (period === null) {
    const isCombined = read.high !== null && read.high / read.value >= MOST_RANGE;
    return {
      dose: toQuantity(line, isCombined ? { ...read, high: null } : read, true),
      frequency: null,
      to: read.next,
    };
  }
  // "3 /j", « 3 prises/jour »
  const isTimes = unit.base === '1' || (hasDose && unit.base === '{dose}');
  const isApart = unit.slash > read.to;
  const dose = { ...read, unit: isTimes ? null : { ...unit, per: [] }, to: isApart ? read.to : unit.slash };
  const frequency = {
    times: isTimes ? read.value : 1,
    period: period.count,
    unit: period.code as FrequencyRead['unit'],
    from: isTimes ? read.from : unit.slash,
    to: unit.to,
  };
  return { dose: isTimes && !hasDose ? null : toQuantity(line, dose, true), frequency, to: read.next };
}

function periodOf({ per }: Unit): Per | null {
  const [only, ...more] = per;
  if (only === undefined || more.length > 0) return null;
  const isPeriod = /^(?:d|wk|mo)$/.test(only.code) || (only.code === 'h' && only.count > 1);
  return isPeriod ? only : null;
}

/** "500/125 mg": the first of two medicines in one; of "30/500" without unit no dose is known. */
function combinedAt(line: Line, at: number): DoseRead | null {
  const [, first = '', second = ''] = COMBINED.exec(line.norm(at)) ?? [];
  const [value, other] = [numberOf(first, line.language), numberOf(second, line.language)];
  if (value === null || other === null || readQuantity(line, at) !== null || timeAt(line, at + 1) !== null) return null;
  const unit = unitAt(line, at + 1);
  if (unit === null) return bareCombined(line, at, first, other);
  const located = line.located(at, unit.to);
  const dose = { ...located, value, high: null, comparator: null, unit: codeOf(unit, true), component: null };
  return { dose, frequency: null, to: unit.to };
}

/** "1/2 nocte" is a half; of "30/500" and "250/25 2 puffs" no dose is known. */
function bareCombined(line: Line, at: number, first: string, other: number): DoseRead | null {
  const isGoing = readNumber(line, at + 1) !== null || frequencyAt(line, at + 1) !== null;
  const half = isGoing ? fractionOf(line.norm(at)) : null;
  if (half !== null) return { dose: bareQuantity(line, at, at + 1, half), frequency: null, to: at + 1 };
  const isStrength = other > MOST_OVER_TIME || (isGoing && Number(first.replace(',', '.')) >= LEAST_STRENGTH);
  return isStrength ? { dose: null, frequency: null, to: at + 1 } : null;
}
