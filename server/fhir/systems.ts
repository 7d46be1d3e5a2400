/** Code systems, canonical names and the concepts that the mapping itself writes. */

import type { Coding } from 'fhir/r4.js';

export const SNOMED_CT = 'http://snomed.info/sct';
export const UCUM = 'http://unitsofmeasure.org';

const HL7 = 'http://terminology.hl7.org/CodeSystem';
export const CONDITION_CLINICAL = `${HL7}/condition-clinical`;
export const CONDITION_VERIFICATION = `${HL7}/condition-ver-status`;
export const CONDITION_CATEGORY = `${HL7}/condition-category`;
export const ALLERGY_CLINICAL = `${HL7}/allergyintolerance-clinical`;
export const ALLERGY_VERIFICATION = `${HL7}/allergyintolerance-verification`;
export const DATA_ABSENT = `${HL7}/data-absent-reason`;
export const ROLE_CODE = `${HL7}/v3-RoleCode`;
export const PROVENANCE_AGENT = `${HL7}/provenance-participant-type`;

/** The extension of HL7 that says why an element has no value. */
export const DATA_ABSENT_EXTENSION = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

const OWN = 'urn:clinical-concept-extraction:fhir';
/** Extension: where the note names it, and how sure the service is. */
export const MENTION = `${OWN}:mention`;
/** Extension: one axis of the context, with the words that decided it. */
export const AXIS = `${OWN}:axis`;
/** System of the tag on what a person must review. */
export const REVIEW = `${OWN}:review`;
/** System of the codes of Basic: why a span is no clinical resource. */
export const NOT_CLINICAL = `${OWN}:not-clinical`;

const snomed = (code: string, display: string): Coding => ({ system: SNOMED_CT, code, display });

/** The values of an Observation of a finding. */
export const PRESENT = snomed('52101004', 'Present');
export const ABSENT = snomed('2667000', 'Absent');
export const POSSIBLE = snomed('410590009', 'Known possible');
export const IN_THE_PAST = snomed('410513005', 'In the past');
/** The value of a test that found nothing. */
export const NEGATIVE = snomed('260385009', 'Negative');

/** The parts of a blood pressure. */
export const PRESSURES = {
  systolic: snomed('271649006', 'Systolic blood pressure'),
  diastolic: snomed('271650006', 'Diastolic blood pressure'),
} as const;
