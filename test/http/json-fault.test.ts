import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonFault } from '../../server/http/json-fault.js';
import { type Served, serve } from './serve.js';

const FAULTS: readonly (readonly [text: string, line: number, column: number])[] = [
  ['{"text": "pain"', 1, 16],
  ['{"text": "pain",}', 1, 17],
  ['{"text": pain}', 1, 10],
  ["{'text': 'pain'}", 1, 2],
  ['{\n  "text": "pain"\n  "explain": true\n}', 3, 3],
  ['{"text": "pain"} {}', 1, 18],
  ['{"text": "pain" /* none */}', 1, 17],
  ['{"text": "a\tb"}', 1, 10],
  ['  \r\n ', 2, 2],
];

describe('a body that is no JSON', () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  it('is told where it breaks', () => {
    for (const [text, line, column] of FAULTS) assert.deepEqual(jsonFault(text), { line, column }, text);
  });

  it('is found broken just where JSON.parse does', () => {
    const character = fc.constantFrom(...'{}[]",:0129.-+eE\\/untrfalse \t\n\u00a0\u2028x');
    const broken = fc.oneof(
      fc.string({ unit: character, maxLength: 12 }),
      fc.tuple(fc.json(), fc.nat(), character).map(([text, at, added]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + added + text.slice(place);
      }),
    );
    fc.assert(
      fc.property(broken, (text) => {
        assert.equal(jsonFault(text) === undefined, isJson(text), text);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is answered with the place, and nothing of it', async () => {
    const response = await served.post('/v1/extract/concepts', '{"text": "Zanzibarius",\n "explain": Zanzibarius}');
    const { error } = (await response.json()) as { error: { message: string; details: unknown } };
    assert.equal(response.status, 400);
    assert.match(error.message, /invalid JSON/);
    assert.deepEqual(error.details, [{ pointer: '', rule: 'must be valid JSON: it is not at line 2, column 13' }]);
  });

  it('is told from a value that is no object', async () => {
    const response = await served.post('/v1/extract/concepts', '"pain"');
    const { error } = (await response.json()) as { error: { details: unknown } };
    assert.deepEqual(error.details, [{ pointer: '', rule: 'must be a JSON object' }]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
