/** An allergy, or the statement that there is none. */

import type { AllergyIntolerance } from 'fhir/r4.js';
import type { ExtractEntry } from '../app/extract.js';
import { coded, conceptOf, isSure, notesOf } from './elements.js';
import { decidedBy } from './phrases.js';
import type { About } from './resource.js';
import { isCertain, isPast, standingOf } from './standing.js';
import { ALLERGY_CLINICAL, ALLERGY_VERIFICATION } from './systems.js';

/** ait-1 asks for a clinical status also where the allergy is refuted. */
export function allergyIntoleranceOf(
  entry: ExtractEntry,
  { base, patient, date, reactions = [] }: About,
): AllergyIntolerance {
  return {
    resourceType: 'AllergyIntolerance',
    ...base,
    clinicalStatus: coded(ALLERGY_CLINICAL, clinicalStatus(entry)),
    verificationStatus: coded(ALLERGY_VERIFICATION, verification(entry)),
    code: conceptOf(entry),
    patient,
    ...(date && { recordedDate: date }),
    note: notesOf(entry),
    ...(reactions.length > 0 && { reaction: [{ manifestation: reactions.map((reaction) => conceptOf(reaction)) }] }),
  };
}

/** One of the past is active until the note says that it has resolved: "history of penicillin allergy". */
function clinicalStatus(entry: ExtractEntry): string {
  if (standingOf(entry) === 'negated') return 'inactive';
  return isPast(entry) && decidedBy(entry, 'resolved') ? 'resolved' : 'active';
}

function verification(entry: ExtractEntry): string {
  if (standingOf(entry) === 'negated') return 'refuted';
  return isCertain(entry) && isSure(entry) ? 'confirmed' : 'unconfirmed';
}
