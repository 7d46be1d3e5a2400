/** What stands between the parts of a dosage and says none of it. */

import type { Line } from './line.js';

/** Classes of words that say nothing of a dosage. */
const FILLERS = ['DOSE_LEAD', 'DOSE_FORM', 'ONCE', 'AMOUNT_LEAD', 'COPULA', 'TIMES'];
const SIGNS = new Set([
  '→',
  '➔',
  '⇒',
  '>',
  ':',
  '=',
  '~',
  '≈',
  '(',
  ')',
  '[',
  ']',
  '*',
  '@',
  '"',
  '|',
  '_',
  '°',
  '®',
  '™',
  '…',
]);
/** Behind them reading goes on only with a part of the dosage. */
const JOINS = new Set([',', '-', '+', '/', ';']);
const TIMES_SIGNS = new Set(['x', '×']);
/** More often than any period that is answered; and the day of a cycle, "d1", « J1 ». */
const SMALL = /^(?:q\d+min.*|[dj]\d{1,2})$/;
const ENDS = ['DOSE_END', 'AGO', 'TARGET'];
const STOPS = ['BY', 'FUNCTION', 'RESTART', 'COORD_AND', 'COORD_OR'];
/** Tokens of a bracket that is passed over: another name of the medicine. */
const MOST_IN_BRACKETS = 6;

/** How many tokens at a place are signs or words that say nothing of a dosage; 0 for none, -1 where the dosage ends. */
export function passed(line: Line, at: number): number {
  const meal = line.match('DOSE_LEAD', at)?.length ?? 0;
  if (meal > 1) return meal;
  if (line.lengthOf(ENDS, at) > 0) return -1;
  const norm = line.norm(at);
  if (SIGNS.has(norm) || TIMES_SIGNS.has(norm) || SMALL.test(norm)) return 1;
  const form = line.match('UNIT_CODE', at);
  return form?.value?.startsWith('{') ? form.length : line.lengthOf(FILLERS, at);
}

/** Whether a token joins what may go on behind it: a comma, "and", a full stop within or behind what is in short. */
export function isJoin(line: Line, at: number): boolean {
  return JOINS.has(line.norm(at)) || line.norm(at) === '.' || line.match('COORD_AND', at) !== undefined;
}

/** Whether a full stop ends nothing: behind the name itself, or within a word. */
export function isInnerStop(line: Line, at: number): boolean {
  return line.norm(at) === '.' && (at === line.to || line.isGlued(at + 1));
}

/** Whether a sign may stand before a part of the dosage that goes on. */
export function isSign(line: Line, at: number): boolean {
  return SIGNS.has(line.norm(at));
}

/** Whether an unknown word may stand between a medicine and its first part. */
export function mayPass(line: Line, at: number): boolean {
  return line.isWord(at) && line.lengthOf(STOPS, at) === 0;
}

/** The length of a bracket that names something else, "(Kardegic)"; 0 for none. */
export function bracketLength(line: Line, at: number): number {
  if (line.norm(at) !== '(') return 0;
  for (let to = at + 1; to < line.tokens.length && to - at <= MOST_IN_BRACKETS; to++) {
    if (line.norm(to) === ')') return to + 1 - at;
    if (!line.isWord(to)) return 0;
  }
  return 0;
}
