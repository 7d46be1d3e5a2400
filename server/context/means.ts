/**
 * The test by which something was looked for, or the treatment under which it did not happen, which is not denied with it:
 * "no embolism on CT", « pas de fracture à la radiographie », "no hypoglycaemia on insulin".
 */

import type { Clause } from './clause.js';
import type { TokenSpan } from './sentence-cues.js';

const MEANS = 'MEANS';
const UNDER = 'UNDER';
const DETERMINER = 'DETERMINER';
/** Classes of words for tests. */
const TESTS = ['TEST', 'EXAMINED'];

/** @param from the first token behind the denial */
export function isMeans(clause: Clause, from: number, target: TokenSpan): boolean {
  const at = leadOf(clause, from, target);
  if (at <= from) return false;
  if (clause.lengthOf(UNDER, at) > 0 && some(from, at, (before) => clause.isOpaque(before))) return true;
  return isTest(clause, target) && clause.lengthOf(MEANS, at) > 0 && some(from, at, (before) => clause.isThing(before));
}

/** The token before a target and its articles. */
function leadOf(clause: Clause, from: number, target: TokenSpan): number {
  const leads = (at: number) => clause.lengthOf(MEANS, at) > 0 || clause.lengthOf(UNDER, at) > 0;
  let at = target.from - 1;
  while (at > from && !leads(at) && clause.lengthOf(DETERMINER, at) > 0) at--;
  return at;
}

function some(from: number, to: number, is: (at: number) => boolean): boolean {
  for (let at = from; at < to; at++) if (is(at)) return true;
  return false;
}

function isTest(clause: Clause, { from, to }: TokenSpan): boolean {
  for (let at = from; at < to; at++) if (TESTS.some((name) => clause.lengthOf(name, at, to) > 0)) return true;
  return false;
}
