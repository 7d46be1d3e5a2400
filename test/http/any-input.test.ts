import assert from 'node:assert/strict';
import fc from 'fast-check';
import { errorAnswerSchema } from '../../server/http/answer-schemas.js';
import { type Served, serve } from './serve.js';

const PATHS = ['/v1/extract/concepts', '/v1/extract/contexts'] as const;
const RUNS = { numRuns: 150 };

describe('whatever a client sends', () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  async function isAnswered(path: string, body: string | Uint8Array): Promise<void> {
    const response = await served.post(path, body);
    const answer: unknown = await response.json();
    assert.ok(response.status === 200 || response.status === 400, String(response.status));
    if (response.status === 400) assert.deepEqual(errorAnswerSchema().parse(answer), answer);
  }

  it('any JSON is answered with 200 or 400', async () => {
    await fc.assert(fc.asyncProperty(fc.constantFrom(...PATHS), fc.json(), isAnswered), RUNS);
  });

  it('any value in the known members is answered with 200 or 400', async () => {
    const item = fc.record(
      { span: fc.anything(), code: fc.anything(), start: fc.anything(), end: fc.anything() },
      { requiredKeys: [] },
    );
    const request = fc.record(
      {
        text: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
        language: fc.anything(),
        concepts: fc.oneof(fc.array(item), fc.anything()),
        note_date: fc.anything(),
        explain: fc.anything(),
      },
      { requiredKeys: ['text'] },
    );
    const toJson = (value: unknown) =>
      JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), request, (path, body) => isAnswered(path, toJson(body))),
      RUNS,
    );
  });

  it('any bytes are answered with 400', async () => {
    await fc.assert(fc.asyncProperty(fc.constantFrom(...PATHS), fc.uint8Array({ maxLength: 500 }), isAnswered), RUNS);
  });

  it('any text is answered with 200 when it has two characters and can be stored', async () => {
    const text = fc
      .string({ unit: 'binary', minLength: 2, maxLength: 2_000 })
      .filter((each) => !each.includes('\0') && each.trim().length > 3);
    await fc.assert(
      fc.asyncProperty(text, async (note) => {
        assert.equal((await served.post(PATHS[0], { text: note })).status, 200);
      }),
      RUNS,
    );
  });
});
