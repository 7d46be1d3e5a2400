/** Dates of a note, and how long ago they are. The clock is never used. */

import { LANGUAGES, type Language } from '../domain/language.js';
import type { Note } from '../text/note.js';
import type { Token } from '../text/token.js';
import type { WordIndex } from '../text/words.js';
import { yearAt } from './quantity.js';

/** The days that a date may mean, as days since 1970-01-01; `year` is false where the text names no year. */
export interface DateRange {
  readonly first: number;
  readonly last: number;
  readonly year: boolean;
  /** Whether day, month and year are given. */
  readonly full: boolean;
}

export interface FoundDate extends DateRange {
  /** Tokens that it takes. */
  readonly length: number;
}

const DAY_MS = 86_400_000;
const NUMERIC = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/;
const ISO = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/;
const MONTH_YEAR = /^(\d{1,2})[/.-]((?:19|2[0-2])\d\d)$/;
const ORDINALS = new Set(['er', 'st', 'nd', 'rd', 'th', 'e', 'eme']);
/** The class of the names of months. */
export const MONTH = 'MONTH';
/** A month without day and year is a date only after a word of this class: "may" and "mars" are other words too. */
const MONTH_LEAD = 'MONTH_LEAD';
/** The class of words before a year to come, or before a time of the day: "review 2024", "at 2030". */
const AHEAD = 'AHEAD';
/** A two-digit year above this is of the last century. */
const CENTURY_TURN = 50;
/** Units behind a number that is no year: "2050 g". */
const MEASURED = /^(?:[mkµμ]?g|mcg|m?ls?|cc|k?cal|[ui]|ui|iu|ms|h|hrs?|units?|unites?)$/;
/** Dates of notes whose patients are not to be known are shifted far ahead. */
const LAST_YEAR = 2299;
/** Any leap year: dates without a year are placed in the year of the reference later. */
const NO_YEAR = 2000;

/** A full or partial date at a token, or null; a bare year is none. */
export function dateAt(
  tokens: readonly Token[],
  at: number,
  to: number,
  words: WordIndex,
  language: Language,
): FoundDate | null {
  const token = tokens[at];
  if (!token || at >= to) return null;
  if (token.kind === 'number') return numericDate(token.norm, language) ?? dayMonth(tokens, at, to, words);
  return token.kind === 'word' ? monthFirst(tokens, at, to, words) : null;
}

/** The range of a bare year. */
export function yearRange(year: number): DateRange {
  return { first: dayNumber(year, 1, 1), last: dayNumber(year, 12, 31), year: true, full: false };
}

