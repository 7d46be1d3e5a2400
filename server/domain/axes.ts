/** The five axes of a context and their values. */

export const AXES = ['assertion', 'subject', 'temporality', 'certainty', 'role'] as const;
export type Axis = (typeof AXES)[number];

/** The values of each axis; the first is the default. */
export const AXIS_VALUES = {
  assertion: ['affirmed', 'negated', 'uncertain'],
  subject: ['patient', 'family', 'other'],
  temporality: ['current', 'past', 'chronic'],
  certainty: ['confirmed', 'differential', 'suspected'],
  role: ['finding', 'reason_for_encounter', 'history'],
} as const;
export type AxisValue<A extends Axis = Axis> = (typeof AXIS_VALUES)[A][number];

/** Where the words stand that a decision comes from, if any do. */
export const DECISION_SOURCES = ['trigger', 'in_span', 'lead_in', 'section', 'derived', 'default'] as const;
export type DecisionSource = (typeof DECISION_SOURCES)[number];

/** One answered axis; `trigger` is an exact slice of the note, null when the default holds. */
export interface AxisContext<A extends Axis = Axis> {
  readonly value: AxisValue<A>;
  /** Estimated probability that `value` is right, 0 to 1, two decimals. */
  readonly confidence: number;
  readonly trigger: string | null;
}

/** The five axes of one span; an axis is null when it does not apply. */
export type SpanContext = { readonly [A in Axis]: AxisContext<A> | null };
