/** What the patient takes, took or does not take. */

import type { MedicationStatement } from 'fhir/r4.js';
import type { ExtractEntry } from '../app/extract.js';
import { dosageOf } from './dosage.js';
import { conceptOf, isSure, notesOf, unknown } from './elements.js';
import { decidedBy } from './phrases.js';
import type { About } from './resource.js';
import { isCertain, isPast, standingOf } from './standing.js';

/** Sections that say what may be given, begun or continued. */
const PLANS: ReadonlySet<string> = new Set(['plan', 'indication', 'discharge_instructions']);

export function medicationStatementOf(entry: ExtractEntry, { base, patient, date }: About): MedicationStatement {
  const dosage = entry.dosage && dosageOf(entry.dosage);
  return {
    resourceType: 'MedicationStatement',
    ...base,
    status: statusOf(entry),
    medicationCodeableConcept: conceptOf(entry),
    subject: patient,
    _effectiveDateTime: unknown(),
    ...(date && { dateAsserted: date }),
    note: notesOf(entry),
    ...(dosage && Object.keys(dosage).length > 0 && { dosage: [dosage] }),
  };
}

function statusOf(entry: ExtractEntry): MedicationStatement['status'] {
  if (standingOf(entry) === 'negated') return decidedBy(entry, 'stopped') ? 'stopped' : 'not-taken';
  if (!isCertain(entry) || !isSure(entry)) return 'unknown';
  if (isPast(entry)) return decidedBy(entry, 'stopped') ? 'stopped' : 'completed';
  return PLANS.has(entry.section ?? '') ? 'unknown' : 'active';
}
