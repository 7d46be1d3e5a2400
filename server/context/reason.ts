/** Why something is not given, in brackets behind it: "no aspirin (peptic ulcer)", « pas d'AINS (IRC) ». */

import type { SentenceCues, TargetSpan } from './sentence-cues.js';

/**
 * Whether a target that is nothing to take stands in the brackets right behind something that is denied and would be taken. What is taken
 * is listed there else ("no NSAIDs (ibuprofen)"), and what is had is explained ("no red flags (incontinence)").
 * @param from the first token behind the denial
 */
export function isReasonBehind({ clause, spans }: SentenceCues, from: number, target: TargetSpan): boolean {
  if (target.kind === undefined || target.kind === 'taken') return false;
  for (let at = target.from - 1; at > from; at--) {
    const { norm } = clause.token(at);
    if (norm === ')') return false;
    if (norm === '(') return spans.some((span) => span.kind === 'taken' && span.to === at && span.from >= from);
  }
  return false;
}
