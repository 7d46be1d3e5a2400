/** The one table of precedence: every rule that holds a span back, with its reason, the strongest first. */

import type { ReviewReason } from '../../domain/review-reasons.js';

/** Where several rules hold a candidate back, `doubt` is the reason of the first of them here. */
export const PRECEDENCE = [
  ['like-abbreviation', 'unlike'],
  ['part-of-term', 'unlike'],
  ['other-phrase', 'unlike'],
  ['rare-abbreviation', 'rare'],
  ['one-of-senses', 'letters'],
  ['words-left-out', 'neighbour'],
  ['shared-site', 'neighbour'],
  ['open-label', 'neighbour'],
  ['shouted-word', 'letters'],
  ['final-accent', 'letters'],
  ['other-case', 'letters'],
  ['ordinary-word', 'rare'],
  ['ambiguous-word', 'other_meaning'],
  ['finding-without-site', 'morphology'],
  ['tissue', 'morphology'],
  ['letters-by-number', 'other_meaning'],
  ['exception-behind', 'neighbour'],
  ['denominator', 'neighbour'],
  ['measured-substance', 'neighbour'],
  ['result-told', 'neighbour'],
  ['assay', 'neighbour'],
  ['vaccine', 'neighbour'],
  ['allergen', 'neighbour'],
  ['unknown-letters', 'letters'],
  ['mended-typo', 'typo'],
  ['single-word', 'single_word'],
  ['unknown-word', 'unknown_word'],
  ['wider-phrase', 'wider'],
  ['likeness', 'likeness'],
  ['hyphen', 'neighbour'],
  ['word-before', 'neighbour'],
  ['word-behind', 'neighbour'],
  ['preposition-behind', 'neighbour'],
  ['degree-before', 'neighbour'],
  ['number-goes-on', 'neighbour'],
  ['changing-word', 'neighbour'],
  ['inside-phrase', 'neighbour'],
] as const satisfies readonly (readonly [string, ReviewReason])[];

/** The rules that hold a candidate back. */
export type ReviewRuleId = (typeof PRECEDENCE)[number][0];
/** The rules that silence others. */
export type ClearRuleId =
  | 'condition-expected'
  | 'measured-observable'
  | 'valued-test'
  | 'apart-complete'
  | 'apart-sign'
  | 'apart-reading'
  | 'apart-tests'
  | 'apart-picture';
export type RuleId = ReviewRuleId | ClearRuleId;

const REASONS: ReadonlyMap<RuleId, ReviewReason> = new Map(PRECEDENCE);
const RANKS: ReadonlyMap<RuleId, number> = new Map(PRECEDENCE.map(([rule], rank) => [rule, rank]));

/** The reason that a rule holds a candidate back for; undefined for rules that clear. */
export function reasonOf(rule: RuleId): ReviewReason | undefined {
  return REASONS.get(rule);
}

/** How strong a rule is: 0 for the strongest. */
export function rankOf(rule: ReviewRuleId): number {
  return RANKS.get(rule) as number;
}
