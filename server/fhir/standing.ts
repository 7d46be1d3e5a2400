/** What a note says of a span, as far as a resource can say it. */

import type { ExtractEntry } from '../app/extract.js';
import type { AxisValue } from '../domain/axes.js';

/** `hypothetical`: the note commits to nothing (conditional, screening, prevention, risk, education), or its context could not be read. */
export type Standing = AxisValue<'assertion'> | 'hypothetical';

export function standingOf({ context: { assertion, certainty } }: ExtractEntry): Standing {
  return assertion === null || certainty === null ? 'hypothetical' : assertion.value;
}

/** Whether the clinician is in no doubt of it. */
export function isCertain(entry: ExtractEntry): boolean {
  return standingOf(entry) !== 'uncertain' && entry.context.certainty?.value === 'confirmed';
}

/** Whose it is; nobody is assumed where the context could not be read. */
export function subjectOf({ context: { subject } }: ExtractEntry): AxisValue<'subject'> {
  return subject?.value ?? 'other';
}

/** Whether the note says that it is over. */
export function isPast({ context: { temporality } }: ExtractEntry): boolean {
  return temporality?.value === 'past';
}

/** Whether the note speaks of it as a problem of the patient: one of the past or for long, or why the patient came. */
export function isProblem({ context: { temporality, role } }: ExtractEntry): boolean {
  return (temporality?.value ?? 'current') !== 'current' || (role?.value ?? 'finding') !== 'finding';
}
