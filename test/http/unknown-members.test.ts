import assert from 'node:assert/strict';
import { parseConfig } from '../../server/config.js';
import { contextsRequestSchema, extractRequestSchema } from '../../server/http/schemas.js';
import { unknownMembers } from '../../server/http/unknown-members.js';
import { type Served, serve } from './serve.js';

const limits = parseConfig({});
const contexts = (body: unknown) => unknownMembers(contextsRequestSchema(limits), body);

describe('members that a request does not have', () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  it('are named with their places', () => {
    const body = { text: 'pain', colour: 1, concepts: [{ span: 'pain' }, { span: 'pain', note: 2, Start: 3 }] };
    assert.equal(contexts(body), '/colour, /concepts/1/note, /concepts/1/Start');
    assert.equal(contexts({ text: 'pain', concepts: [{ span: 'pain' }] }), undefined);
  });

  it('are counted where their name is no plain one, for it may be text of a note', () => {
    const body = JSON.parse('{"text":"pain","chest pain":1,"__proto__":2,"é":3,"a\\r\\nSet-Cookie: b":4}');
    assert.equal(contexts(body), '4 others');
    assert.equal(contexts({ text: 'pain', [`a${'b'.repeat(40)}`]: 1 }), '1 other');
  });

  it('are named ten at most', () => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`m${i}`, i]));
    assert.match(contexts(many) ?? '', /^(?:\/m\d, ){10}49990 others$/);
  });

  it('are looked for in nothing that is no request', () => {
    for (const body of [null, 1, 'text', [], [{ a: 1 }], { concepts: { a: 1 } }, { concepts: [1, null, [{ a: 1 }]] }])
      assert.equal(contexts(body), undefined, JSON.stringify(body));
    assert.equal(unknownMembers(extractRequestSchema(limits), { text: 'pain', only: { a: 1 } }), undefined);
  });

  it('are in a header of the answer, good or bad', async () => {
    const named = async (body: unknown) => {
      const response = await served.post('/v1/extract/concepts', body);
      await response.text();
      return [response.status, response.headers.get('x-unknown-members')];
    };
    assert.deepEqual(await named({ text: 'pain', colour: 'red' }), [200, '/colour']);
    assert.deepEqual(await named({ Text: 'pain' }), [400, '/Text']);
    assert.deepEqual(await named({ text: 'pain' }), [200, null]);
  });
});
