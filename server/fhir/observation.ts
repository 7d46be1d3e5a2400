/** What was seen or measured. */

import type { CodeableConcept, Coding, Observation, ObservationComponent } from 'fhir/r4.js';
import type { ExtractEntry } from '../app/extract.js';
import type { Quantity } from '../domain/readings.js';
import { coded, conceptOf, fhirString, isSure, measured, notesOf, unknown } from './elements.js';
import { isMeasure } from './kind.js';
import { decidedBy } from './phrases.js';
import type { About } from './resource.js';
import { isCertain, isPast, standingOf } from './standing.js';
import { ABSENT, DATA_ABSENT, IN_THE_PAST, NEGATIVE, POSSIBLE, PRESENT, PRESSURES } from './systems.js';

/** A finding always says in its value whether it is present. */
export function observationOf(entry: ExtractEntry, { base, patient, date }: About): Observation {
  const isOfNote = date !== undefined && !isPast(entry);
  return {
    resourceType: 'Observation',
    ...base,
    status: statusOf(entry),
    code: conceptOf(entry),
    subject: patient,
    ...(isOfNote ? { effectiveDateTime: date } : { _effectiveDateTime: unknown() }),
    ...(isMeasure(entry) ? result(entry) : presence(entry)),
    note: notesOf(entry),
  };
}

function statusOf(entry: ExtractEntry): Observation['status'] {
  if (isNotDone(entry)) return 'cancelled';
  if (isMeasure(entry) && hasValues(entry) && !entry.values?.length) return 'unknown';
  return isSure(entry) && isCertain(entry) ? 'final' : 'preliminary';
}

/** A test that the note denies without a result was not done. */
function isNotDone(entry: ExtractEntry): boolean {
  return isMeasure(entry) && standingOf(entry) === 'negated' && !decidedBy(entry, 'negative');
}

/** Whether the numbers behind a span are those of its resource: a denied one has none. */
export function hasValues(entry: ExtractEntry): boolean {
  return standingOf(entry) !== 'negated';
}

type Value = Pick<Observation, 'valueCodeableConcept' | 'dataAbsentReason' | 'component'>;

function presence(entry: ExtractEntry): Value {
  const valueCodeableConcept = valued(presenceCode(entry));
  const { values = [] } = entry;
  if (!hasValues(entry) || values.length === 0) return { valueCodeableConcept };
  // obs-7: beside a value, no component has the code of the Observation.
  const code = { text: fhirString(entry.span) };
  return { valueCodeableConcept, component: values.map((value) => part(value, code)) };
}

function presenceCode(entry: ExtractEntry): Coding {
  const standing = standingOf(entry);
  if (standing === 'negated') return ABSENT;
  if (!isCertain(entry)) return POSSIBLE;
  return isPast(entry) ? IN_THE_PAST : PRESENT;
}

function result(entry: ExtractEntry): Value & Partial<ReturnType<typeof measured>> {
  if (isNotDone(entry)) return { dataAbsentReason: coded(DATA_ABSENT, 'not-performed') };
  if (standingOf(entry) === 'negated') return { valueCodeableConcept: valued(NEGATIVE) };
  const [first, ...others] = entry.values ?? [];
  if (first === undefined) return { dataAbsentReason: coded(DATA_ABSENT, 'unknown') };
  if (others.length === 0 && first.component === null) return measured(first);
  return { component: [first, ...others].map((value) => part(value, conceptOf(entry))) };
}

function part(value: Quantity, code: CodeableConcept): ObservationComponent {
  const pressure = value.component && PRESSURES[value.component];
  return { code: pressure === null ? code : { coding: [pressure] }, ...measured(value) };
}

function valued(coding: Coding): CodeableConcept {
  return { coding: [coding] };
}
