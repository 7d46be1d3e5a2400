/** Numbers, years and durations of a note, in digits or words. */

import { type Token, tokenize } from '../text/token.js';
import type { WordIndex } from '../text/words.js';

/** A number or a length of time found at a token. */
export interface Quantity {
  readonly value: number;
  /** Tokens that it takes. */
  readonly length: number;
}

/** The class of words before a date, and before no duration: "since 3/12". */
const DATE_LEAD = 'DATE_LEAD';
/** The class of words for one before a unit of time: "a week". */
const ARTICLE = 'ARTICLE';
/** The class of number words. */
const NUMBER = 'NUMBER';
/** The classes of the words with which a number or a duration begins that does not begin with digits. */
export const COUNT_CLASSES: ReadonlySet<string> = new Set([NUMBER, ARTICLE]);
/** The class of words between the ends of a range: "2 to 3 days". */
const RANGE = 'RANGE';
const ONE: Quantity = { value: 1, length: 1 };
const YEAR = /^(?:19|20)\d\d$/;
const SHIFTED_YEAR = /^2[12]\d\d$/;

/** A number at a token: "3", "38,5", "2-3" (its end), "two", "une vingtaine"; null for none. */
export function numberAt(tokens: readonly Token[], at: number, to: number, words: WordIndex): Quantity | null {
  const token = tokens[at];
  if (!token || at >= to) return null;
  if (token.kind === 'number') {
    const value = numberValue(token.norm);
    return value === null ? null : { value, length: 1 };
  }
  let length = 0;
  let value = 0;
  for (;;) {
    const word = words.matchesAt(tokens, at + length, to).find((match) => match.class === NUMBER);
    if (!word || (length > 0 && !tokens[at + length]?.joined)) break;
    value += Number(word.value ?? 1);
    length += word.length;
  }
  return length > 0 ? { value, length } : null;
}

/**
 * A year from 1900 to 2099 at a token; null for none.
 * @param shifted whether it may be one up to 2299, as where dates are shifted: else "2150" is a time or an amount
 */
export function yearAt(tokens: readonly Token[], at: number, shifted: boolean): number | null {
  const token = tokens[at];
  // Digits only: "19.4" is a laboratory value.
  if (token?.kind !== 'number') return null;
  return YEAR.test(token.norm) || (shifted && SHIFTED_YEAR.test(token.norm)) ? Number(token.norm) : null;
}

/** A number and a unit of time at a token, its value in days: "3 weeks", "2 à 3 jours", "x3d", "un an", "2/52"; null for none. */
export function durationAt(tokens: readonly Token[], at: number, to: number, words: WordIndex): Quantity | null {
  const fraction = at < to ? fractionAt(tokens, at, words) : null;
  if (fraction !== null) return { value: fraction, length: 1 };
  const count = countAt(tokens, at, to, words);
  if (count === null) return null;
  const end = at + count.length;
  const near = unitAt(tokens, end, to, words);
  // "Three long weeks"
  const isQualified = near === null && words.is('QUALIFIER', tokens, end);
  const unit = isQualified ? unitAt(tokens, end + 1, to, words) : near;
  if (unit === null) return null;
  return { value: count.value * unit.value, length: count.length + Number(isQualified) + unit.length };
}

/** A number, an article or the upper end of a range at a token. */
function countAt(tokens: readonly Token[], at: number, to: number, words: WordIndex): Quantity | null {
  const number = numberAt(tokens, at, to, words) ?? (words.is(ARTICLE, tokens, at) ? ONE : null);
  if (number === null) return null;
  const end = at + number.length;
  const isRange = tokens[end]?.norm === '-' || words.is(RANGE, tokens, end);
  const upper = isRange ? numberAt(tokens, end + 1, to, words) : null;
  return upper === null ? number : { value: upper.value, length: number.length + 1 + upper.length };
}

function fractionAt(tokens: readonly Token[], at: number, words: WordIndex): number | null {
  const token = tokens[at];
  const fraction = token?.kind === 'number' ? fractionOf(token.norm, words) : null;
  return fraction !== null && words.is(DATE_LEAD, tokens, at - 1) ? null : fraction;
}

/** The days of "4/7", "2/52", "3/12": a number over a word of the class UNIT, "/7"; null for none. */
function fractionOf(norm: string, words: WordIndex): number | null {
  const [, count, over] = /^(\d{1,2}|\d-\d)(\/\d+)$/.exec(norm) ?? [];
  if (count === undefined || over === undefined) return null;
  const unit = words.matchesAt(tokenize(over), 0).find((match) => match.class === 'UNIT');
  return unit ? (numberValue(count) ?? 0) * Number(unit.value ?? 1) : null;
}

function unitAt(tokens: readonly Token[], at: number, to: number, words: WordIndex): Quantity | null {
  const unit = words.matchesAt(tokens, at, to).find((match) => match.class === 'UNIT');
  return unit ? { value: Number(unit.value ?? 1), length: unit.length } : null;
}

/** The value of a number token; the end of a range; null for a date, a clock time or a fraction. */
function numberValue(norm: string): number | null {
  const last = norm.slice(norm.lastIndexOf('-') + 1);
  if (last.includes('/') || last.includes(':')) return null;
  const thousands = /^\d{1,3},\d{3}$/.test(last);
  const value = Number(thousands ? last.replace(',', '') : last.replace(',', '.'));
  return Number.isNaN(value) ? null : value;
}
