/** What rules find about the candidates of a mention. */

import type { ReviewReason } from '../../domain/review-reasons.js';
import type { ClassMatch } from '../../text/words.js';
import type { TokenRange } from '../mentions/mention.js';
import { type ClearRuleId, type ReviewRuleId, rankOf, reasonOf } from './precedence.js';

/** Where a rule found what it looks for, and the word of the lexicon that made it. */
export interface Trace {
  readonly at: TokenRange;
  readonly row?: ClassMatch | undefined;
}

/** One finding of one rule. */
export interface Evidence extends Trace {
  readonly rule: ReviewRuleId | ClearRuleId;
  /** The concept that it is about; null for whichever stands first. */
  readonly sctid: string | null;
  readonly effect: 'review' | 'clear';
  /** The rules that a clear silences. */
  readonly clears?: readonly ReviewRuleId[];
}

export const NO_EVIDENCE: readonly Evidence[] = [];

/** A finding that holds back. */
export function review(rule: ReviewRuleId, sctid: string | null, { at, row }: Trace): Evidence {
  return { rule, sctid, at, effect: 'review', ...(row && { row }) };
}

/** The same finding about each of some concepts. */
export function reviewAll(rule: ReviewRuleId, sctids: Iterable<string>, trace: Trace): Evidence[] {
  return [...new Set(sctids)].map((sctid) => review(rule, sctid, trace));
}

/** What holds a concept back and is not cleared, the strongest first by the table of precedence. */
export function against(evidence: readonly Evidence[], sctid: string | null): Evidence[] {
  if (evidence.length === 0) return [];
  const about = evidence.filter((each) => each.sctid === sctid || each.sctid === null);
  const cleared = new Set(about.flatMap(({ clears }) => clears ?? []));
  const left = about.filter(({ effect, rule }) => effect === 'review' && !cleared.has(rule as ReviewRuleId));
  return left.sort((a, b) => rankOf(a.rule as ReviewRuleId) - rankOf(b.rule as ReviewRuleId));
}

/** Why a concept is for review; null where nothing holds it back. */
export function strongest(evidence: readonly Evidence[], sctid: string | null): ReviewReason | null {
  const [first] = against(evidence, sctid);
  return first === undefined ? null : (reasonOf(first.rule) ?? null);
}

/** Whether something holds any concept back. */
export function isDoubted(evidence: readonly Evidence[]): boolean {
  return evidence.some(({ sctid }) => against(evidence, sctid).length > 0);
}
