/** Asks rules, and gives what they find as evidence. */

import { type Evidence, review } from './evidence.js';
import type { ClearRule, ReviewRule } from './rule.js';

/** What some rules find about a concept; null for whichever stands first. */
export function evidenceOf<Subject>(
  rules: readonly ReviewRule<Subject>[],
  subject: Subject,
  sctid: string | null,
): Evidence[] {
  return rules.flatMap(({ id, when }) => {
    const trace = when(subject);
    return trace === null ? [] : [review(id, sctid, trace)];
  });
}

/** What some rules silence about a concept. */
export function clearedBy<Subject>(rules: readonly ClearRule<Subject>[], subject: Subject, sctid: string): Evidence[] {
  return rules.flatMap(({ id, clears, when }): Evidence[] => {
    const trace = when(subject);
    return trace === null ? [] : [{ ...trace, rule: id, sctid, effect: 'clear', clears }];
  });
}
