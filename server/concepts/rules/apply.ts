/** Asks rules, and gives what they find as evidence. */

import { type Evidence, NO_EVIDENCE, review } from './evidence.js';
import type { ClearRule, ReviewRule } from './rule.js';

/** What some rules find about a concept; null for whichever stands first. */
export function evidenceOf<Subject>(
  rules: readonly ReviewRule<Subject>[],
  subject: Subject,
  sctid: string | null,
): readonly Evidence[] {
  let found: Evidence[] | undefined;
  for (const { id, when } of rules) {
    const trace = when(subject);
    if (trace === null) continue;
    found ??= [];
    found.push(review(id, sctid, trace));
  }
  return found ?? NO_EVIDENCE;
}

/** What some rules silence about a concept. */
export function clearedBy<Subject>(rules: readonly ClearRule<Subject>[], subject: Subject, sctid: string): Evidence[] {
  return rules.flatMap(({ id, clears, when }): Evidence[] => {
    const trace = when(subject);
    return trace === null ? [] : [{ ...trace, rule: id, sctid, effect: 'clear', clears }];
  });
}
