/** All rules of the concept path, with the sentences that show them: what the tests run, the docs list and `evaluate -- rules` counts. */

import type { ReviewReason } from '../../domain/review-reasons.js';
import { LETTERS } from '../admit/letters.js';
import { AMBIGUITY_CLEARED } from './ambiguity.js';
import { APART_RULES } from './apart.js';
import { BOUNDARY } from './boundary.js';
import { FORM_RULES, LIKENESS_RULES, PHRASE_RULES } from './dense.js';
import { LIST } from './list.js';
import { PRECEDENCE, type RuleId, reasonOf } from './precedence.js';
import { TERM_RULES } from './term-rules.js';

/** One rule as the docs show it. */
export interface ShownRule {
  readonly id: RuleId;
  /** What it counts as; null for rules that silence others. */
  readonly group: ReviewReason | null;
  readonly effect: 'review' | 'clear';
  /** A sentence in which it fires for the span in brackets, and one in which it does not. */
  readonly fires: string;
  readonly quiet: string;
}

type Shown = Pick<ShownRule, 'fires' | 'quiet'> & { readonly id: RuleId };

/** Rules that a stage applies where it does its work: to labels, abbreviations, and words before a span. */
const OF_STAGES: readonly Shown[] = [
  { id: 'rare-abbreviation', fires: 'Seen in [ED] after a fall.', quiet: '[BM] 6.8 before lunch.' },
  {
    id: 'one-of-senses',
    fires: 'Severe [PE] with RV strain, pulmonary arteries dilated.',
    quiet: '[CP] stable, sees the physio.',
  },
  { id: 'valued-test', fires: 'Labs: [Na] 149, K 4.4.', quiet: 'Repeat [Na] tomorrow.' },
];

const FAMILIES: readonly (readonly Shown[])[] = [
  OF_STAGES,
  LIST,
  LETTERS,
  TERM_RULES,
  FORM_RULES,
  LIKENESS_RULES,
  PHRASE_RULES,
  BOUNDARY,
  AMBIGUITY_CLEARED,
  APART_RULES,
];

const ORDER: readonly RuleId[] = PRECEDENCE.map(([rule]) => rule);

/** Every rule once: those that hold back in the order of precedence, then those that clear. */
export const RULES: readonly ShownRule[] = FAMILIES.flat()
  .map(({ id, fires, quiet }): ShownRule => {
    const group = reasonOf(id) ?? null;
    return { id, group, effect: group === null ? 'clear' : 'review', fires, quiet };
  })
  .sort((a, b) => placeOf(a) - placeOf(b));

function placeOf({ id }: ShownRule): number {
  const place = ORDER.indexOf(id);
  return place < 0 ? ORDER.length : place;
}
