/** The value behind a measurement: the first quantity on its line that may be one, or a later one of the same measurement. */

import type { Quantity } from '../domain/readings.js';
import { isAccepted, isDifference, isDoseUnit, isPlain, LEADS } from './accepted.js';
import { closeOf, farUnit, unitInBrackets } from './far-unit.js';
import { isLaterOf, laterFrom } from './later.js';
import type { Line } from './line.js';
import { isLed, MOST_UNKNOWN, unknownLength } from './loose.js';
import { pressureAt } from './pressure.js';
import { type QuantityRead, readQuantity, toQuantity } from './quantity.js';
import { scoreAt } from './scale.js';
import { type Measured, type Subject, subjectOf } from './subject.js';
import { totalAt } from './total.js';
import { codeOf, type Unit, unitAt } from './units.js';
import { DAY_OF_MONTH, whenLength } from './when.js';

const SIGNS = new Set([':', '=', '~', '≈', '|', '→', '↑', '↓', '↗', '↘', '*', '"', '_', '…', '>', '@']);
/** Signs that belong to a name: "K+", "T°". */
const NAME_SIGNS = new Set(['+', '°']);
const MOST_SKIPPED = 24;
/** Articles and the like between a name and what says that its value is wished, and words of that. */
const ARTICLES = ['DETERMINER', 'LINK'];
const MOST_ARTICLES = 3;
const MOST_WORDS = 3;
/** No volume that is measured has more litres: "Na 128 L" is low. */
const MOST_LITRES = 20;

/** The values behind a span; two of a blood pressure, else one or none. */
export function readValues(line: Line, kind: Measured): readonly Quantity[] {
  // "CA-125" is a name of its own.
  const isName = line.tokens[line.to]?.joined ?? false;
  if (isName || isWished(line)) return [];
  return new Values(subjectOf(line, kind)).read();
}

/** Whether what stands behind a name is no value of now: "aim for a BP < 130/80", "if K < 3.5". */
function isWished(line: Line): boolean {
  let at = line.from - 1;
  while (line.from - at <= MOST_ARTICLES && line.lengthOf(ARTICLES, at) > 0) at--;
  for (let from = at; from > at - MOST_WORDS; from--) {
    const found = line.match('TARGET', from) ?? line.match('IF', from);
    if (found !== undefined && from + found.length > at) return true;
  }
  return false;
}

class Values {
  private readonly line: Line;
  private isChange = false;
  private hasComma = false;
  private unknown = 0;
  private depth = 0;
  /** A unit that stands before its number: "Hb (g/dl): 10.2". */
  private unit: Unit | null = null;
  private component: string | null = null;

  constructor(
    private readonly subject: Subject,
    private at = subject.line.to,
  ) {
    this.line = subject.line;
  }

  read(): readonly Quantity[] {
    for (let step = 0; step < MOST_SKIPPED && this.at < this.line.tokens.length; step++) {
      const when = whenLength(this.subject, this.at);
      const found = when > 0 ? null : this.here();
      if (found !== null) return this.latest(found);
      const length =
        when || supportLength(this.line, this.at) || this.signLength() || this.wordLength() || this.unknownLength();
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
    const found = readQuantity(line, at, this.isChange);
    if (found === null) return null;
    const read = currentOf(found);
    if (this.unknown > 0 && !isLed(line, subject.kind, this.withUnit(read), this.unknown)) return [];
    const isValue = isAccepted(line, subject.kind, read, this.unit) && !(this.isChange && isDifference(line, read));
    return isValue ? [this.quantity(read)] : [];
  }

  /** What was read, or the last of the values that follow it. */
  private latest(found: readonly Quantity[]): readonly Quantity[] {
    const { line, subject } = this;
    const end = found.at(-1)?.end;
    const from = end === undefined ? -1 : laterFrom(subject, line.behind(end));
    if (from < 0) return found;
    const later = new Values(subject, from).here() ?? [];
    const to = line.behind(later.at(-1)?.end ?? 0);
    if (!isLaterOf(found, later) || (later[0]?.unit === null && !isPlain(line, to))) return found;
    return this.latest(later.map((each, i) => ({ ...each, unit: each.unit ?? found[i]?.unit ?? null })));
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
    if (read.unit !== null && (isSide(line, read) || isDecade(line, read) || isName(line, read)))
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
    const isFirst = norm === ',' && (!this.hasComma || line.isNumber(at + 1));
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

  /** A word that is not known, of which a few are passed over before the first comma. */
  private unknownLength(): number {
    const { line, at, subject } = this;
    if (
      subject.kind === 'finding' ||
      subject.kind === 'unnamed' ||
      this.hasComma ||
      this.depth > 0 ||
      this.unknown >= MOST_UNKNOWN
    )
      return 0;
    const length = unknownLength(line, at);
    if (length > 0) this.unknown++;
    return length;
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
    const read = readQuantity(line, to, this.isChange);
    return ((read?.earlier[0] ?? read)?.next ?? at + length) - at;
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

/** A value of a chain; the one before the arrow where behind it stands what was given: "K 2.9 -> 40 mg". */
function currentOf(read: QuantityRead): QuantityRead {
  const [first] = read.earlier;
  return first !== undefined && read.unit !== null && isDoseUnit(codeOf(read.unit, false))
    ? { ...first, unit: null }
    : read;
}

/** "On 15 L", « sous 4 L/min »: the oxygen under which something is measured, where its value follows. */
function supportLength(line: Line, at: number): number {
  const lead = line.match('SUPPORT', at)?.length ?? 0;
  const read = lead === 0 ? null : readQuantity(line, at + lead);
  if (read?.unit?.base !== 'L') return 0;
  for (let next = read.next; next < line.tokens.length && line.norm(next) !== ','; next++)
    if (line.isNumber(next)) return read.next - at;
  return 0;
}

/** Whether letters behind a number are no unit but the next name of a panel: "4.2 Cl 101", "2.4 Mg 0.8". */
function isName(line: Line, { unit, number }: QuantityRead): boolean {
  const next = /[:=]/.test(line.norm(number + 1)) ? number + 2 : number + 1;
  return (
    unit?.to === number + 1 && /^[A-Z][a-z]$/.test(line.surface(number)) && !line.isGlued(number) && line.isNumber(next)
  );
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
