/** Whether a quantity behind a span is its value. */

import type { Line } from './line.js';
import { isYear } from './numbers.js';
import type { QuantityRead } from './quantity.js';
import type { Measured } from './subject.js';
import { timeAt, type Unit } from './units.js';
import { isFlag } from './when.js';

/** Classes of words that lead to a value. */
export const LEADS = [
  'VALUE_LEAD',
  'AMOUNT_LEAD',
  'COPULA',
  'RESULT',
  'DATE_LEAD',
  'MONTH_LEAD',
  'DETERMINER',
  'DAY_TIME',
  'QUALIFIER',
  'SIDE',
  'PART',
];
/** Classes of words behind a number without unit that leave it a value. */
const BEHIND = [...LEADS, 'LINK', 'FUNCTION', 'COORD_AND', 'THEN', 'AGO', 'CHANGE', 'TARGET', 'OVER'];
/** "BP on 3 drugs", « 3 lésions ». */
const PLURAL = /\p{L}{2}[sx]$/u;
const LONG = /^(?:d|wk|mo|a)$/;
/** Units of a size, an amount or a time, which is no value of a finding: "nodule 8 mm". */
const SIZES = new Set(['mm', 'cm', 'm', 'mm2', 'cm2', 'mm3', 'cm3', 'L', 'mL', 'g', 'mg', 'ug', 'kg', 's', 'ms']);
/** Units of what is given, and of hardly anything that is measured. */
const GIVEN = /^(?:g|mg|ug|U|\[IU\]|\{(?!pack_years).*)$/;
const DOSE = /^(?:g|mg|ug|mL|L|U|\[IU\]|\{.*)$/;
const VOLUMES = new Set(['L', 'dL', 'uL']);
const SMALL_MASSES = new Set(['ug', 'ng', 'pg', 'nmol', 'umol']);

/** @param before the unit that stands before the number; null for none */
export function isAccepted(line: Line, kind: Measured, read: QuantityRead, before: Unit | null): boolean {
  const unit = read.unit ?? before;
  if (unit === null && read.inner === null) return isBareAccepted(line, kind, read);
  if (unit === null) return kind !== 'substance';
  if (kind === 'substance') return isLevel(unit);
  if ((unit.base.startsWith('{') && unit.base !== '{pack_years}') || (unit.base === '[ft_i]' && line.isNumber(read.to)))
    return false;
  if (kind === 'unnamed') return !GIVEN.test(unit.base) || isRate(unit);
  if (kind === 'finding') return isRate(unit) || unit.base === 'ms' || !SIZES.has(unit.base);
  return kind === 'observable' || unit.base !== '1' || isRate(unit);
}

/** Whether a unit tells a measurement by itself, behind words that are not known: "CT shows a stenosis of 70 %" has none. */
export function isMeasuredUnit(unit: Unit, kind: Measured): boolean {
  if (kind === 'substance') return isLevel(unit);
  if (unit.base.startsWith('{')) return false;
  return (
    isRate(unit) ||
    (kind === 'observable' ? unit.base === 'g' || !GIVEN.test(unit.base) : !SIZES.has(unit.base) && unit.base !== '%')
  );
}

/** Whether a UCUM code is the unit of something given: "40 mg", "2 U". */
export function isDoseUnit(code: string): boolean {
  return DOSE.test(code);
}

/** "Down 3 kg", « diminué de 2 points »: by how much, and not to what. */
export function isDifference(line: Line, { from, earlier }: QuantityRead): boolean {
  return earlier.length === 0 && line.lengthOf(['CHANGE', 'BY', 'OF'], from - 1) > 0;
}

/** Whether nothing behind a number without unit counts what it is a number of: "then 2 CGR". */
export function isPlain(line: Line, to: number): boolean {
  const next = line.tokens[to];
  if (next === undefined || next.breaks > 0 || next.kind !== 'word' || isFlag(line, to))
    return timeAt(line, to) === null;
  return timeAt(line, to) === null && line.lengthOf(['LATER', ...BEHIND], to) > 0;
}

function isBareAccepted(line: Line, kind: Measured, read: QuantityRead): boolean {
  if (kind === 'finding' || kind === 'substance' || (kind === 'unnamed' && !isTold(line, read))) return false;
  return line.isNumber(read.number - 1) && !isYear(line, read.from) && endsWell(line, kind, read);
}

/** Whether a number without unit is no count, room or bed: "SUVmax 6.2", "NEWS2 = 7". */
function isTold(line: Line, { from, value, high, comparator }: QuantityRead): boolean {
  return !Number.isInteger(value) || (high === null && (comparator !== null || line.norm(from - 1) === '='));
}

/** Whether what stands behind a bare number leaves it a value: "CT 3 lesions", "ECG 12 leads" do not. */
function endsWell(line: Line, kind: Measured, { to, value, comparator }: QuantityRead): boolean {
  const next = line.tokens[to];
  if (next === undefined || next.breaks > 0 || isFlag(line, to)) return true;
  if (isPartOfWord(line, to)) return false;
  if (timeAt(line, to) !== null || /^h(?:\d\d)?$/.test(line.norm(to))) return false;
  const isSure = !Number.isInteger(value) || comparator !== null;
  if (isSure) return true;
  if (line.match('TIMES', to) !== undefined || isListed(line, to)) return false;
  if (next.kind !== 'word' || line.lengthOf(BEHIND, to) > 0 || /^[hl]$/.test(next.norm)) return true;
  return next.capital || (kind === 'observable' && !PLURAL.test(next.norm));
}

/** "3+", "3T", "12-lead", "5'10": what is glued to digits makes them something else. */
function isPartOfWord(line: Line, at: number): boolean {
  if (line.tokens[at]?.joined) return true;
  if (!line.isGlued(at)) return false;
  return line.isWord(at)
    ? line.norm(at).length <= 2 && line.lengthOf(BEHIND, at) === 0
    : line.norm(at) === "'" || (line.norm(at) === '+' && !line.isNumber(at + 1));
}

/** "2) K": the number of a list. */
function isListed(line: Line, at: number): boolean {
  if (line.norm(at) !== ')') return false;
  for (let open = at - 1; open >= line.to; open--) if (line.norm(open) === '(') return false;
  return true;
}

/** Whether a unit is that of a level in blood: "mg/ml" is what a solution has of its drug. */
function isLevel({ base, per }: Unit): boolean {
  const over = per.length === 1 && per[0]?.count === 1 ? per[0].code : '';
  return VOLUMES.has(over) || (over === 'mL' && SMALL_MASSES.has(base));
}

/** Whether a unit is over something, and not over days or weights, as doses are. */
function isRate({ per }: Unit): boolean {
  return per.length > 0 && !per.some(({ code }) => LONG.test(code) || code === 'kg');
}
