/** A span that says nothing of the patient, kept without being a clinical resource. */

import type { Basic } from 'fhir/r4.js';
import type { ExtractEntry } from '../app/extract.js';
import { fhirString } from './elements.js';
import type { About } from './resource.js';
import { standingOf, subjectOf } from './standing.js';
import { NOT_CLINICAL } from './systems.js';

const REASONS = {
  hypothetical: 'The note commits to nothing: conditional, screening, prevention, risk or education',
  'other-person': 'Of another person, no relative',
  family: 'Of a relative, and nothing that a family history lists',
  reaction: 'What an allergy did: see its AllergyIntolerance',
  unclassified: 'Of a kind that has no resource here',
} as const;
export type NotClinical = keyof typeof REASONS;

/** It has no subject: none of it is the patient's. */
export function basicOf(entry: ExtractEntry, about: About): Basic {
  return keptAs(reasonOf(entry), entry, about);
}

/** A reaction is told with its allergy; as a Condition it would be one that the patient has now. */
export function reactionOf(entry: ExtractEntry, about: About): Basic {
  return keptAs('reaction', entry, about);
}

function keptAs(code: NotClinical, entry: ExtractEntry, { base, date }: About): Basic {
  const text = fhirString(entry.readable_note);
  return {
    resourceType: 'Basic',
    ...base,
    code: { coding: [{ system: NOT_CLINICAL, code, display: REASONS[code] }], text },
    ...(date && { created: date }),
  };
}

function reasonOf(entry: ExtractEntry): NotClinical {
  if (standingOf(entry) === 'hypothetical') return 'hypothetical';
  const subject = subjectOf(entry);
  if (subject === 'patient') return 'unclassified';
  return subject === 'family' ? 'family' : 'other-person';
}
