/** What a relative has or does not have. */

import type { FamilyMemberHistory } from 'fhir/r4.js';
import type { ExtractEntry } from '../app/extract.js';
import { conceptOf, fhirString, isSure, notesOf } from './elements.js';
import type { About } from './resource.js';
import { standingOf } from './standing.js';
import { ROLE_CODE } from './systems.js';

export function familyMemberHistoryOf(entry: ExtractEntry, { base, patient, date }: About): FamilyMemberHistory {
  const trigger = entry.context.subject?.trigger;
  return {
    resourceType: 'FamilyMemberHistory',
    ...base,
    status: isSure(entry) && standingOf(entry) !== 'uncertain' ? 'completed' : 'partial',
    patient,
    ...(date && { date }),
    // The trigger may be one word of several ("mother's brother"): which relative it is, a reader must see.
    relationship: {
      coding: [{ system: ROLE_CODE, code: 'FAMMEMB', display: 'family member' }],
      ...(trigger && { text: fhirString(trigger) }),
    },
    ...(isListed(entry) && { condition: [{ code: conceptOf(entry) }] }),
    note: notesOf(entry),
  };
}

/** A condition that is listed has no member for its denial: what is denied or doubtful stands in note and extension only. */
export function isListed(entry: ExtractEntry): boolean {
  return standingOf(entry) === 'affirmed';
}
