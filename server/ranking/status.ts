/** What a span's cosine and margin allow: accept, review, or nothing. */

import type { Thresholds } from '../db/serving.js';
import type { Doubt, Status } from '../domain.js';

/** Without fitted thresholds a span is never resolved, and this floor parts flag from unresolved. */
const DEFAULT_FLOOR = 0.6;
const DEFAULT_MENTION = 0.5;

/**
 * The status of a span with these thresholds of its language; without a row nothing is resolved.
 * @param doubt why the first concept is a guess; then a person must look at it
 */
export function statusOf(
  cosine: number,
  margin: number,
  thresholds: Thresholds | undefined,
  doubt: Doubt | null = null,
): Status {
  if (cosine < floorOf(thresholds)) return 'unresolved';
  const resolved =
    doubt === null &&
    thresholds !== undefined &&
    cosine >= thresholds.resolvedCosine &&
    margin >= thresholds.resolvedMargin;
  return resolved ? 'resolved' : 'flag';
}

/** The cosine below which a span is unresolved. */
export function floorOf(thresholds: Thresholds | undefined): number {
  return thresholds?.floor ?? DEFAULT_FLOOR;
}

/** The cosine below which a phrase is not taken for a clinical one. */
export function mentionOf(thresholds: Thresholds | undefined): number {
  return thresholds?.mention ?? DEFAULT_MENTION;
}
