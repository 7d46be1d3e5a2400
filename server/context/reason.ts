/** Why something is not given, in brackets behind it: "no aspirin (peptic ulcer)", « pas d'AINS (IRC) ». */

import { NOTHING } from './clause.js';
import type { SentenceCues, TargetSpan } from './sentence-cues.js';

/**
 * Whether a target that is nothing to take stands in the brackets right behind something that is denied and would be taken. What is taken
 * is listed there else ("no NSAIDs (ibuprofen)"), and what is had is explained ("no red flags (incontinence)").
 * @param from the first token behind the denial
 */
export function isReasonBehind(state: SentenceCues, from: number, target: TargetSpan): boolean {
  const { clause, spans } = state;
  if (target.kind === undefined || target.kind === 'taken') return false;
  for (let at = target.from - 1; at > from; at--) {
    const { norm } = clause.token(at);
    if (norm === ')') return false;
    if (norm === '(')
      return spans.some((span) => span.kind === 'taken' && span.to === at && isDenied(state, from, span));
  }
  return false;
}

/** Whether a denial is one of a drug itself, or of a list of drugs that ends with it, and not of its effects: "no reaction to penicillin (rash)". */
function isDenied({ clause, spans }: SentenceCues, from: number, drug: TargetSpan): boolean {
  const drugs = spans.filter((span) => span.kind === 'taken' && span.to > from && span.from < drug.from);
  const isOfDrug = (at: number) => drugs.some((span) => span.from <= at && at < span.to);
  for (let at = from; at < drug.from; at++) {
    const isBetween = clause.isComma(at) || clause.coordinator(at) !== NOTHING || clause.isDeterminer(at);
    if (!isBetween && !isOfDrug(at)) return false;
  }
  return drug.from >= from;
}
