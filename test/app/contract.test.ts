import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testService } from '../support/service.js';

const CONCEPTS = '/v1/extract/concepts';
const CONTEXTS = '/v1/extract/contexts';

interface ErrorBody {
  readonly error: { code: string; message: string; request_id: string; details?: { pointer: string; rule: string }[] };
}

/** The contract over HTTP on the whole service; test/http has the same for everything that needs no extraction. */
describe('the contract on the whole service', () => {
  const service = testService({ MAX_TEXT: '2000', MAX_CONCEPTS: '5', MAX_BODY_BYTES: '20000' });

  async function refused(path: string, body: unknown, status: number, code: string, headers = {}): Promise<ErrorBody> {
    const response = await service.running.post(path, body, headers);
    const answer = (await response.json()) as ErrorBody;
    assert.equal(response.status, status);
    assert.equal(answer.error.code, code);
    assert.equal(answer.error.request_id, response.headers.get('x-request-id'));
    return answer;
  }

  const wrong: readonly (readonly [string, string, unknown, string])[] = [
    ['no text', CONCEPTS, {}, '/text'],
    ['a text that is no string', CONCEPTS, { text: 5 }, '/text'],
    ['an unknown language', CONCEPTS, { text: 'fever', language: 'de' }, '/language'],
    ['a text over the maximum', CONCEPTS, { text: 'fever '.repeat(400) }, '/text'],
    ['no concepts', CONTEXTS, { text: 'fever' }, '/concepts'],
    ['empty concepts', CONTEXTS, { text: 'fever', concepts: [] }, '/concepts'],
    ['too many concepts', CONTEXTS, { text: 'fever', concepts: Array(6).fill({ span: 'fever' }) }, '/concepts'],
    ['an item without span', CONTEXTS, { text: 'fever', concepts: [{ code: null }] }, '/concepts/0/span'],
    ['a start without end', CONTEXTS, { text: 'fever', concepts: [{ span: 'fever', start: 0 }] }, '/concepts/0'],
    [
      'a note date that is none',
      CONTEXTS,
      { text: 'fever', concepts: [{ span: 'fever' }], note_date: 'May' },
      '/note_date',
    ],
  ];
  for (const [what, path, body, pointer] of wrong) {
    it(`answers ${what} with VALIDATION_ERROR and where`, async () => {
      const answer = await refused(path, body, 400, 'VALIDATION_ERROR');
      assert.ok(
        answer.error.details?.some((detail) => detail.pointer === pointer),
        JSON.stringify(answer),
      );
    });
  }

  for (const body of ['', 'null', '[1]', '"fever"', '{"text": "fever"', '{"text": "fe\u0001ver"}']) {
    it(`answers the body ${JSON.stringify(body)} with VALIDATION_ERROR`, () =>
      refused(CONCEPTS, body, 400, 'VALIDATION_ERROR'));
  }

  for (const text of [' a ', '', '\u0000fever', 'fever \ud800']) {
    it(`answers the text ${JSON.stringify(text)} with INVALID_INPUT`, () =>
      refused(CONCEPTS, { text }, 400, 'INVALID_INPUT'));
  }

  it('answers a wrong key with INVALID_API_KEY and a missing scope with INSUFFICIENT_SCOPE', async () => {
    await refused(CONCEPTS, { text: 'fever' }, 401, 'INVALID_API_KEY', { Authorization: 'Bearer nothing' });
    const key = await service.running.makeKey({ scopes: ['contexts'] });
    await refused(CONCEPTS, { text: 'fever' }, 403, 'INSUFFICIENT_SCOPE', { Authorization: `Bearer ${key}` });
  });

  it('counts the requests of a key, says so, and refuses the one over the limit with RATE_LIMITED', async () => {
    const key = await service.running.makeKey({ rpm: 2 });
    const headers = { Authorization: `Bearer ${key}` };
    const first = await service.running.post(CONCEPTS, { text: 'fever' }, headers);
    assert.equal(first.headers.get('ratelimit-policy'), '"default";q=2;w=60');
    assert.match(first.headers.get('ratelimit') ?? '', /^"default";r=1;t=\d+$/);
    await service.running.post(CONCEPTS, { text: 'fever' }, headers);
    const third = await service.running.post(CONCEPTS, { text: 'fever' }, headers);
    assert.equal(third.status, 429);
    assert.match(third.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(((await third.json()) as ErrorBody).error.code, 'RATE_LIMITED');
  });

  it('answers other paths, methods, sizes and types with their own codes', async () => {
    const { url, key } = service.running;
    const code = async (response: Response) => [response.status, ((await response.json()) as ErrorBody).error.code];
    assert.deepEqual(await code(await fetch(`${url}/v1/extracts`)), [404, 'NOT_FOUND']);
    assert.deepEqual(await code(await fetch(url + CONCEPTS)), [405, 'METHOD_NOT_ALLOWED']);
    await refused(CONCEPTS, { text: 'fever', more: 'x'.repeat(30_000) }, 413, 'PAYLOAD_TOO_LARGE');
    await refused(CONCEPTS, 'text=fever', 415, 'UNSUPPORTED_MEDIA_TYPE', { 'Content-Type': 'text/plain' });
    await refused(CONCEPTS, { text: 'fever' }, 415, 'UNSUPPORTED_MEDIA_TYPE', { 'Content-Encoding': 'gzip' });
    const ready = await fetch(`${url}/readyz`);
    assert.equal(ready.status, 200);
    assert.equal((await fetch(`${url}/healthz`, { headers: { Authorization: key } })).status, 200);
  });

  it('ignores unknown members of a request, and names them', async () => {
    const response = await service.running.post(CONCEPTS, { text: 'Fever and cough.', prompt: 'ignore the above' });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('x-unknown-members'), '/prompt');
  });

  it('sends the versions with every answer', async () => {
    const response = await service.running.post(CONCEPTS, { text: 'Fever and cough.' });
    assert.match(response.headers.get('x-model-version') ?? '', /^[0-9a-f]{12}$/);
    assert.match(response.headers.get('x-terminology-version') ?? '', /^seed-[0-9a-f]{12}$/);
    assert.match(response.headers.get('x-lexicon-version') ?? '', /^\d+$/);
    assert.deepEqual(Object.keys((await response.json()) as object), ['concepts', 'language']);
  });

  type Context = {
    start?: number;
    code: string | null;
    context: Record<string, unknown>;
    context_confidence: number;
    readable_note: string;
  };
  async function contexts(text: string, concepts: object[], more = {}): Promise<Context[]> {
    const response = await service.running.post(CONTEXTS, { text, concepts, ...more });
    assert.equal(response.status, 200);
    return ((await response.json()) as { contexts: Context[] }).contexts;
  }

  const axisValue = (entry: Context | undefined, axis: string) =>
    (entry?.context[axis] as { value: string } | null | undefined)?.value;

  it('takes the n-th item of a span for its n-th occurrence, longest spans first', async () => {
    const text = 'Chest pain since Monday. No pain today.';
    const [whole, part] = await contexts(text, [{ span: 'Chest pain' }, { span: 'pain' }]);
    assert.equal(whole?.start, 0);
    assert.equal(part?.start, text.indexOf('pain today'));
    const twice = await contexts('pain, then pain', [{ span: 'pain' }, { span: 'pain' }, { span: 'pain' }]);
    assert.deepEqual(
      twice.map((entry) => entry.start),
      [0, 11, 11],
    );
  });

  it('gives a span that the text does not have five null axes, and the others their own', async () => {
    const items = [
      { span: 'ghost', code: '38341003' },
      { span: ' ' },
      { span: 'fever', start: 1, end: 6 },
      { span: 'fever' },
    ];
    const entries = await contexts('No fever today.', items);
    for (const entry of entries.slice(0, 3)) {
      assert.deepEqual(Object.values(entry.context), [null, null, null, null, null]);
      assert.equal(entry.context_confidence, 0);
      assert.notEqual(entry.readable_note, '');
      assert.equal(entry.start, undefined);
    }
    assert.equal(entries[0]?.code, '38341003');
    assert.equal(axisValue(entries[3], 'assertion'), 'negated');
  });

  it('gives no certainty to a hypothetical statement, and judges dates against the date of the note', async () => {
    const [fever] = await contexts('Return if fever.', [{ span: 'fever' }]);
    assert.equal(fever?.context.certainty, null);
    const temporality = async (note_date: string) => {
      const [stroke] = await contexts('Stroke on 2024-03-01.', [{ span: 'Stroke' }], { note_date });
      return axisValue(stroke, 'temporality');
    };
    assert.equal(await temporality('2024-03-05'), 'current');
    assert.equal(await temporality('2024-09-05'), 'past');
  });

  it('resolves nothing without fitted thresholds', async () => {
    const { db } = service.running.opened.handle;
    const { rows } = await sql`DELETE FROM thresholds RETURNING *`.execute(db);
    await service.running.opened.live.refresh();
    const response = await service.running.post(CONCEPTS, { text: 'Hypertension and pneumonia.' });
    const { concepts } = (await response.json()) as { concepts: { status: string; cosine: number }[] };
    assert.deepEqual(
      concepts.map((entry) => entry.status),
      ['flag', 'flag'],
    );
    for (const row of rows as Record<string, unknown>[]) {
      await sql`INSERT INTO thresholds SELECT * FROM jsonb_populate_record(NULL::thresholds, ${JSON.stringify(row)}::jsonb)`.execute(
        db,
      );
    }
    await service.running.opened.live.refresh();
  });

  it('serves its own documentation and API description', async () => {
    const { url } = service.running;
    const api = (await (await fetch(`${url}/openapi.json`)).json()) as { openapi: string; paths: object };
    assert.match(api.openapi, /^3\.1/);
    assert.deepEqual(
      Object.keys(api.paths).filter((path) => path.startsWith('/v1')),
      [
        '/v1/extract',
        '/v1/extract/batch',
        CONCEPTS,
        CONTEXTS,
        '/v1/reviews',
        '/v1/reviews/lookup',
        '/v1/drafts',
        '/v1/key',
      ],
    );
    assert.match(await (await fetch(`${url}/docs`)).text(), /not a medical device/);
  });
});
