import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseConfig } from '../../server/config.js';
import { ERRORS, type ErrorCode } from '../../server/errors.js';
import { conceptsAnswerSchema, contextsAnswerSchema } from '../../server/http/answer-schemas.js';
import { ERROR_GUIDE } from '../../server/http/error-guide.js';
import * as examples from '../../server/http/examples.js';
import { openapiDocument, openapiText } from '../../server/http/openapi.js';
import { POLICIES } from '../../server/http/policies.js';
import { conceptsRequestSchema, contextsRequestSchema } from '../../server/http/schemas.js';
import { exchange, type Served, serve } from './serve.js';

const limits = parseConfig({});
const documentation = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const CODES = Object.keys(ERRORS) as ErrorCode[];

describe('the OpenAPI document', () => {
  it('in docs/ is the one that the code makes (npm run openapi writes it)', () => {
    assert.equal(documentation('openapi.json'), openapiText(limits));
  });

  it('points at nothing that it does not hold', () => {
    const document = JSON.parse(openapiText(limits)) as object;
    const references = [...openapiText(limits).matchAll(/"\$ref": "([^"]+)"/g)].map((match) => match[1] ?? '');
    assert.ok(references.length > 20);
    for (const reference of new Set(references)) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((node, step) => (node as Record<string, unknown>)?.[step], document);
      assert.ok(found, reference);
    }
  });

  it('has every error code under its status', () => {
    const { responses } = openapiDocument(limits).components as { responses: Record<string, { description: string }> };
    for (const code of CODES)
      assert.ok(responses[`Error${ERRORS[code].status}`]?.description.includes(`\`${code}\``), code);
  });

  it('has examples that its own schemas accept, whose spans are slices of the note', () => {
    conceptsRequestSchema(limits).strict().parse(examples.conceptsRequestExample);
    contextsRequestSchema(limits).strict().parse(examples.contextsRequestExample);
    const answers = conceptsAnswerSchema.parse(examples.conceptsAnswerExample);
    const { concepts } = answers;
    const { contexts } = contextsAnswerSchema.parse(examples.contextsAnswerExample);
    assert.deepEqual(answers, examples.conceptsAnswerExample);
    assert.deepEqual({ contexts }, examples.contextsAnswerExample);
    const { text } = examples.conceptsRequestExample;
    for (const { span, start, end } of [...concepts, ...contexts]) assert.equal(text.slice(start, end), span);
    for (const { context } of contexts) {
      for (const axis of Object.values(context)) assert.ok(axis?.trigger == null || text.includes(axis.trigger));
    }
  });

  it('tells the limits of the process that serves it', () => {
    const document = JSON.stringify(openapiDocument({ ...limits, MAX_TEXT: 777, MAX_CONCEPTS: 33 }));
    assert.match(document, /"maxLength":777/);
    assert.match(document, /"maxItems":33/);
  });
});

describe('the pages of the API', () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  it('serve the document without a key', async () => {
    const response = await fetch(`${served.url}/openapi.json`);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(await response.text(), openapiText(limits));
  });

  it('serve one page that loads and runs nothing', async () => {
    const response = await fetch(`${served.url}/docs`);
    const page = await response.text();
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(
      response.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-[^']+'; /,
    );
    assert.doesNotMatch(page, /<script|<link|<img|src=|href=|https?:\/\/|style="/);
    assert.match(page, /not a medical device/);
    for (const code of CODES) assert.ok(page.includes(`<code>${code}</code>`), code);
    assert.equal(page.split('<mark>').length - 1, POLICIES.flatMap(({ examples: each }) => each).length);
  });

  it('escape what they show', async () => {
    const answer = await exchange(
      served.port,
      'GET /docs?<script> HTTP/1.1\r\nHost: <script>\r\nConnection: close\r\n\r\n',
    );
    assert.doesNotMatch(answer, /<script>/);
  });
});

describe('the written documentation', () => {
  it('has a row for each error code, with the words of the code', () => {
    const rows = documentation('errors.md').split('\n');
    for (const code of CODES) {
      const { when, todo } = ERROR_GUIDE[code];
      assert.ok(rows.includes(`| ${ERRORS[code].status} | \`${code}\` | ${when} | ${todo} |`), code);
    }
  });

  it('has every context policy with its examples', () => {
    const text = documentation('http-api.md');
    POLICIES.forEach(({ rule, examples: each }, index) => {
      assert.ok(text.includes(`${index + 1}. ${rule}`), rule);
      for (const { sentence } of each) assert.ok(text.includes(`\`${sentence}\``), sentence);
    });
    assert.equal(POLICIES.length, 14);
  });

  it('shows the examples of the code', () => {
    const blocks = [...documentation('http-api.md').matchAll(/^```json\n(.*?)^```$/gms)];
    assert.deepEqual(
      blocks.map(([, json = '']) => JSON.parse(json) as unknown),
      [
        examples.conceptsRequestExample,
        examples.conceptsAnswerExample,
        examples.extractRequestExample,
        examples.extractAnswerExample,
        examples.contextsRequestExample,
        examples.contextsAnswerExample,
        examples.reviewRequestExample,
        examples.reviewAnswerExample,
        examples.lookupRequestExample,
        examples.lookupAnswerExample,
      ],
    );
  });
});
