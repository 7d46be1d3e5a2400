/** Numbers as notes write them: decimal commas, thousands, ranges, fractions, words. */

import type { Language } from '../domain/language.js';
import { numberAt } from '../lexicon/quantity.js';
import type { Line } from './line.js';

/** A number, or the two ends of a range, up to token `to`. */
export interface NumberRead {
  readonly value: number;
  readonly high: number | null;
  readonly to: number;
  /** The unit that stands inside the number, "38°5", "1m72"; null where none does. */
  readonly inner: string | null;
}

const PARTS: Readonly<Record<string, number>> = {
  '¼': 0.25,
  '½': 0.5,
  '¾': 0.75,
  '1/2': 0.5,
  '1/3': 1 / 3,
  '1/4': 0.25,
  '3/4': 0.75,
};
const YEAR = /^(?:19|20)\d\d$/;

/** The number that digits with points and commas are; null for a date, a time or a fraction. */
export function numberOf(digits: string, language: Language): number | null {
  if (/^\d+$/.test(digits)) return Number(digits);
  if (/^\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?$/.test(digits)) return Number(digits.replaceAll(',', ''));
  if (/^\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/.test(digits)) return Number(digits.replaceAll('.', '').replace(',', '.'));
  if (/^\d{1,3},\d{3}\.\d+$/.test(digits)) return Number(digits.replace(',', ''));
  const isThousands = language === 'en' ? /^[1-9]\d{0,2},\d{3}$/ : /^(?:[1-9]\d{1,2}\.\d{3}|[1-9]\.\d00)$/;
  if (isThousands.test(digits)) return Number(digits.replace(/[.,]/, ''));
  return /^\d+[.,]\d+$/.test(digits) ? Number(digits.replace(',', '.')) : null;
}

/** Whether a token is a year without more to it. */
export function isYear(line: Line, at: number): boolean {
  return line.isNumber(at) && YEAR.test(line.norm(at));
}

/** The fraction that a token is: "½", "1/2"; null for none. */
export function fractionOf(norm: string): number | null {
  return PARTS[norm] ?? null;
}

/** The number that begins at a token; null for none. A word for a number that is not told ("few") is none. */
export function readNumber(line: Line, at: number): NumberRead | null {
  const one = part(line, at) ?? (line.isNumber(at) ? digits(line, at) : words(line, at));
  // "1 ½"
  const more = one !== null && one.high === null && Number.isInteger(one.value) ? part(line, one.to) : null;
  return one !== null && more !== null ? { ...one, value: one.value + more.value, to: more.to } : one;
}

/** "½", and "1/2" before what comes in halves. */
function part(line: Line, at: number): NumberRead | null {
  const value = PARTS[line.norm(at)];
  if (value === undefined) return word('FRACTION', line, at);
  const isSign = !line.isNumber(at);
  // « 3/4 de cp »
  const to = line.match('LINK', at + 1) === undefined ? at + 1 : at + 2;
  if (line.match('UNIT_CODE', to) !== undefined) return { value, high: null, to, inner: null };
  return isSign ? { value, high: null, to: at + 1, inner: null } : null;
}

function word(name: string, line: Line, at: number): NumberRead | null {
  const found = line.match(name, at);
  return found === undefined ? null : { value: Number(found.value), high: null, to: at + found.length, inner: null };
}

function words(line: Line, at: number): NumberRead | null {
  if (!line.isWord(at) || line.match('VAGUE', at) !== undefined) return null;
  const found = numberAt(line.tokens, at, line.tokens.length, line.words);
  return found === null ? null : { value: found.value, high: null, to: at + found.length, inner: null };
}

function digits(line: Line, at: number): NumberRead | null {
  const norm = line.norm(at);
  const [low = '', top, ...rest] = norm.split('-');
  const value = numberOf(low, line.language);
  if (value === null || rest.length > 0) return null;
  if (top !== undefined) {
    const high = numberOf(top, line.language);
    return high === null || high <= value ? null : { value, high, to: at + 1, inner: null };
  }
  return spaced(line, at) ?? broken(line, at) ?? { value, high: null, to: at + 1, inner: null };
}

/** "250 000": groups of three behind single spaces. */
function spaced(line: Line, at: number): NumberRead | null {
  if (!/^[1-9]\d{0,2}$/.test(line.norm(at))) return null;
  let to = at + 1;
  let all = line.norm(at);
  while (/^\d{3}(?:[.,]\d+)?$/.test(line.norm(to)) && line.tokens[to]?.spaces === 1 && line.tokens[to]?.breaks === 0)
    all += line.norm(to++);
  if (to === at + 1 || line.isNumber(to) || !/0$|[.,]/.test(all)) return null;
  return { value: Number(all.replace(',', '.')), high: null, to, inner: null };
}

/** "38°5", "1m72": the unit stands for the point. */
function broken(line: Line, at: number): NumberRead | null {
  const whole = line.norm(at);
  if (!/^\d{1,2}$/.test(whole)) return null;
  if (line.norm(at + 1) === '°' && line.isGlued(at + 1) && line.isGlued(at + 2) && /^\d{1,2}$/.test(line.norm(at + 2)))
    return { value: Number(`${whole}.${line.norm(at + 2)}`), high: null, to: at + 3, inner: 'Cel' };
  const [, glued] = /^m(\d\d)$/.exec(line.norm(at + 1)) ?? [];
  const apart = line.norm(at + 1) === 'm' && /^\d\d$/.test(line.norm(at + 2)) ? line.norm(at + 2) : undefined;
  const rest = glued ?? apart;
  if (rest === undefined || !/^[012]$/.test(whole)) return null;
  return { value: Number(`${whole}.${rest}`), high: null, to: at + (glued === undefined ? 3 : 2), inner: 'm' };
}
