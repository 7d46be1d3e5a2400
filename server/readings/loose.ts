/** Words between a name and its value that the lexicon does not know: "CRP négligeable à 5 mg/l", "EF by biplane Simpson at 42 %". */

import { isMeasuredUnit, LEADS } from './accepted.js';
import type { Line } from './line.js';
import type { QuantityRead } from './quantity.js';
import type { Measured } from './subject.js';

/** Unknown words that are passed over. */
export const MOST_UNKNOWN = 5;
/** Unknown words before a number without unit. */
const FEW = 2;
/** Words behind "by" or « selon » that name a method, capitals and all. */
const MOST_OF_METHOD = 3;
/** What another statement or measurement begins with. */
const STOPS = ['COORD_AND', 'COORD_OR', 'FUNCTION', 'RESTART', 'AS_NEEDED', 'IF', 'DENIAL', 'THEN'];
const SIGNS = new Set([':', '=', '(', '~', '≈', '<', '>', '≤', '≥']);

/** How many tokens of an unknown word may be passed over; 0 where reading ends. */
export function unknownLength(line: Line, at: number): number {
  const method = line.match('METHOD', at)?.length ?? 0;
  if (method > 0) return method;
  const token = line.tokens[at];
  if (token?.kind !== 'word' || token.breaks > 0) return 0;
  if (isOfMethod(line, at)) return 1;
  return token.capital || token.norm.length < 3 || line.lengthOf(STOPS, at) > 0 ? 0 : 1;
}

function isOfMethod(line: Line, at: number): boolean {
  for (let before = at - 1; before >= line.to && at - before <= MOST_OF_METHOD; before--)
    if (line.match('METHOD', before) !== undefined) return true;
  return false;
}

/**
 * Whether a quantity behind unknown words is a value all the same: it has the unit of a measurement, and one of a word or sign that leads to
 * it and no more than one unknown word. Without a unit it needs both, and a thing that is measured by its name.
 */
export function isLed(line: Line, kind: Measured, read: QuantityRead, unknown: number): boolean {
  const { from, unit, inner, comparator } = read;
  const isPointed = comparator !== null || SIGNS.has(line.norm(from - 1)) || line.lengthOf(LEADS, from - 1) > 0;
  if (unit === null && inner === null) return isPointed && unknown <= FEW && kind === 'observable';
  return (isPointed || unknown === 1) && (inner !== null || (unit !== null && isMeasuredUnit(unit, kind)));
}
