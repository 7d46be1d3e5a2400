/**
 * The score of a decision, 0 to 1: how much speaks for it. `calibration.ts` makes a confidence of it.
 * base x distance x list x conflict x guard, clamped; the base is the strength of the row, the section or the default.
 */

import type { Axis } from '../domain/axes.js';
import type { AxisEvidence, Candidate } from './resolve.js';

const DEFAULTS: Readonly<Record<Axis, number>> = {
  assertion: 0.92,
  subject: 0.97,
  temporality: 0.9,
  certainty: 0.9,
  role: 0.9,
};
const FREE_TOKENS = 3;
const PER_TOKEN = 0.04;
const MIN_DISTANCE_FACTOR = 0.6;
const CONFLICT_FACTOR = 0.8;
const GUARD_FACTOR = 0.9;
const LONG_SENTENCE_TOKENS = 60;
const LONG_SECTION_TOKENS = 300;
const DERIVED_LOSS = 0.05;
const LEAST = 0.3;
const MOST = 0.99;

/** Score of a value that a cue decided, in a sentence of `tokens` tokens. */
export function cueScore(winner: Candidate, evidence: AxisEvidence, tokens: number): number {
  const { strength } = winner.cue.match.compiled.row;
  const beyond = Math.max(0, winner.reach.distance - FREE_TOKENS);
  const distance = Math.max(MIN_DISTANCE_FACTOR, 1 - PER_TOKEN * beyond);
  const conflict = evidence.candidates.some((other) => other.value !== winner.value) ? CONFLICT_FACTOR : 1;
  return clamp(strength * distance * winner.reach.penalty * conflict * lengthGuard(tokens));
}

/** Score of the default of a section whose heading is `tokens` tokens away. */
export function sectionScore(strength: number, tokens: number): number {
  return clamp(strength * (tokens > LONG_SECTION_TOKENS ? GUARD_FACTOR : 1));
}

/** Score of the default of an axis; lower where a cue speaks in the sentence but does not reach the target. */
export function defaultScore(axis: Axis, evidence: AxisEvidence, fallback: string): number {
  const rival = evidence.near.size > (evidence.near.has(fallback) ? 1 : 0);
  return clamp(DEFAULTS[axis] * (rival ? GUARD_FACTOR : 1));
}

/** Score of a value that follows from another axis. */
export function derivedScore(parent: number): number {
  return clamp(parent - DERIVED_LOSS);
}

/** Two decimals, as the answer shows it. */
export function rounded(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}

function lengthGuard(tokens: number): number {
  return tokens > LONG_SENTENCE_TOKENS ? GUARD_FACTOR : 1;
}

function clamp(confidence: number): number {
  return Math.min(MOST, Math.max(LEAST, confidence));
}
