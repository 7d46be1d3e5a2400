import assert from 'node:assert/strict';
import { type Served, serve } from './serve.js';

const CONCEPTS = '/v1/extract/concepts';
const CONTEXTS = '/v1/extract/contexts';
const span = { span: 'pain' };

type Row = readonly [why: string, path: string, body: unknown, code: string, pointers: readonly string[]];

const REFUSED: readonly Row[] = [
  ['an empty body', CONCEPTS, '', 'VALIDATION_ERROR', ['']],
  ['white space only', CONCEPTS, '  \n', 'VALIDATION_ERROR', ['']],
  ['truncated JSON', CONCEPTS, '{"text": "pain', 'VALIDATION_ERROR', ['']],
  ['null', CONCEPTS, 'null', 'VALIDATION_ERROR', ['']],
  ['a string', CONCEPTS, '"pain"', 'VALIDATION_ERROR', ['']],
  ['a number', CONCEPTS, '42', 'VALIDATION_ERROR', ['']],
  ['an array', CONCEPTS, '[1]', 'VALIDATION_ERROR', ['']],
  ['bytes that are not UTF-8', CONCEPTS, Buffer.from([0x7b, 0xff, 0xfe, 0xc0, 0x80, 0x7d]), 'VALIDATION_ERROR', ['']],
  [
    'a surrogate in UTF-8',
    CONCEPTS,
    Buffer.from('7b2274657874223a22eda080eda08022 7d'.replace(' ', ''), 'hex'),
    'VALIDATION_ERROR',
    [''],
  ],
  ['200,000 nested arrays', CONCEPTS, `{"text":"pain","x":${'['.repeat(200_000)}`, 'VALIDATION_ERROR', ['']],
  ['200,000 nested objects', CONCEPTS, '{"a":'.repeat(200_000), 'VALIDATION_ERROR', ['']],
  ['no text', CONCEPTS, {}, 'VALIDATION_ERROR', ['/text']],
  ['a number as text', CONCEPTS, { text: 12 }, 'VALIDATION_ERROR', ['/text']],
  ['null as text', CONCEPTS, { text: null }, 'VALIDATION_ERROR', ['/text']],
  ['too long a text', CONCEPTS, { text: 'a'.repeat(100_001) }, 'VALIDATION_ERROR', ['/text']],
  ['an unknown language', CONCEPTS, { text: 'pain', language: 'de' }, 'VALIDATION_ERROR', ['/language']],
  ['null as language', CONCEPTS, { text: 'pain', language: null }, 'VALIDATION_ERROR', ['/language']],
  ['explain as a string', CONCEPTS, { text: 'pain', explain: 'true' }, 'VALIDATION_ERROR', ['/explain']],
  ['two faults at once', CONCEPTS, { language: 1 }, 'VALIDATION_ERROR', ['/text', '/language']],
  ['no concepts', CONTEXTS, { text: 'pain' }, 'VALIDATION_ERROR', ['/concepts']],
  ['empty concepts', CONTEXTS, { text: 'pain', concepts: [] }, 'VALIDATION_ERROR', ['/concepts']],
  [
    'concepts that are no list',
    CONTEXTS,
    { text: 'pain', concepts: { span: 'pain' } },
    'VALIDATION_ERROR',
    ['/concepts'],
  ],
  [
    'too many concepts',
    CONTEXTS,
    { text: 'pain', concepts: Array(1_001).fill(span) },
    'VALIDATION_ERROR',
    ['/concepts'],
  ],
  ['a concept that is a string', CONTEXTS, { text: 'pain', concepts: ['pain'] }, 'VALIDATION_ERROR', ['/concepts/0']],
  [
    'a concept without span',
    CONTEXTS,
    { text: 'pain', concepts: [span, {}] },
    'VALIDATION_ERROR',
    ['/concepts/1/span'],
  ],
  [
    'a code that is a number',
    CONTEXTS,
    { text: 'pain', concepts: [{ ...span, code: 1 }] },
    'VALIDATION_ERROR',
    ['/concepts/0/code'],
  ],
  [
    'start without end',
    CONTEXTS,
    { text: 'pain', concepts: [{ ...span, start: 0 }] },
    'VALIDATION_ERROR',
    ['/concepts/0'],
  ],
  [
    'end without start',
    CONTEXTS,
    { text: 'pain', concepts: [{ ...span, end: 4 }] },
    'VALIDATION_ERROR',
    ['/concepts/0'],
  ],
  [
    'a negative start',
    CONTEXTS,
    { text: 'pain', concepts: [{ ...span, start: -1, end: 4 }] },
    'VALIDATION_ERROR',
    ['/concepts/0/start'],
  ],
  [
    'an infinite end',
    CONTEXTS,
    '{"text":"pain","concepts":[{"span":"pain","start":0,"end":1e400}]}',
    'VALIDATION_ERROR',
    ['/concepts/0/end'],
  ],
  [
    'a fraction as end',
    CONTEXTS,
    { text: 'pain', concepts: [{ ...span, start: 0, end: 0.5 }] },
    'VALIDATION_ERROR',
    ['/concepts/0/end'],
  ],
  [
    'a start that is true',
    CONTEXTS,
    { text: 'pain', concepts: [{ ...span, start: true, end: 4 }] },
    'VALIDATION_ERROR',
    ['/concepts/0/start'],
  ],
  [
    'a date that does not exist',
    CONTEXTS,
    { text: 'pain', concepts: [span], note_date: '2023-02-29' },
    'VALIDATION_ERROR',
    ['/note_date'],
  ],
  [
    'a date with a time',
    CONTEXTS,
    { text: 'pain', concepts: [span], note_date: '2023-02-02T10:00' },
    'VALIDATION_ERROR',
    ['/note_date'],
  ],
  ['version 0', CONTEXTS, { text: 'pain', concepts: [span], as_of: 0 }, 'VALIDATION_ERROR', ['/as_of']],
  ['half a version', CONTEXTS, { text: 'pain', concepts: [span], as_of: 1.5 }, 'VALIDATION_ERROR', ['/as_of']],
  ['a version as a string', CONTEXTS, { text: 'pain', concepts: [span], as_of: '1' }, 'VALIDATION_ERROR', ['/as_of']],
  ['a version past all', CONTEXTS, { text: 'pain', concepts: [span], as_of: 2 ** 31 }, 'VALIDATION_ERROR', ['/as_of']],
  ['an empty draft', CONTEXTS, { text: 'pain', concepts: [span], draft: '' }, 'VALIDATION_ERROR', ['/draft']],
  ['U+0000 in a draft', CONTEXTS, { text: 'pain', concepts: [span], draft: 'a\0' }, 'VALIDATION_ERROR', ['/draft']],
  [
    'a lone surrogate in a draft',
    CONTEXTS,
    '{"text":"pain","concepts":[{"span":"pain"}],"draft":"a\\ud800"}',
    'VALIDATION_ERROR',
    ['/draft'],
  ],
  ['__proto__ in `only`', CONCEPTS, '{"text":"pain","only":{"__proto__":{}}}', 'VALIDATION_ERROR', ['/only']],
  ['a long draft', CONTEXTS, { text: 'pain', concepts: [span], draft: 'a'.repeat(61) }, 'VALIDATION_ERROR', ['/draft']],
  [
    'a version and a draft',
    CONTEXTS,
    { text: 'pain', concepts: [span], as_of: 1, draft: 'draft' },
    'VALIDATION_ERROR',
    ['/draft'],
  ],
  ['an empty text', CONCEPTS, { text: '' }, 'INVALID_INPUT', ['/text']],
  ['one letter among spaces', CONCEPTS, { text: ' \n a \u00a0' }, 'INVALID_INPUT', ['/text']],
  ['one character of two code units', CONCEPTS, { text: '😀' }, 'INVALID_INPUT', ['/text']],
  ['U+0000 in text', CONCEPTS, { text: 'pa\u0000in' }, 'INVALID_INPUT', ['/text']],
  ['a lone surrogate in text', CONCEPTS, '{"text":"pain \\ud800 pain"}', 'INVALID_INPUT', ['/text']],
  ['a short text with spans', CONTEXTS, { text: 'a', concepts: [span] }, 'INVALID_INPUT', ['/text']],
  [
    'U+0000 in a span',
    CONTEXTS,
    { text: 'pain', concepts: [span, { span: '\u0000' }] },
    'INVALID_INPUT',
    ['/concepts/1/span'],
  ],
  [
    'a lone surrogate in a span',
    CONTEXTS,
    '{"text":"pain","concepts":[{"span":"\\udc00"}]}',
    'INVALID_INPUT',
    ['/concepts/0/span'],
  ],
];

