/** The dose, route, frequency and duration behind a medicine, and what of these stands right before it. */

import type { Dosage, Frequency, Quantity, Route } from '../domain/readings.js';
import { doseAt } from './dose.js';
import { durationAt } from './duration.js';
import { type FrequencyRead, frequencyAt } from './frequency.js';
import type { Line } from './line.js';
import { readNumber } from './numbers.js';
import { bracketLength, isInnerStop, isJoin, isSign, mayPass, passed } from './passing.js';
import { readQuantity } from './quantity.js';

/** Unknown words between a medicine and its first part: "insulin pen 20 units". */
const MOST_UNKNOWN = 2;
/** Words of the reason behind "si": "si douleur intense". */
const MOST_REASON = 3;
/** Tokens before a medicine that may tell of it. */
const BEFORE = 8;
/** What begins a part of a dosage behind the reason of "si". */
/** Words and signs that say nothing of a dosage, before a part that goes on. */
const MOST_FILLERS = 3;
/** What is counted of a medicine, and no dose or patch by its strength. */
const FORM = /^\{(?!dose|patch|pack)[a-z]+\}$/;
/** Words before what is given. */
const GIVEN = ['DOSE_LEAD', 'FUNCTION', 'DURATION_LEAD'];
const PARTS = ['ROUTE', 'DOSE_END', 'DURATION_LEAD'];

/** The dosage of the medicine of a line; null where nothing of it is told. */
export function readDosage(line: Line): Dosage | null {
  const reader = new DosageReader(line);
  reader.readBehind();
  reader.readBefore();
  reader.readOwn();
  return reader.done();
}

class DosageReader {
  private dose: Quantity | null = null;
  private route: Route | null = null;
  private frequency: FrequencyRead | null = null;
  private duration: Quantity | null = null;
  private asNeeded: readonly [number, number] | null = null;
  private isChange = false;
  private unknown = 0;
  private hasUnknown = false;

  constructor(private readonly line: Line) {}

  done(): Dosage | null {
    const frequency = this.frequencyRead();
    const { dose, route, duration } = this;
    if (dose === null && route === null && frequency === null && duration === null) return null;
    return { dose, route, frequency, duration };
  }

  private frequencyRead(): Frequency | null {
    const { line, frequency, asNeeded } = this;
    if (frequency !== null) {
      const { times, period, unit } = frequency;
      const located = line.located(frequency.from, frequency.to);
      return { ...located, times, period, period_unit: unit, as_needed: asNeeded !== null };
    }
    if (asNeeded === null) return null;
    return { ...line.located(...asNeeded), times: null, period: null, period_unit: null, as_needed: true };
  }

  readBehind(): void {
    const { line } = this;
    let at = line.to;
    while (at < line.tokens.length) {
      const next = this.partAt(at) || this.fillerAt(at);
      if (next <= at) return;
      at = next;
    }
  }

  /** The route that the name ends with: "paracetamol IV", "fentanyl patch". */
  readOwn(): void {
    const { line } = this;
    for (let at = line.from + 1; at < line.to && this.route === null; at++) {
      const found = line.match('ROUTE', at);
      if (found !== undefined && at + found.length === line.to) this.routeAt(at);
    }
  }

  /** "40 mg of furosemide", "IV furosemide". */
  readBefore(): void {
    const { line } = this;
    for (let from = Math.max(0, line.from - BEFORE); from < line.from; from++) {
      if (!this.mayBegin(from)) continue;
      const before = new DosageReader(line);
      const hasOf = before.readTo(from, line.from);
      if (hasOf === null) continue;
      this.take(before, hasOf || from === 0 || this.isGiven(from));
      return;
    }
  }

  /** Reads tokens that are parts of a dosage and "of" only; whether an "of" is among them, null where another token is. */
  private readTo(from: number, to: number): boolean | null {
    let hasOf = false;
    let at = from;
    while (at < to) {
      const part = this.partAt(at);
      if (part === 0 && this.line.match('OF', at) === undefined) return null;
      hasOf ||= part === 0;
      at = part || at + 1;
    }
    return at === to ? hasOf : null;
  }

  /** Whether what begins at a token before the medicine is not in the middle of what is told of another. */
  private mayBegin(from: number): boolean {
    const { line } = this;
    const before = line.tokens[from - 1];
    if (before === undefined) return true;
    if (before.kind === 'number' || readQuantity(line, from - 1) !== null) return false;
    return from < 2 || readQuantity(line, from - 2)?.next !== from;
  }

  /** Whether a word before what stands before the medicine says that it is given: "received 10 mg IV metoclopramide". */
  private isGiven(from: number): boolean {
    return this.dose === null && this.line.lengthOf(GIVEN, from - 1) > 0;
  }

  private take(before: DosageReader, isOwn: boolean): void {
    this.route ??= before.route;
    if (before.dose === null) this.duration ??= before.duration;
    this.asNeeded ??= before.asNeeded;
    if (before.dose === null) this.frequency ??= before.frequency;
    if (this.dose !== null || !isOwn) return;
    this.dose = before.dose;
    this.frequency ??= before.frequency;
    this.duration ??= before.duration;
  }

  /** Reads the part that begins at a token; the token behind it, 0 where none begins. */
  private partAt(at: number): number {
    return this.needAt(at) || this.durationAt(at) || this.routeAt(at) || this.frequencyAt(at) || this.doseAt(at);
  }

