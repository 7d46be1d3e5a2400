/** What is done to the patient: surgery, imaging, tests without a result, therapies. */

import type { Procedure } from 'fhir/r4.js';
import type { ExtractEntry } from '../app/extract.js';
import { conceptOf, isSure, notesOf, unknown } from './elements.js';
import { decidedBy } from './phrases.js';
import type { About } from './resource.js';
import { isCertain, standingOf } from './standing.js';

export function procedureOf(entry: ExtractEntry, { base, patient }: About): Procedure {
  return {
    resourceType: 'Procedure',
    ...base,
    status: statusOf(entry),
    code: conceptOf(entry),
    subject: patient,
    _performedDateTime: unknown(),
    note: notesOf(entry),
  };
}

/** A note seldom says whether what it names as current was done, ordered or planned: `unknown`. */
function statusOf(entry: ExtractEntry): Procedure['status'] {
  const { temporality, role } = entry.context;
  if (standingOf(entry) === 'negated') return decidedBy(entry, 'stopped') ? 'stopped' : 'not-done';
  if (!isCertain(entry) || !isSure(entry)) return 'unknown';
  if (temporality?.value === 'past' || role?.value === 'history') return 'completed';
  if (temporality?.value === 'chronic') return 'in-progress';
  return entry.section === 'plan' ? 'preparation' : 'unknown';
}