const ACCEPTED: readonly (readonly [why: string, path: string, body: unknown])[] = [
  ['the longest text', CONCEPTS, { text: 'a'.repeat(100_000) }],
  ['two characters', CONCEPTS, { text: ' ab ' }],
  ['two astral characters', CONCEPTS, { text: '😀😀' }],
  ['unknown members', CONCEPTS, { text: 'pain', colour: 'red' }],
  ['a member __proto__', CONCEPTS, '{"text":"pain","__proto__":{"polluted":1}}'],
  [
    'an escaped member __proto__',
    CONCEPTS,
    '{"text":"pain","\\u005f_proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  ],
  ['a member twice: the last holds', CONCEPTS, '{"text":1,"text":"pain"}'],
  ['a byte order mark', CONCEPTS, '\ufeff{"text":"pain"}'],
  ['50,000 members', CONCEPTS, `{"text":"pain",${Array.from({ length: 50_000 }, (_, i) => `"${i}":1`).join(',')}}`],
  ['brackets inside of the text', CONCEPTS, { text: `${'['.repeat(1_000)}"\\{` }],
  [
    'CRLF, line separators, bidi overrides, combining marks',
    CONCEPTS,
    { text: `a\r\n\u2028\u202e\ufeff${'\u0301'.repeat(50_000)}` },
  ],
  ['200 KB of spaces less half', CONCEPTS, { text: `a${' '.repeat(99_000)}b` }],
  ['the most concepts', CONTEXTS, { text: 'pain', concepts: Array(1_000).fill(span) }],
  ['an empty span', CONTEXTS, { text: 'pain', concepts: [{ span: '' }] }],
  ['offsets outside of the text', CONTEXTS, { text: 'pain', concepts: [{ ...span, start: 90, end: 80 }] }],
  ['a version', CONTEXTS, { text: 'pain', concepts: [span], as_of: 1 }],
  ['a draft', CONTEXTS, { text: 'pain', concepts: [span], draft: 'été 2' }],
  ['code null', CONTEXTS, { text: 'pain', concepts: [{ ...span, code: null }] }],
];

describe('a request body', () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  for (const [why, path, body, code, pointers] of REFUSED) {
    it(`is refused as ${code} for ${why}`, async () => {
      const response = await served.post(path, body);
      const { error } = (await response.json()) as {
        error: { code: string; request_id: string; details: { pointer: string; rule: string }[] };
      };
      assert.equal(response.status, 400);
      assert.equal(error.code, code);
      assert.equal(error.request_id, response.headers.get('x-request-id'));
      assert.deepEqual(
        error.details.map(({ pointer }) => pointer),
        pointers,
      );
      assert.ok(
        error.details.every(({ rule }) => /^(must|is required)/.test(rule)),
        JSON.stringify(error.details),
      );
    });
  }

  for (const [why, path, body] of ACCEPTED) {
    it(`is accepted with ${why}`, async () => {
      assert.equal((await served.post(path, body)).status, 200);
      assert.equal(({} as { polluted?: number }).polluted, undefined);
    });
  }

  it('gets at most 20 details', async () => {
    const response = await served.post(CONTEXTS, { text: 'pain', concepts: Array(100).fill({}) });
    const { error } = (await response.json()) as { error: { details: unknown[] } };
    assert.equal(error.details.length, 20);
  });
});
