/** The test by which something was looked for, which is not denied with it: "no embolism on CT", « pas de fracture à la radiographie ». */

import type { Clause } from './clause.js';
import type { TokenSpan } from './sentence-cues.js';

const MEANS = 'MEANS';
const DETERMINER = 'DETERMINER';
/** Classes of words for tests. */
const TESTS = ['TEST', 'EXAMINED'];

/** @param from the first token behind the denial */
export function isMeans(clause: Clause, from: number, target: TokenSpan): boolean {
  if (!isTest(clause, target)) return false;
  let at = target.from - 1;
  while (at > from && clause.lengthOf(MEANS, at) === 0 && clause.lengthOf(DETERMINER, at) > 0) at--;
  if (at <= from || clause.lengthOf(MEANS, at) === 0) return false;
  for (let before = from; before < at; before++) if (clause.isThing(before)) return true;
  return false;
}

function isTest(clause: Clause, { from, to }: TokenSpan): boolean {
  for (let at = from; at < to; at++) if (TESTS.some((name) => clause.lengthOf(name, at, to) > 0)) return true;
  return false;
}
