import assert from 'node:assert/strict';
import { once } from 'node:events';
import { makeApiKey } from '../../server/app/api-keys.js';
import { resourcesOf, schemaFaults } from '../support/fhir.js';
import { knownKeys, outcome, painService, type Served, serve } from './serve.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const FHIR_TYPE = 'application/fhir+json; charset=utf-8';

describe('the format of extract', () => {
  const half = makeApiKey();
  const key = makeApiKey();
  let served: Served;
  before(async () => {
    served = await serve({ key, keys: knownKeys({ secret: key }, { secret: half, scopes: ['concepts'] }) });
  });
  after(() => served.close());

  const ask = (body: object, headers: Record<string, string> = {}) =>
    served.post('/v1/extract', { text: 'Has pain.', ...body }, headers);
  const typeOf = async (body: object, accept: string) =>
    (await ask(body, { Accept: accept })).headers.get('content-type');

  it('is what Accept prefers, and JSON where it names none that there is', async () => {
    for (const accept of [
      'application/fhir+json',
      'application/fhir+json; fhirVersion=4.0',
      'application/fhir+json;charset=utf-8',
      'application/json;q=0.5, application/fhir+json',
    ])
      assert.equal(await typeOf({}, accept), FHIR_TYPE, accept);
    for (const accept of ['*/*', 'application/json', 'text/html', 'application/*', 'application/fhir+json;q=0.5, */*'])
      assert.equal(await typeOf({}, accept), JSON_TYPE, accept);
  });

  it('is what format says, whatever Accept prefers', async () => {
    assert.equal(await typeOf({ format: 'fhir' }, '*/*'), FHIR_TYPE);
    assert.equal(await typeOf({ format: 'json' }, 'application/fhir+json'), JSON_TYPE);
  });

  it('stops asking for OMOP rows when nobody waits for them any more', async () => {
    const signals: AbortSignal[] = [];
    const siteConcepts: typeof painService.siteConcepts = async (_, signal) => {
      signals.push(signal);
      await once(signal, 'abort');
      throw signal.reason;
    };
    const slow = await serve({ service: { ...painService, siteConcepts }, limits: { DEADLINE_MS: 100 } });
    const answer = await slow.post('/v1/extract', { text: 'Has pain.', format: 'omop' });
    assert.equal(await outcome(answer), '503 NLP_UNAVAILABLE');
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true],
    );
    await slow.close();
  });

  it('leaves the JSON answer as it is', async () => {
    const plain = await (await ask({})).text();
    assert.equal(await (await ask({ format: 'json', patient: 'Patient/1' })).text(), plain);
    assert.match(plain, /^\{"language":"en","spans":\[\{"span":"pain",/);
  });

  it('is a Bundle with the versions in the headers and the spans counted in the log', async () => {
    const response = await ask({ format: 'fhir' });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('x-lexicon-version'), '3');
    assert.deepEqual(schemaFaults(await response.json()), []);
    assert.equal(JSON.parse(served.logs.at(-1) ?? '{}').entries, 1);
  });

  it('keeps only and offsets', async () => {
    const text = '🙂 pain';
    const fhir = { text, format: 'fhir', offsets: 'codepoint' };
    assert.match(await (await ask(fhir)).text(), /"url":"start","valueUnsignedInt":2\}/);
    const none = await (await ask({ ...fhir, only: { subject: ['family'] } })).json();
    assert.deepEqual(
      resourcesOf(none).map(({ resourceType }) => resourceType),
      ['Patient', 'Device', 'Provenance'],
    );
  });

  it('refers to the Patient who is given, and holds one of whom nothing is known where none is', async () => {
    const patients = [
      'Patient/7',
      'https://hospital.example/fhir/Patient/a-1.b',
      'urn:uuid:0c2b3d6a-5b3e-4f5f-8a53-1d1f6c6f1a11',
    ];
    for (const patient of patients) {
      const bundle = await (await ask({ format: 'fhir', patient })).json();
      assert.ok(!resourcesOf(bundle).some(({ resourceType }) => resourceType === 'Patient'));
    }
  });

  it('refuses what it does not know, in the shape of every error', async () => {
    const refused = async (body: object, pointer: string) => {
      const response = await ask(body, { Accept: 'application/fhir+json' });
      assert.equal(response.status, 400);
      assert.equal(response.headers.get('content-type'), JSON_TYPE);
      const { error } = (await response.json()) as { error: { details: { pointer: string }[] } };
      assert.deepEqual(
        error.details.map((detail) => detail.pointer),
        [pointer],
      );
    };
    await refused({ format: 'xml' }, '/format');
    await refused({ explain: true }, '/explain');
    for (const patient of [
      'Smith',
      'Patient/',
      'Group/1',
      'Patient/1 2',
      'javascript:Patient/1',
      7,
      `Patient/${'a'.repeat(65)}`,
    ])
      await refused({ patient }, '/patient');
  });

  it('needs both scopes', async () => {
    const response = await ask({ format: 'fhir' }, { Authorization: `Bearer ${half}` });
    assert.equal(await outcome(response), '403 INSUFFICIENT_SCOPE');
  });
});