  private needAt(at: number): number {
    const { line } = this;
    const found = line.match('AS_NEEDED', at);
    if (found === undefined) return 0;
    let to = at + found.length;
    const isReason = line.match('IF', at)?.length === found.length;
    // "Consider amiodarone if rate > 130" says nothing of how it is taken.
    if (isReason && !this.isTold()) return 0;
    this.asNeeded ??= [at, to];
    if (!isReason) return to;
    while (to < at + found.length + MOST_REASON && line.isWord(to) && !this.begins(to)) to++;
    const isLimit = line.norm(to) === '>' || line.norm(to) === '≥';
    return isLimit ? (readQuantity(line, to)?.next ?? to) : to;
  }

  private isTold(): boolean {
    return this.dose !== null || this.route !== null || this.frequency !== null;
  }

  private begins(at: number): boolean {
    return frequencyAt(this.line, at) !== null || this.line.lengthOf(PARTS, at) > 0;
  }

  private durationAt(at: number): number {
    const found = durationAt(this.line, at, this.dose !== null || this.frequency !== null);
    if (found === null) return 0;
    this.duration ??= found.duration;
    return found.to;
  }

  private routeAt(at: number): number {
    const found = this.line.match('ROUTE', at);
    if (found === undefined || this.isPreposition(at, found.length)) return 0;
    const to = at + found.length;
    this.route ??= { ...this.line.located(at, to), code: found.value };
    return to;
  }

  /** "IN" is a route, "in" is none. */
  private isPreposition(at: number, length: number): boolean {
    const written = this.line.surface(at);
    return length === 1 && this.line.match('LINK', at) !== undefined && written !== written.toUpperCase();
  }

  private frequencyAt(at: number): number {
    const found = frequencyAt(this.line, at);
    if (found === null) return 0;
    this.frequency ??= found;
    return found.to;
  }

  private doseAt(at: number): number {
    const found = doseAt(this.line, at, this.dose !== null, this.isChange);
    // "Warfarin INR 2.5"
    if (found === null || (found.dose?.unit === null && this.hasUnknown)) return 0;
    this.dose = takenOf(this.dose, found.dose);
    this.frequency ??= found.frequency;
    return found.to;
  }

  /** Passes over what says nothing of the dosage; 0 where reading ends. */
  private fillerAt(at: number): number {
    const { line } = this;
    const bracket = bracketLength(line, at);
    if (bracket > 0 && !this.isGoing(at + 1)) return at + bracket;
    const length = passed(line, at);
    if (length < 0) return 0;
    const renewed = this.newDose(at);
    if (renewed > 0) return renewed;
    const change = line.match('CHANGE', at);
    if (change !== undefined) {
      this.isChange = true;
      return at + change.length;
    }
    if (length > 0) return at + length;
    if (isInnerStop(line, at)) return at + 1;
    return isJoin(line, at) ? this.joinAt(at) : this.otherAt(at);
  }

  /** "Reduced from 10 mg od to 5 mg od": the new dose takes the place of the first. */
  private newDose(at: number): number {
    const { line } = this;
    const range = this.isChange && this.dose !== null ? (line.match('RANGE', at)?.length ?? 0) : 0;
    const found = range === 0 ? null : doseAt(line, at + range, false, false);
    if (found?.dose?.unit !== this.dose?.unit || !found?.dose) return 0;
    this.dose = found.dose;
    this.frequency = found.frequency;
    return found.to;
  }

  private joinAt(at: number): number {
    if (this.line.norm(at) === ',') this.unknown = MOST_UNKNOWN;
    return this.isGoing(at + 1) ? at + 1 : 0;
  }

  private otherAt(at: number): number {
    const { line } = this;
    // "One (1) tablet"
    const written = this.dose === null ? 0 : (line.match('NUMBER', at)?.length ?? 0);
    if (written > 0 && line.norm(at + written) === '(' && line.norm(at + written + 2) === ')') return at + written + 3;
    // "500 mg capsules, one three times a day"
    const count = this.dose !== null && line.isWord(at) ? readNumber(line, at) : null;
    if (count !== null && frequencyAt(line, count.to) !== null) return count.to;
    // "40 mg 1 le matin"
    if (line.isNumber(at)) return line.isNumber(at + 1) || this.dose === null ? 0 : at + 1;
    const isEarly = this.dose === null && this.frequency === null && this.unknown < MOST_UNKNOWN;
    this.hasUnknown = true;
    this.unknown++;
    return isEarly && mayPass(line, at) ? at + 1 : 0;
  }

  /** Whether a part of the dosage goes on at a token, behind a comma or "and". */
  private isGoing(at: number): boolean {
    const { line } = this;
    const next = isSign(line, at) ? at + 1 : at;
    const probe = new DosageReader(line);
    probe.dose = this.dose;
    probe.frequency = this.frequency;
    if (line.tokens[next]?.breaks !== 0) return false;
    const count = this.dose === null ? null : readNumber(line, next);
    if (count !== null && frequencyAt(line, count.to) !== null) return true;
    // ", comprimé : 1 comprimé par jour"
    for (let [from, step] = [next, 0]; step <= MOST_FILLERS; step++) {
      if (probe.partAt(from) > 0) return true;
      const length = passed(line, from) || Number(step > 0 && line.norm(from) === ',');
      if (length <= 0) return false;
      from += length;
    }
    return false;
  }
}

/** Of a strength and a count of forms what is taken is the count: "5 mg 2 tabs", "850 : 1 cp"; one form of "40 mg" is 40 mg. */
function takenOf(known: Quantity | null, next: Quantity | null): Quantity | null {
  if (known === null || next === null) return known ?? next;
  const isCount = FORM.test(next.unit ?? '') && !FORM.test(known.unit ?? '') && !known.unit?.includes('/');
  return isCount && (known.unit === null || next.value !== 1 || next.high !== null) ? next : known;
}
