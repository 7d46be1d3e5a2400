/** The value behind a measurement: the first quantity on its line, with nothing between that is not known to lead to it. */

import type { Quantity } from '../domain/readings.js';
import { isAccepted, isDifference, LEADS } from './accepted.js';
import { closeOf, farUnit, unitInBrackets } from './far-unit.js';
import type { Line } from './line.js';
import { pressureAt } from './pressure.js';
import { type QuantityRead, readQuantity, toQuantity } from './quantity.js';
import { scoreAt } from './scale.js';
import { type Measured, type Subject, subjectOf } from './subject.js';
import { totalAt } from './total.js';
import { type Unit, unitAt } from './units.js';
import { DAY_OF_MONTH, whenLength } from './when.js';

const SIGNS = new Set([':', '=', '~', '≈', '|', '→', '↑', '↓', '↗', '↘', '*', '"', '_', '…', '>']);
/** Signs that belong to a name: "K+", "T°". */
const NAME_SIGNS = new Set(['+', '°']);
const MOST_SKIPPED = 24;
/** No volume that is measured has more litres: "Na 128 L" is low. */
const MOST_LITRES = 20;

/** The values behind a span; two of a blood pressure, else one or none. */
export function readValues(line: Line, kind: Measured): readonly Quantity[] {
  // "CA-125" is a name of its own.
  const isName = line.tokens[line.to]?.joined ?? false;
  if (isName || line.match('TARGET', line.from - 1) !== undefined) return [];
  return new Values(subjectOf(line, kind)).read();
}

class Values {
  private readonly line: Line;
  private at: number;
  private isChange = false;
  private hasComma = false;
  private depth = 0;
  /** A unit that stands before its number: "Hb (g/dl): 10.2". */
  private unit: Unit | null = null;
  private component: string | null = null;

  constructor(private readonly subject: Subject) {
    this.line = subject.line;
    this.at = this.line.to;
  }

  read(): readonly Quantity[] {
    for (let step = 0; step < MOST_SKIPPED && this.at < this.line.tokens.length; step++) {
      const when = whenLength(this.subject, this.at);
      const found = when > 0 ? null : this.here();
      if (found !== null) return found;
      const length = when || this.signLength() || this.wordLength();
      if (length <= 0) return [];
      this.at += length;
    }
    return [];
  }

  /** The values that begin at the token; an empty list where a number stands that is none; null where reading goes on. */
  private here(): readonly Quantity[] | null {
    const { line, at, subject } = this;
    const isArrow = line.norm(at) === '>' && line.norm(at - 1) === '-';
    if (isArrow || (line.norm(at) === 'x' && at === line.to)) return null;
    const pressure = pressureAt(line, at, subject.pressure);
    if (pressure !== null) return subject.kind === 'substance' ? [] : pressure;
    const score = totalAt(subject, at) ?? scoreAt(line, at, subject.scale, subject.kind);
    if (score !== null) return [score];
    const read = readQuantity(line, at, this.isChange);
    if (read === null) return null;
    const isValue = isAccepted(line, subject.kind, read, this.unit) && !(this.isChange && isDifference(line, read));
    return isValue ? [this.quantity(read)] : [];
  }

  private quantity(read: QuantityRead): Quantity {
    const { line, subject } = this;
    const quantity = asEnzyme(toQuantity(line, this.signed(this.withUnit(read)), false), subject);
    if (subject.pressure === undefined || subject.pressure === 'mean' || this.component === 'mean') return quantity;
    const component = (this.component ?? subject.pressure) === 'diastolic' ? 'diastolic' : 'systolic';
    return { ...quantity, unit: quantity.unit ?? 'mm[Hg]', component };
  }

  /** "T-score -2.5" */
  private signed(read: QuantityRead): QuantityRead {
    const { line, at } = this;
    const isNegative = at > line.to && line.norm(at - 1) === '-' && line.isGlued(at) && !line.isGlued(at - 1);
    return isNegative ? { ...read, value: -read.value, from: read.from - 1 } : read;
  }

  /** A quantity with its unit, which may stand elsewhere; without what only looks like one. */
  private withUnit(read: QuantityRead): QuantityRead {
    const { line } = this;
    if (read.unit !== null && (isSide(line, read) || isDecade(line, read)))
      return { ...read, unit: null, to: read.number };
    if (read.unit !== null || read.inner !== null) return read;
    return { ...read, unit: this.unit ?? farUnit(line, read.to) };
  }

