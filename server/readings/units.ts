/** Units behind a number, as UCUM codes: symbols, words of the lexicon, powers of ten, and what they are over. */

import type { Line } from './line.js';
import { pairOf, symbolOf } from './symbols.js';

export type TimeUnit = 'min' | 'h' | 'd' | 'wk' | 'mo' | 'a';

/** What a unit is over: 24 h, 1.73 m2. */
export interface Per {
  readonly count: number;
  readonly code: string;
}

/** A unit in its parts; tokens up to `to` are its words. */
export interface Unit {
  /** UCUM code of what stands before any slash; "1" where nothing does. */
  readonly base: string;
  readonly per: readonly Per[];
  /** Token of the first slash; `to` where there is none. */
  readonly slash: number;
  readonly to: number;
  /** Where reading goes on: behind the second medicine of a fixed combination, "1 g/125 mg". */
  readonly next: number;
}

interface Atom {
  readonly code: string;
  readonly to: number;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const POWER = /^(?:[1-9]|1[0-2])$/;
const TIMES_SIGNS = new Set(['x', '×', '*', '·', '.']);
const MASSES = new Set(['g', 'mg', 'ug', 'U', '[IU]']);
/** What letters before "/L" count, and nothing without. */
const COUNTS: Readonly<Record<string, string | null>> = { '10*3': null, '10*6': null, '10*9': 'g', '10*12': null };
/** Letters that are degrees behind a number. */
const DEGREES: Readonly<Record<string, string>> = { C: 'Cel', F: '[degF]' };
const BODY_AREA = 1.73;
const MOST_OVER = 3;

/** The unit that begins at a token; null for none. */
export function unitAt(line: Line, at: number): Unit | null {
  if (line.tokens[at] === undefined) return null;
  const power = counted(line, powerAt(line, at));
  const isOver = line.norm(at) === '/' || (line.match('PER', at)?.length ?? 0) > 0;
  const atom = power ?? atomAt(line, at) ?? (isOver ? { code: '1', to: at } : null);
  if (atom === null) return null;
  const { per, to, next } = overs(line, atom);
  const base = per.length > 0 || power !== null ? atom.code : aloneOf(atom.code);
  return base === null ? null : { base, per, slash: atom.to, to, next };
}

/** What a power of ten counts says nothing: "10^5 copies/mL". */
function counted(line: Line, power: Atom | null): Atom | null {
  const word = power === null ? undefined : line.match('UNIT_CODE', power.to);
  return power !== null && word?.value === '1' ? { ...power, to: power.to + word.length } : power;
}

/** What a unit means with nothing that it is over; null where that is nothing. */
function aloneOf(code: string): string | null {
  if (code === '1') return null;
  return code in COUNTS ? (COUNTS[code] ?? null) : code;
}

function overs(line: Line, atom: Atom): { readonly per: readonly Per[]; readonly to: number; readonly next: number } {
  const per: Per[] = [];
  let to = atom.to;
  while (per.length < MOST_OVER) {
    const over = perAt(line, to);
    // "25 µg/h /72h" is a rate and how often.
    if (over === null || (per.length > 0 && (line.tokens[to]?.spaces ?? 0) > 0)) break;
    // "1 g/125 mg" is two medicines in one.
    if (MASSES.has(atom.code) && MASSES.has(over.code) && over.count !== 1) return { per, to, next: over.to };
    per.push(over);
    to = over.to;
  }
  return { per, to, next: to };
}

/** The UCUM code of a unit; of a medicine a "unit" is an international one. */
export function codeOf({ base, per }: Pick<Unit, 'base' | 'per'>, isMedicine: boolean): string {
  const over = per
    .filter(({ code }) => code !== '{dose}')
    .map(({ count, code }) => {
      if (count === 1) return `/${code}`;
      return count === BODY_AREA ? '/{1.73_m2}' : `/(${count}.${code})`;
    })
    .join('');
  return `${baseOf(base, isMedicine)}${over}`;
}

function baseOf(base: string, isMedicine: boolean): string {
  if (base === '1') return '';
  return base === 'U' && isMedicine ? '[IU]' : base;
}

/** A unit of time at a token, and the token behind it; null for none. */
export function timeAt(line: Line, at: number): { readonly unit: TimeUnit; readonly to: number } | null {
  const found = line.match('UNIT', at);
  if (found === undefined || found.word.startsWith('/')) return null;
  const unit = timeUnit(Number(found.value));
  return unit === null ? null : { unit, to: at + found.length + Number(isStop(line, at + found.length)) };
}

/** The full stop of a unit in short: "7 jrs. puis". */
function isStop(line: Line, at: number): boolean {
  const next = line.tokens[at + 1];
  return line.norm(at) === '.' && line.isGlued(at) && next !== undefined && !next.capital;
}

function timeUnit(days: number): TimeUnit | null {
  if (days < 0.005) return 'min';
  if (days < 0.5) return 'h';
  const units: Readonly<Record<number, TimeUnit>> = { 1: 'd', 7: 'wk', 30: 'mo', 365: 'a' };
  return units[days] ?? null;
}

/** What a unit is over, from its slash or "per" on. */
function perAt(line: Line, at: number): (Per & { readonly to: number }) | null {
  const over = line.norm(at) === '/' ? 1 : (line.match('PER', at)?.length ?? 0);
  if (over === 0 || line.tokens[at]?.breaks !== 0) return null;
  const digits = line.isNumber(at + over) ? line.norm(at + over).replace(',', '.') : '';
  const isCounted = /^\d+(?:\.\d+)?$/.test(digits);
  const count = isCounted ? Number(digits) : 1;
  const unit = isCounted ? at + over + 1 : at + over;
  const found = timeOrAtom(line, unit);
  if (count === BODY_AREA && found?.code !== 'm2') return { count, code: 'm2', to: unit };
  return found === null || found.code === '1' ? null : { count, ...found };
}

function timeOrAtom(line: Line, at: number): Atom | null {
  const time = timeAt(line, at);
  return time === null ? atomAt(line, at) : { code: time.unit, to: time.to };
}

/** A word or symbol of a unit. */
function atomAt(line: Line, at: number): Atom | null {
  const token = line.tokens[at];
  if (token === undefined || (token.breaks > 0 && at > 0)) return null;
  const degrees = DEGREES[line.surface(at)];
  if (degrees !== undefined && line.isNumber(at - 1)) return { code: degrees, to: at + 1 };
  const word = line.match('UNIT_CODE', at);
  if (word?.value) return { code: word.value, to: at + word.length };
  const pair = (line.tokens[at + 1]?.spaces ?? 2) < 2 ? pairOf(line.surface(at), line.surface(at + 1)) : undefined;
  return pair === undefined ? symbol(line, at) : { code: pair, to: at + 2 };
}

/** "mg", and "m²" of two tokens. */
function symbol(line: Line, at: number): Atom | null {
  if (line.norm(at) === '°') return { code: 'Cel', to: at + 1 };
  const code = line.isNumber(at) ? undefined : (symbolOf(line.surface(at)) ?? symbolOf(line.norm(at)));
  if (code === undefined) return null;
  const exponent = SUPERSCRIPTS.indexOf(line.norm(at + 1));
  const isRaised = /^[cm]?m$/.test(code) && (exponent === 2 || exponent === 3) && line.isGlued(at + 1);
  return isRaised ? { code: `${code}${exponent}`, to: at + 2 } : { code, to: at + 1 };
}

/** "x 10^9", "10e9", "× 10⁹", "x109/L". */
function powerAt(line: Line, at: number): Atom | null {
  const ten = TIMES_SIGNS.has(line.norm(at)) ? at + 1 : at;
  if (ten > at && /^10(?:[3-9]|12)$/.test(line.norm(ten)) && line.norm(ten + 1) === '/')
    return { code: `10*${line.norm(ten).slice(2)}`, to: ten + 1 };
  if (line.norm(ten) !== '10') return null;
  const exponent = exponentAt(line, ten + 1);
  return exponent === null || !POWER.test(exponent.code) ? null : { code: `10*${exponent.code}`, to: exponent.to };
}

function exponentAt(line: Line, at: number): Atom | null {
  const [, glued] = /^(?:e|exp)(\d+)$/.exec(line.norm(at)) ?? [];
  return glued === undefined ? (raisedAt(line, at) ?? plainAt(line, at)) : { code: glued, to: at + 1 };
}

/** "10⁹" */
function raisedAt(line: Line, at: number): Atom | null {
  let to = at;
  let digits = '';
  while (line.norm(to) !== '' && SUPERSCRIPTS.includes(line.norm(to))) digits += SUPERSCRIPTS.indexOf(line.norm(to++));
  return digits === '' ? null : { code: digits, to };
}

/** "10^9", "10(9)", "10 9/L" */
function plainAt(line: Line, at: number): Atom | null {
  let to = at;
  while (line.norm(to) === '^' || line.norm(to) === '*') to++;
  if (line.norm(to) === '(' && line.norm(to + 2) === ')') return { code: line.norm(to + 1), to: to + 3 };
  if (!line.isNumber(to)) return null;
  return to > at || line.norm(to + 1) === '/' ? { code: line.norm(to), to: to + 1 } : null;
}
