import assert from 'node:assert/strict';
import { conceptsAnswerSchema, contextsAnswerSchema } from '../../server/http/answer-schemas.js';
import { painService, type Served, serve } from './serve.js';

describe('the two operations', () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  it('answer a note with exactly the documented members', async () => {
    const response = await served.post('/v1/extract/concepts', { text: 'Has pain.' });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual(await response.json(), {
      concepts: [
        {
          span: 'pain',
          start: 4,
          end: 8,
          candidates: [{ code: '22253000', display: 'Pain', semantic_tag: 'finding', cosine: 0.9 }],
          code: '22253000',
          cosine: 0.9,
          margin: 0.9,
          concept_confidence: 0.9,
          status: 'resolved',
        },
      ],
      language: 'en',
    });
  });

  it('answer submitted spans with exactly five axes, in the order of the contract', async () => {
    const response = await served.post('/v1/extract/contexts', { text: 'Has pain.', concepts: [{ span: 'pain' }] });
    assert.equal(response.status, 200);
    const body = (await response.json()) as { contexts: { code: null; context: object }[] };
    assert.deepEqual(Object.keys(body), ['contexts']);
    assert.equal(body.contexts[0]?.code, null);
    assert.deepEqual(Object.keys(body.contexts[0]?.context ?? {}), [
      'assertion',
      'subject',
      'temporality',
      'certainty',
      'role',
    ]);
  });

  it('give a note without concepts an empty list', async () => {
    const response = await served.post('/v1/extract/concepts', { text: 'Well.' });
    assert.deepEqual(await response.json(), { concepts: [], language: 'en' });
  });

  it('add explain and meta only when asked', async () => {
    const asked = (await (
      await served.post('/v1/extract/concepts', { text: 'pain', explain: true })
    ).json()) as Explained;
    assert.deepEqual(asked.meta, {
      model: 'model 1',
      terminology: 'release é 2',
      lexicon: '3',
      timings: { detect: 1 },
    });
    assert.equal(asked.concepts[0]?.explain?.tier, 'exact');
    assert.deepEqual(conceptsAnswerSchema.parse(asked), asked);
    const request = { text: 'pain', concepts: [{ span: 'pain', start: 0, end: 4 }], explain: true };
    const contexts = await (await served.post('/v1/extract/contexts', request)).json();
    assert.deepEqual(contextsAnswerSchema.parse(contexts), contexts);
  });

  it('carry the versions, the limit and the request id in their headers', async () => {
    const { headers } = await served.post('/v1/extract/concepts', { text: 'pain' }, { 'X-Request-Id': 'abc-1._Z' });
    assert.equal(headers.get('x-model-version'), 'model 1');
    assert.equal(headers.get('x-terminology-version'), 'release ? 2');
    assert.equal(headers.get('x-lexicon-version'), '3');
    assert.equal(headers.get('ratelimit-policy'), '"default";q=60;w=60');
    assert.equal(headers.get('ratelimit'), '"default";r=57;t=23');
    assert.equal(headers.get('x-request-id'), 'abc-1._Z');
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  it('replace a request id that is not sane', async () => {
    const { headers } = await served.post('/v1/extract/concepts', { text: 'pain' }, { 'X-Request-Id': 'a b"<script>' });
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });

  it('hand the service the request with its defaults, without unknown members', async () => {
    const seen: unknown[] = [];
    const extractContexts: typeof painService.extractContexts = (request, signal) => {
      seen.push(request);
      return painService.extractContexts(request, signal);
    };
    const other = await serve({ service: { ...painService, extractContexts } });
    const request = {
      text: 'pain',
      concepts: [{ span: 'pain', code: null, colour: 'red' }],
      note_date: '2024-02-29',
      size: 1,
    };
    assert.equal((await other.post('/v1/extract/contexts', request)).status, 200);
    await other.close();
    const concepts = [{ span: 'pain', code: null }];
    assert.deepEqual(seen, [{ text: 'pain', language: 'auto', concepts, note_date: '2024-02-29', explain: false }]);
  });
});

interface Explained {
  readonly meta: unknown;
  readonly concepts: readonly { readonly explain?: { readonly tier: string } }[];
}