  /** How many tokens at a place are signs that do not end reading; 0 for none. */
  private signLength(): number {
    const { line, at } = this;
    const norm = line.norm(at);
    if (closeOf(line, at) > 0) return this.bracketLength(closeOf(line, at));
    if (norm === ')' || norm === ']') return this.depth-- > 0 ? 1 : 0;
    if (SIGNS.has(norm)) return 1;
    if (NAME_SIGNS.has(norm)) return Number(line.isGlued(at) || at === line.to);
    if (norm === '-') return Number(line.norm(at + 1) !== '-');
    if (norm === '.') return Number(isLeader(line, at));
    const isFirst = norm === ',' && !this.hasComma;
    this.hasComma ||= isFirst;
    return Number(isFirst);
  }

  private wordLength(): number {
    const { line, at } = this;
    const target = line.match('TARGET', at);
    if (target !== undefined) return this.targetLength(target.length);
    const change = line.match('CHANGE', at);
    this.isChange ||= change !== undefined;
    const pressure = this.subject.pressure === undefined ? undefined : line.match('PRESSURE', at);
    if (pressure !== undefined) this.component = pressure.value;
    const known = change ?? pressure;
    return known?.length ?? (this.unitLength() || line.lengthOf(LEADS, at));
  }

  /** A unit right before its number: "Hb g/dl 10.2". */
  private unitLength(): number {
    const { line, at } = this;
    const unit = line.isNumber(at) ? null : unitAt(line, at);
    if (unit === null || (unit.per.length === 0 && unit.base !== '%')) return 0;
    if (!line.isNumber(line.norm(unit.to) === ':' ? unit.to + 1 : unit.to)) return 0;
    this.unit = unit;
    return unit.to - at;
  }

  /** What a value ought to be, with its number, is none: "target 2-3, today 3.4". */
  private targetLength(length: number): number {
    const { line, at, subject } = this;
    let to = at + length;
    const lead = () => Number(SIGNS.has(line.norm(to))) || line.lengthOf(LEADS, to);
    while (lead() > 0) to += lead();
    if (pressureAt(line, to, subject.pressure) !== null) return to + 1 - at;
    return (readQuantity(line, to)?.next ?? at + length) - at;
  }

  /** A bracket with a unit, a date, a range or no number is passed over; one with a value is entered. */
  private bracketLength(close: number): number {
    const { line, at } = this;
    const unit = unitInBrackets(line, at);
    this.unit = unit ?? this.unit;
    if (unit !== null || this.isPassed(close)) return close + 1 - at;
    this.depth++;
    return 1;
  }

  private isPassed(close: number): boolean {
    const { line, at, subject } = this;
    if (line.match('TARGET', at + 1) !== undefined || isRange(line, at + 1, close)) return true;
    const numbers = line.tokens.slice(at + 1, close).filter(({ kind }) => kind === 'number');
    if (!numbers.every(({ norm }) => DAY_OF_MONTH.test(norm))) return false;
    const score = numbers.length === 0 ? null : scoreAt(line, at + 1, subject.scale, subject.kind);
    return score === null && pressureAt(line, at + 1, subject.pressure) === null;
  }
}

/** Of an enzyme a French « UI » is the unit of its activity. */
function asEnzyme(quantity: Quantity, { isEnzyme }: Subject): Quantity {
  const isActivity = isEnzyme && quantity.unit === '[IU]/L' && quantity.text.includes('UI');
  return isActivity ? { ...quantity, unit: 'U/L' } : quantity;
}

/** Whether a full stop ends nothing: of a name in short, of a row of dots. */
function isLeader(line: Line, at: number): boolean {
  return at === line.to || line.norm(at - 1) === '.' || line.norm(at + 1) === '.' || line.isGlued(at + 1);
}

/** Whether the letter behind a number is no litre: "128 L" is low, "0.62 L, 0.94 R" left. */
function isSide(line: Line, { unit, value, number, to }: QuantityRead): boolean {
  if (unit?.base !== 'L' || unit.per.length > 0 || line.surface(number) !== 'L') return false;
  const other = line.isNumber(to) ? to : to + 1;
  return value > MOST_LITRES || (line.isNumber(other) && line.surface(other + 1) === 'R');
}

/** "In the 90s" */
function isDecade(line: Line, { unit, value, number }: QuantityRead): boolean {
  return (
    unit?.base === 's' &&
    unit.per.length === 0 &&
    value % 10 === 0 &&
    value > 0 &&
    line.surface(number) === 's' &&
    line.isGlued(number)
  );
}

/** Whether brackets hold the range that a value behind them ought to be in: "K [3.5-5.3] 5.9". */
function isRange(line: Line, from: number, close: number): boolean {
  const hasDash = line.norm(from).includes('-') || (line.norm(from + 1) === '-' && line.isNumber(from + 2));
  return hasDash && close - from <= 3 && line.isNumber(SIGNS.has(line.norm(close + 1)) ? close + 2 : close + 1);
}
