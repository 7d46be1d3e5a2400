import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExtractEntry } from '../../server/app/extract.js';
import * as examples from '../../server/http/examples.js';
import { fhirAnswerExample } from '../../server/http/fhir-example.js';
import {
  brokenRules,
  countsAsPresent,
  danglingReferences,
  mentionOf,
  resourcesOf,
  schemaFaults,
} from '../support/fhir.js';
import { testService } from '../support/service.js';

const NOTES = fileURLToPath(new URL('../../../test/fixtures/notes/', import.meta.url));
const FILES = readdirSync(NOTES).filter((name) => name.endsWith('.txt'));
/** Kinds that are no reading of a note. */
const ORIGIN = ['Patient', 'Device', 'Provenance'];

/** Sentences in which what is named is not the patient's, each with why. */
const MISLEADING = [
  'Denies chest pain. No asthma. Stroke was ruled out. Not taking aspirin. No MRI was done. Troponin negative.',
  'Mother has type 2 diabetes. No family history of glaucoma. Brother: possible gout. Wife has dementia.',
  'Donor had hepatitis B. His room-mate has influenza.',
  'Return if bleeding occurs. At risk of falls. Screening for diabetes. Patient education on asthma.',
  "Pas de fièvre ni toux. N'a plus de nausées. Père décédé d'un infarctus du myocarde. Reconsulter si dyspnée. Arrêt du bisoprolol.",
  "Allergies: none known. No penicillin allergy. Pas d'allergie au latex. NKDA.",
];

describe('the notes of the repository as FHIR', () => {
  const service = testService();
  const ask = async (body: object, accept: string) => {
    const response = await service.running.post('/v1/extract', body, { Accept: accept });
    assert.equal(response.status, 200);
    return response.text();
  };
  const asFhir = (body: object) => ask(body, 'application/fhir+json');
  const asJson = async (text: string) =>
    (JSON.parse(await ask({ text }, 'application/json')) as { spans: ExtractEntry[] }).spans;

  function judged(bundle: unknown): void {
    assert.deepEqual(schemaFaults(bundle), []);
    assert.deepEqual(brokenRules(bundle), []);
    assert.deepEqual(danglingReferences(bundle), []);
  }

  /** A Bundle without the versions of its Device, which are those of the shipped data. */
  function withoutVersions(bundle: unknown) {
    return JSON.parse(JSON.stringify(bundle, (name, value) => (name === 'version' ? undefined : value)));
  }

  /** One resource for each span, in their order. */
  function paired(spans: readonly ExtractEntry[], bundle: unknown) {
    const resources = resourcesOf(bundle).filter(({ resourceType }) => !ORIGIN.includes(resourceType));
    assert.deepEqual(
      resources.map((resource) => [mentionOf(resource).start, mentionOf(resource).end]),
      spans.map(({ start, end }) => [start, end]),
    );
    return spans.map((span, i) => ({ span, resource: resources[i] }));
  }

  function isOfPatient({ context }: ExtractEntry): boolean {
    const { assertion, certainty, subject } = context;
    return assertion?.value !== 'negated' && certainty !== null && subject?.value === 'patient';
  }

  for (const file of FILES) {
    it(`keep the schema, the invariants and the references, and have every span once: ${file}`, async () => {
      const text = readFileSync(NOTES + file, 'utf8');
      const bundle = JSON.parse(await asFhir({ text }));
      judged(bundle);
      for (const { span, resource } of paired(await asJson(text), bundle)) {
        if (!isOfPatient(span)) assert.ok(!countsAsPresent(resource), JSON.stringify(resource));
      }
    });
  }

  for (const text of MISLEADING) {
    it(`make nothing present of what is not the patient's: ${text.slice(0, 40)}`, async () => {
      const bundle = JSON.parse(await asFhir({ text, patient: 'Patient/7', note_date: '2026-01-31' }));
      judged(bundle);
      const pairs = paired(await asJson(text), bundle);
      assert.ok(pairs.length > 0);
      for (const { span, resource } of pairs) {
        if (!isOfPatient(span)) assert.ok(!countsAsPresent(resource), JSON.stringify(resource));
      }
    });
  }

  it('are the same bytes each time', async () => {
    const text = readFileSync(NOTES + FILES[0], 'utf8');
    assert.equal(await asFhir({ text }), await asFhir({ text }));
  });

  it('are what the example of the documentation shows', async () => {
    const bundle = JSON.parse(await asFhir(examples.extractRequestExample));
    judged(bundle);
    assert.deepEqual(withoutVersions(bundle), withoutVersions(fhirAnswerExample));
  });
});
