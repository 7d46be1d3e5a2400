/** Classes of terminators as bits, and which of them end a scope. */

import type { Axis } from '../domain/axes.js';

const CLASSES = ['contrast', 'except', 'cause', 'restart', 'positive', 'encounter', 'now', 'subject_switch'] as const;

/** The terminator classes of the lexicon. */
export const TERMINATOR_CLASSES: readonly string[] = CLASSES;

/** The bits of some classes; a class that does not exist has none. */
export function stopBits(classes: readonly string[]): number {
  let bits = 0;
  for (const name of classes) {
    const index = TERMINATOR_CLASSES.indexOf(name);
    if (index >= 0) bits |= 1 << index;
  }
  return bits;
}

const STATEMENT = stopBits(['contrast', 'except', 'cause', 'restart', 'positive', 'encounter']);
const DEFAULTS: Readonly<Record<Axis, number>> = {
  assertion: STATEMENT,
  certainty: STATEMENT,
  subject: stopBits(['contrast', 'subject_switch', 'encounter']),
  temporality: stopBits(['contrast', 'restart', 'now', 'encounter']),
  role: stopBits(['contrast']),
};

/** The classes that end the scope of an axis unless its row says otherwise; role history ends where the past ends. */
export function defaultStops(axis: Axis, value: string | null): number {
  return DEFAULTS[axis === 'role' && value === 'history' ? 'temporality' : axis];
}
