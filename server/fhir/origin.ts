/** Whose the Bundle is and what made it. */

import type { Device, Patient, Provenance } from 'fhir/r4.js';
import type { Versions } from '../domain/versions.js';
import { coded, fhirString, unknown } from './elements.js';
import { PROVENANCE_AGENT } from './systems.js';

/** A Patient of whom nothing is known. */
export function unknownPatient(id: string): Patient {
  return { resourceType: 'Patient', id, name: [{ _text: unknown() }], _birthDate: unknown() };
}

/** The service, with what it answered by. */
export function deviceOf(id: string, { model, terminology, lexicon }: Versions): Device {
  const versions = Object.entries({ model, terminology, lexicon });
  return {
    resourceType: 'Device',
    id,
    deviceName: [{ name: 'clinical-concept-extraction', type: 'model-name' }],
    type: { text: 'Software' },
    version: versions.map(([text, value]) => ({ type: { text }, value: fhirString(value) })),
  };
}

/** Says of all resources that software read them from a note. No clock is read: the receiver knows when. */
export function provenanceOf(id: string, device: string, targets: readonly string[]): Provenance {
  return {
    resourceType: 'Provenance',
    id,
    target: targets.map((reference) => ({ reference })),
    _recorded: unknown(),
    agent: [{ type: coded(PROVENANCE_AGENT, 'assembler'), who: { reference: device, type: 'Device' } }],
    entity: [{ role: 'source', what: { display: 'The note of the request' } }],
  } as Omit<Provenance, 'recorded'> as Provenance;
}
