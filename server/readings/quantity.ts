/** A quantity: comparator, number or range, unit. */

import type { Quantity } from '../domain/readings.js';
import type { Line } from './line.js';
import { readNumber } from './numbers.js';
import { codeOf, type Unit, unitAt } from './units.js';

export type Comparator = NonNullable<Quantity['comparator']>;

/** A quantity in the tokens [from, to). */
export interface QuantityRead {
  readonly value: number;
  readonly high: number | null;
  readonly comparator: Comparator | null;
  readonly unit: Unit | null;
  /** The unit that stands inside the number; null where none does. */
  readonly inner: string | null;
  readonly from: number;
  /** Behind its number. */
  readonly number: number;
  readonly to: number;
  /** Where reading goes on. */
  readonly next: number;
  /** The ones that it came from, "40" of "40 -> 80 mg", with the same unit. */
  readonly earlier: readonly QuantityRead[];
}

const COMPARATORS: Readonly<Record<string, Comparator>> = {
  '<': '<',
  '>': '>',
  '≤': '<=',
  '≥': '>=',
  less: '<',
  'at most': '<=',
  more: '>',
  'at least': '>=',
};
const ARROWS = new Set(['→', '>', '➔', '⇒', '➡']);

/** "40 ± 5 %", "40 +/- 5 %": how far a value may be from the real one. */
const SPREAD = /^(?:±|\+\/?-)$/;

/**
 * The quantity that begins at a token; null for none. Of several that follow one another, "40 -> 80 mg", it is the last.
 * @param isChange whether "40 to 80" tells two of them, and no range
 */
export function readQuantity(line: Line, at: number, isChange = false): QuantityRead | null {
  const sign = comparatorAt(line, at);
  const isBetween = sign === null && line.match('BETWEEN', at) !== undefined;
  const one = oneAt(line, sign?.to ?? (isBetween ? at + 1 : at));
  if (one === null) return null;
  const read = { ...one, comparator: sign?.comparator ?? null, from: at };
  const second = secondOf(line, read.to, isBetween);
  if (second === null) return read;
  const { read: other } = second;
  // « 1,32 g/l à deux reprises »
  if (second.isRange && read.unit !== null && other.unit === null && !line.isNumber(other.from)) return read;
  const isRange = second.isRange && !isChange && read.high === null && other.value > read.value && isAlike(read, other);
  if (isRange)
    return {
      ...other,
      value: read.value,
      high: other.value,
      comparator: read.comparator,
      unit: other.unit ?? read.unit,
      inner: other.inner ?? read.inner,
      from: at,
    };
  return second.isRange && !isChange ? read : lastOf(line, read, other);
}

/** The last of quantities of one kind, one after the other; a unit that stands once is that of all. */
function lastOf(line: Line, first: QuantityRead, second: QuantityRead): QuantityRead {
  const all = [first];
  for (let next: QuantityRead | undefined = second; next !== undefined && isAlike(all.at(-1), next); ) {
    all.push(next);
    const found: Second | null = secondOf(line, next.to, false);
    next = found === null || found.isRange ? undefined : found.read;
  }
  const { unit, inner } = all.findLast(({ unit, inner }) => unit !== null || inner !== null) ?? first;
  const shared = all.map((each) => (each.unit === null && each.inner === null ? { ...each, unit, inner } : each));
  return { ...(shared.at(-1) ?? first), earlier: shared.slice(0, -1) };
}

/** Whether the units of two quantities leave them values of one thing: "7.9 g/dL → 2u" are not. */
function isAlike(one: QuantityRead | undefined, other: QuantityRead): boolean {
  if (!one?.unit || other.unit === null) return true;
  return codeOf(one.unit, false) === codeOf(other.unit, false);
}

/** A number with its unit. */
function oneAt(line: Line, at: number): QuantityRead | null {
  const number = readNumber(line, at);
  if (number === null) return null;
  const { value, high, inner } = number;
  const unit = inner === null && line.tokens[number.to]?.breaks === 0 ? unitAt(line, number.to) : null;
  // "37°8C": the letter of the degrees belongs to them.
  const tail = inner !== null && line.norm(number.to) === 'c' ? number.to + 1 : number.to;
  const spread = unit === null && inner === null ? spreadAt(line, number.to) : null;
  const [to, next] = [spread?.to ?? unit?.to ?? tail, spread?.next ?? unit?.next ?? tail];
  return {
    value,
    high,
    comparator: null,
    unit: spread?.unit ?? unit,
    inner,
    from: at,
    number: tail,
    to,
    next,
    earlier: [],
  };
}

/** The number behind "±", whose unit is that of the one before. */
function spreadAt(line: Line, at: number): QuantityRead | null {
  for (let length = 1; length <= 3; length++) {
    const sign = Array.from({ length }, (_, i) => line.norm(at + i)).join('');
    if (SPREAD.test(sign) && line.isNumber(at + length)) return oneAt(line, at + length);
  }
  return null;
}

/** The quantity as it is answered. */
export function toQuantity(line: Line, read: QuantityRead, isMedicine: boolean): Quantity {
  const unit = read.inner ?? (read.unit === null ? null : codeOf(read.unit, isMedicine));
  return {
    ...line.located(read.from, read.to),
    value: read.value,
    high: read.high,
    comparator: read.high === null ? read.comparator : null,
    unit: unit === '' ? null : unit,
    component: null,
  };
}

/** A comparator at a token, in signs or words. */
function comparatorAt(line: Line, at: number): { readonly comparator: Comparator; readonly to: number } | null {
  const sign = COMPARATORS[line.norm(at)];
  if (sign !== undefined && !line.isWord(at)) {
    const isOrEqual = line.norm(at + 1) === '=';
    const comparator = isOrEqual ? (`${sign.charAt(0)}=` as Comparator) : sign;
    return { comparator, to: at + (isOrEqual ? 2 : 1) };
  }
  if (line.norm(at) === '=' && (line.norm(at + 1) === '<' || line.norm(at + 1) === '>'))
    return { comparator: `${line.norm(at + 1)}=` as Comparator, to: at + 2 };
  const word = line.match('COMPARATOR', at);
  const comparator = COMPARATORS[word?.value ?? ''];
  return word === undefined || comparator === undefined ? null : { comparator, to: at + word.length };
}

/** The second number of a range or of a change. */
function secondOf(line: Line, at: number, isBetween: boolean): Second | null {
  if (line.tokens[at]?.breaks !== 0) return null;
  const isArrow = line.norm(at) === '-' && line.norm(at + 1) === '>';
  const arrow = isArrow ? 2 : Number(ARROWS.has(line.norm(at)));
  if (arrow > 0) return asSecond(line, at + arrow, false);
  const range = line.match('RANGE', at)?.length ?? 0;
  if (range > 0) return asSecond(line, at + range, true);
  const isJoin = line.norm(at) === '-' || (isBetween && line.match('COORD_AND', at) !== undefined);
  return isJoin ? asSecond(line, at + 1, true) : null;
}

interface Second {
  readonly read: QuantityRead;
  readonly isRange: boolean;
}

function asSecond(line: Line, at: number, isRange: boolean): Second | null {
  const read = line.isNumber(at) || line.isWord(at) ? oneAt(line, at) : null;
  // "14 mmol/L à 18h"
  const isTime = read !== null && /^h(?:\d\d)?$/.test(line.norm(read.number));
  return read === null || read.high !== null || isTime ? null : { read, isRange };
}
