/** Short lines without colon that end a section of other things: "Active problems", "Cardiovascular ⏎ - angina". */

import type { Line } from './line.js';
import type { Token } from './token.js';

/** Such a line has at most this many words. */
const MAX_WORDS = 5;
/** Sections of which organ systems and lists of problems are no part. */
const CLOSED = new Set([
  'allergies',
  'chief_complaint',
  'differential',
  'discharge_instructions',
  'family_history',
  'immunizations',
  'indication',
  'medications',
  'obstetric_history',
  'social_history',
]);
/** Of these, those that lists of things may subdivide. */
const SUBDIVIDED = new Set(['allergies', 'medications']);

/**
 * Whether a line heads the line below it: it has a word of titles, or stands above list items in a section that has begun with text. One
 * that names a relative, or whose item does, belongs to the section.
 *
 * @param isOf whether the word at a token is of a class
 */
export function headsBelow(
  tokens: readonly Token[],
  line: Line,
  next: Line,
  section: string,
  isBelowText: boolean,
  isOf: (name: string, at: number) => boolean,
): boolean {
  if (!CLOSED.has(section) || next.afterBlank || line.to - line.from > MAX_WORDS) return false;
  const names = (name: string, { from, to }: Line) => {
    for (let at = from; at < to; at++) if (isOf(name, at)) return true;
    return false;
  };
  const own = tokens.slice(line.from, line.to);
  if (own.some(({ kind }) => kind !== 'word') || names('KIN', line)) return false;
  return names('TITLE', line) || (next.bullet && isBelowText && !SUBDIVIDED.has(section) && !names('KIN', next));
}