/** The day number of an ISO date; null when it is none. */
export function isoDay(date: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  return match ? validDay(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

/** The latest full date in the note, as a day number; null when it has none. Linear in the tokens. */
export function latestFullDate(note: Note, words: Readonly<Record<Language, WordIndex>>): number | null {
  return latestOf(note, words, (_, date) => (date?.full ? date.last : null));
}

/** The latest year that the note names, alone or in a date; null when it has none. Linear in the tokens. */
export function latestYear(note: Note, words: Readonly<Record<Language, WordIndex>>): number | null {
  const { tokens } = note;
  const isAhead = (at: number) => LANGUAGES.some((language) => words[language].is(AHEAD, tokens, at - 1));
  return latestOf(note, words, (at, date) => {
    const year = MEASURED.test(tokens[at + 1]?.norm ?? '') ? null : yearAt(tokens, at, note.shifted);
    if (year !== null && !isAhead(at)) return year;
    return date?.year ? yearOf(date) : null;
  });
}

/** The greatest of what the tokens of a note, each with the date that begins there, are worth; null when none is worth anything. A year is in digits. */
function latestOf(
  note: Note,
  words: Readonly<Record<Language, WordIndex>>,
  worthOf: (at: number, date: FoundDate | null) => number | null,
): number | null {
  let latest: number | null = null;
  for (const { from, to, language } of note.sentences) {
    if (!hasNumber(note.tokens, from, to)) continue;
    for (let at = from; at < to; at++) {
      const value = worthOf(at, dateAt(note.tokens, at, to, words[language], language));
      if (value !== null && (latest === null || value > latest)) latest = value;
    }
  }
  return latest;
}

function hasNumber(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (tokens[at]?.kind === 'number') return true;
  return false;
}

/** The year of the last day that a date may mean. */
export function yearOf({ last }: DateRange): number {
  return new Date(last * DAY_MS).getUTCFullYear();
}

/**
 * Days from a date to the reference day, at least and at most; negative for a date after it.
 * A day without year is the last such day up to the reference, a month without year the nearest such month: what is
 * planned "in December" is not past.
 */
export function ageInDays(date: DateRange, reference: number): { least: number; most: number } {
  let { first, last } = date;
  if (!date.year) {
    if (date.last > date.first) return monthAge(new Date(first * DAY_MS).getUTCMonth() + 1, reference);
    const at = new Date(first * DAY_MS);
    const year = new Date(reference * DAY_MS).getUTCFullYear();
    first = dayNumber(year, at.getUTCMonth() + 1, at.getUTCDate());
    if (first > reference) first = dayNumber(year - 1, at.getUTCMonth() + 1, at.getUTCDate());
    last = first;
  }
  return { least: reference - last, most: reference - first };
}

function monthAge(month: number, reference: number): { least: number; most: number } {
  const year = new Date(reference * DAY_MS).getUTCFullYear();
  const ages = [year - 1, year, year + 1].map((one) => ({
    least: reference - (dayNumber(one, month + 1, 1) - 1),
    most: reference - dayNumber(one, month, 1),
  }));
  const middle = ({ least, most }: { least: number; most: number }): number => Math.abs(least + most);
  return ages.reduce((nearest, age) => (middle(age) < middle(nearest) ? age : nearest));
}

function numericDate(norm: string, language: Language): FoundDate | null {
  const iso = ISO.exec(norm);
  if (iso) return fullDate(Number(iso[1]), Number(iso[2]), Number(iso[3]), 1);
  const partial = MONTH_YEAR.exec(norm);
  if (partial) return monthDate(Number(partial[2]), Number(partial[1]), 1);
  const numeric = NUMERIC.exec(norm);
  if (!numeric) return null;
  const first = Number(numeric[1]);
  const second = Number(numeric[2]);
  const year = fullYear(numeric[3] as string);
  const dayFirst = second <= 12 && (language === 'fr' || first > 12);
  return dayFirst ? fullDate(year, second, first, 1) : fullDate(year, first, second, 1);
}

/** "12 mars 2019", "1er mars", "12th March 2019". */
function dayMonth(tokens: readonly Token[], at: number, to: number, words: WordIndex): FoundDate | null {
  const day = dayAt(tokens, at);
  if (day === null) return null;
  let end = pastOrdinal(tokens, at + 1);
  if (tokens[end]?.norm === 'of') end++;
  const month = monthAt(tokens, end, to, words);
  if (!month) return null;
  end += month.length;
  const year = yearBefore(tokens, end, to);
  return year === null ? noYear(month.value, day, end - at) : fullDate(year, month.value, day, end + 1 - at);
}

/** "March 2019", "March 12, 2019", "March 12th", and "in March". */
function monthFirst(tokens: readonly Token[], at: number, to: number, words: WordIndex): FoundDate | null {
  const month = monthAt(tokens, at, to, words);
  if (!month) return null;
  const end = at + month.length;
  const bare = yearBefore(tokens, end, to);
  if (bare !== null) return monthDate(bare, month.value, end + 1 - at);
  const day = end < to ? dayAt(tokens, end) : null;
  if (day === null) return words.is(MONTH_LEAD, tokens, at - 1) ? bareMonth(month.value, end - at) : null;
  const behind = pastOrdinal(tokens, end + 1);
  const yearFrom = tokens[behind]?.norm === ',' ? behind + 1 : behind;
  const year = yearBefore(tokens, yearFrom, to);
  if (year === null) return noYear(month.value, day, behind - at);
  return fullDate(year, month.value, day, yearFrom + 1 - at);
}

function dayAt(tokens: readonly Token[], at: number): number | null {
  const day = Number(tokens[at]?.norm);
  return day >= 1 && day <= 31 ? day : null;
}

function yearBefore(tokens: readonly Token[], at: number, to: number): number | null {
  return at < to ? yearAt(tokens, at, true) : null;
}

function pastOrdinal(tokens: readonly Token[], at: number): number {
  return ORDINALS.has(tokens[at]?.norm ?? '') ? at + 1 : at;
}

function monthAt(
  tokens: readonly Token[],
  at: number,
  to: number,
  words: WordIndex,
): { value: number; length: number } | null {
  const month = words.matchesAt(tokens, at, to).find((match) => match.class === MONTH);
  if (!month) return null;
  const stop = tokens[at + month.length];
  const abbreviated = stop?.norm === '.' && at + month.length + 1 < to ? 1 : 0;
  return { value: Number(month.value), length: month.length + abbreviated };
}

function fullDate(year: number, month: number, day: number, length: number): FoundDate | null {
  const number = validDay(year, month, day);
  return number === null ? null : { first: number, last: number, year: true, full: true, length };
}

function monthDate(year: number, month: number, length: number): FoundDate | null {
  if (month < 1 || month > 12) return null;
  return { first: dayNumber(year, month, 1), last: dayNumber(year, month + 1, 1) - 1, year: true, full: false, length };
}

function bareMonth(month: number, length: number): FoundDate {
  const last = dayNumber(NO_YEAR, month + 1, 1) - 1;
  return { first: dayNumber(NO_YEAR, month, 1), last, year: false, full: false, length };
}

function noYear(month: number, day: number, length: number): FoundDate | null {
  const number = validDay(NO_YEAR, month, day);
  return number === null ? null : { first: number, last: number, year: false, full: false, length };
}

function fullYear(digits: string): number {
  if (digits.length === 4) return Number(digits);
  return Number(digits) + (Number(digits) > CENTURY_TURN ? 1900 : 2000);
}

function validDay(year: number, month: number, day: number): number | null {
  const number = dayNumber(year, month, day);
  const date = new Date(number * DAY_MS);
  const exists = date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
  return exists && year >= 1900 && year <= LAST_YEAR ? number : null;
}

function dayNumber(year: number, month: number, day: number): number {
  return Math.floor(Date.UTC(year, month - 1, day) / DAY_MS);
}
