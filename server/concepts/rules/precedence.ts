/** The one table of precedence: every rule that holds a span back, with its reason, the strongest first. */

import type { ReviewReason } from '../../domain/review-reasons.js';

/** Where several rules hold a candidate back, `doubt` is the reason of the first of them here. */
export const PRECEDENCE = [
  ['like-abbreviation', 'unlike'],
  ['part-of-term', 'unlike'],
  ['other-phrase', 'unlike'],
  ['explained-by-typo', 'typo'],
  ['rare-abbreviation', 'rare'],
  ['one-of-senses', 'letters'],
  ['label-of-two', 'neighbour'],
  ['words-left-out', 'neighbour'],
  ['shared-site', 'neighbour'],
  ['open-label', 'neighbour'],
  ['foreign-abbreviation', 'letters'],
  ['shouted-word', 'letters'],
  ['final-accent', 'letters'],
  ['other-case', 'letters'],
  ['ordinary-word', 'rare'],
  ['ambiguous-word', 'other_meaning'],
  ['ambiguous-long-form', 'other_meaning'],
  ['finding-without-site', 'morphology'],
  ['tissue', 'morphology'],
  ['percentage-before', 'other_meaning'],
  ['muscle-power', 'other_meaning'],
  ['exception-behind', 'neighbour'],
  ['denominator', 'neighbour'],
  ['measured-substance', 'neighbour'],
  ['result-behind', 'neighbour'],
  ['result-told', 'neighbour'],
  ['reaction-behind', 'neighbour'],
  ['allergen-told', 'neighbour'],
  ['assay', 'neighbour'],
  ['vaccine', 'neighbour'],
  ['allergen', 'neighbour'],
  ['unknown-letters', 'letters'],
  ['mended-typo', 'typo'],
  ['unknown-word-alone', 'single_word'],
  ['unknown-word', 'unknown_word'],
  ['word-of-term', 'likeness'],
  ['single-word', 'single_word'],
  ['wider-phrase', 'wider'],
  ['likeness', 'likeness'],
  ['hyphen-before', 'neighbour'],
  ['hyphen-behind', 'neighbour'],
  ['word-before', 'neighbour'],
  ['level-before', 'neighbour'],
  ['owner-before', 'neighbour'],
  ['word-behind', 'neighbour'],
  ['half-word-behind', 'neighbour'],
  ['preposition-behind', 'neighbour'],
  ['letter-of-number', 'neighbour'],
  ['degree-behind', 'neighbour'],
  ['degree-before', 'neighbour'],
  ['range-behind', 'neighbour'],
  ['range-before', 'neighbour'],
  ['cause-before', 'neighbour'],
  ['cause-behind', 'neighbour'],
  ['risk-behind', 'neighbour'],
  ['immunity-behind', 'neighbour'],
  ['negation-behind', 'neighbour'],
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
  | 'apart-score'
  | 'apart-reading'
  | 'apart-tests'
  | 'apart-picture'
  | 'apart-finding'
  | 'apart-shown'
  | 'apart-done'
  | 'apart-vital'
  | 'lead-in';
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
