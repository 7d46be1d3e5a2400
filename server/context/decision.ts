/** The decision on one axis of one target, before it becomes an answer. */

import type { Axis, DecisionSource } from '../domain/axes.js';
import type { Range } from '../domain/range.js';
import type { AxisEvidence, Candidate } from './resolve.js';

export interface Decision {
  readonly axis: Axis;
  /** A value of the axis; null where the axis does not apply. */
  readonly value: string | null;
  readonly source: DecisionSource;
  /** Offsets of the trigger; null for a default. */
  readonly trigger: Range | null;
  /** How much speaks for the value, 0 to 1, unrounded. */
  readonly score: number;
  /** The cue that decided; null for section, derived and default. */
  readonly cue: Candidate | null;
  /** The category of the row that decided. */
  readonly reason: string | null;
  readonly evidence: AxisEvidence;
}

export type Decisions = { readonly [A in Axis]: Decision };
