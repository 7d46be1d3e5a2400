/** The answer of `extract` as a Bundle of FHIR R4 (docs/fhir.md). Nothing here depends on a clock or on chance. */

import type { Bundle, BundleEntry, FhirResource, Reference } from 'fhir/r4.js';
import type { ExtractEntry } from '../app/extract.js';
import { offsetsOf } from '../domain/offsets.js';
import { mapInSlices } from '../slices.js';
import { allergyIntoleranceOf } from './allergy-intolerance.js';
import { basicOf, reactionOf } from './basic.js';
import { conditionOf } from './condition.js';
import { metaOf } from './elements.js';
import { type Carried, extensionsOf } from './extensions.js';
import { familyMemberHistoryOf, isListed } from './family-member-history.js';
import { identities, nameOf } from './identity.js';
import { medicationStatementOf } from './medication-statement.js';
import { hasValues, observationOf } from './observation.js';
import { deviceOf, provenanceOf, unknownPatient } from './origin.js';
import { procedureOf } from './procedure.js';
import { type Role, rolesOf } from './reactions.js';
import type { Answer, Request } from './request.js';
import type { About } from './resource.js';

const RESOURCES: Readonly<Record<Role['kind'], (entry: ExtractEntry, about: About) => FhirResource>> = {
  Condition: conditionOf,
  Observation: observationOf,
  Procedure: procedureOf,
  MedicationStatement: medicationStatementOf,
  AllergyIntolerance: allergyIntoleranceOf,
  FamilyMemberHistory: familyMemberHistoryOf,
  Basic: basicOf,
  Reaction: reactionOf,
};

/** One resource for each span, in their order; then what made them. */
export async function bundleOf({ spans, language, versions }: Answer, request: Request): Promise<Bundle> {
  const identify = identities(request);
  const turned = offsetsOf(request.text, request.offsets);
  const [device, provenance, someone] = ['Device', 'Provenance', 'Patient'].map(identify) as [string, string, string];
  const patient: Reference = { reference: request.patient ?? urn(someone), type: 'Patient' };
  const roles = rolesOf(spans);
  const read = await mapInSlices(spans, (entry, i) => {
    const { kind, reactions } = roles[i] as Role;
    const place = { start: turned(entry.start), end: turned(entry.end), unit: request.offsets };
    const extension = extensionsOf(entry, place, carried(kind, entry));
    const base = { id: identify(nameOf(entry)), ...metaOf(entry), extension };
    return RESOURCES[kind](entry, { base, patient, date: request.note_date, reactions });
  });
  const resources = [
    ...(request.patient === undefined ? [unknownPatient(someone)] : []),
    ...read,
    deviceOf(device, versions),
  ];
  const targets = resources.map(({ id = '' }) => urn(id));
  const entry = [...resources, provenanceOf(provenance, urn(device), targets)].map(entryOf);
  return { resourceType: 'Bundle', ...(language === 'other' ? {} : { language }), type: 'collection', entry };
}

/** What a resource of this kind has an element for. */
function carried(kind: Role['kind'], entry: ExtractEntry): Carried {
  return {
    concept: kind !== 'Basic' && kind !== 'Reaction' && (kind !== 'FamilyMemberHistory' || isListed(entry)),
    values: kind === 'Observation' && hasValues(entry),
    dosage: kind === 'MedicationStatement',
  };
}

function entryOf(resource: FhirResource): BundleEntry {
  return { fullUrl: urn(resource.id ?? ''), resource };
}

function urn(id: string): string {
  return `urn:uuid:${id}`;
}
