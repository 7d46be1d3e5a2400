/** A disease, or a finding that the note speaks of as a problem. */

import type { Condition } from 'fhir/r4.js';
import type { ExtractEntry } from '../app/extract.js';
import { coded, conceptOf, isSure, notesOf } from './elements.js';
import { decidedBy, says } from './phrases.js';
import type { About } from './resource.js';
import { isPast, standingOf } from './standing.js';
import { CONDITION_CATEGORY, CONDITION_CLINICAL, CONDITION_VERIFICATION } from './systems.js';

export function conditionOf(entry: ExtractEntry, { base, patient, date }: About): Condition {
  return {
    resourceType: 'Condition',
    ...base,
    ...(hasClinicalStatus(entry) && { clinicalStatus: coded(CONDITION_CLINICAL, clinicalStatus(entry)) }),
    verificationStatus: coded(CONDITION_VERIFICATION, verification(entry)),
    ...(standingOf(entry) !== 'negated' && { category: [coded(CONDITION_CATEGORY, category(entry))] }),
    code: conceptOf(entry),
    subject: patient,
    ...(date && { recordedDate: date }),
    note: notesOf(entry),
  };
}

/** A disease that is denied, in doubt or one of several is never "active". */
function hasClinicalStatus(entry: ExtractEntry): boolean {
  return standingOf(entry) === 'affirmed' && entry.context.certainty?.value !== 'differential';
}

function verification(entry: ExtractEntry): string {
  const standing = standingOf(entry);
  const certainty = entry.context.certainty?.value;
  if (standing === 'negated') return 'refuted';
  if (certainty === 'differential') return 'differential';
  if (standing !== 'affirmed' || !isSure(entry)) return 'unconfirmed';
  return certainty === 'confirmed' ? 'confirmed' : 'provisional';
}

function clinicalStatus(entry: ExtractEntry): string {
  if (!isPast(entry)) return says(entry, 'recurrence') ? 'recurrence' : 'active';
  if (says(entry, 'remission')) return 'remission';
  return decidedBy(entry, 'resolved') ? 'resolved' : 'inactive';
}

/** con-3: an item of the problem list has a clinical status. */
function category(entry: ExtractEntry): string {
  const { temporality, role } = entry.context;
  const isListed = temporality?.value !== 'current' || role?.value === 'history';
  return isListed && hasClinicalStatus(entry) ? 'problem-list-item' : 'encounter-diagnosis';
}
