/** The OpenAPI 3.1 document, generated from the schemas that the requests are checked with. */

import { z } from 'zod';
import {
  conceptsAnswerSchema,
  contextsAnswerSchema,
  errorAnswerSchema,
  extractAnswerSchema,
  statusAnswerSchema,
} from './answer-schemas.js';
import type { HttpLimits } from './context.js';
import {
  conceptsAnswerExample,
  conceptsRequestExample,
  contextsAnswerExample,
  contextsRequestExample,
  extractAnswerExample,
  extractRequestExample,
} from './examples.js';
import { FORMATS } from './formats.js';
import { openResponses, operationResponses, sharedResponses } from './openapi-responses.js';
import { conceptsRequestSchema, contextsRequestSchema, extractRequestSchema } from './schemas.js';

export const INTENDED_USE =
  'The service supports people who review its results. It is not a medical device: never act on an answer that nobody has read.';

const DESCRIPTION = [
  'Analyses clinical notes in English or French: `extract/concepts` finds phrases and resolves them to SNOMED CT concepts,',
  '`extract/contexts` says for each phrase whether it is present, whose it is, when, how certain, and in which role, with',
  'the exact trigger in the note. `extract` gives both at once; or send the spans and codes of the first to the second in one call.',
  'A concept that is negated, or whose subject is family, is usually not an active problem of the patient, even when it was',
  `resolved with high confidence. ${INTENDED_USE}`,
].join(' ');

export interface Operation {
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly request: string;
  readonly answer: string;
  readonly requestExample: unknown;
  readonly answerExample: unknown;
}

/** The operations, as the document and the page show them. */
export const OPERATIONS: readonly Operation[] = [
  {
    path: '/v1/extract',
    summary: 'Find the concepts of a note, with the context of each',
    description:
      'The answers of `extract/concepts` and `extract/contexts` in one call, joined span by span, with language, section and kind. `only` chooses spans, `offsets` the unit of `start` and `end`, `format` or `Accept` JSON or a Bundle of FHIR R4. The key needs both scopes.',
    request: 'ExtractRequest',
    answer: 'ExtractAnswer',
    requestExample: extractRequestExample,
    answerExample: extractAnswerExample,
  },
  {
    path: '/v1/extract/concepts',
    summary: 'Find the concepts of a note',
    description:
      'Detects phrases and ranks up to 5 SNOMED CT concepts for each. `status` says what is safe to map automatically and what needs review.',
    request: 'ConceptsRequest',
    answer: 'ConceptsAnswer',
    requestExample: conceptsRequestExample,
    answerExample: conceptsAnswerExample,
  },
  {
    path: '/v1/extract/contexts',
    summary: 'Read the context of spans',
    description:
      'Answers five axes for each submitted span, in the order of the request. The n-th item with the same span means its n-th occurrence, unless `start` and `end` are sent. A span that is not in the text has null axes and does not fail the others.',
    request: 'ContextsRequest',
    answer: 'ContextsAnswer',
    requestExample: contextsRequestExample,
    answerExample: contextsAnswerExample,
  },
];

/** Builds the document for the limits of this process. */
export function openapiDocument(limits: HttpLimits) {
  const operations = OPERATIONS.map((operation) => [operation.path, { post: describe(operation) }]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clinical concept extraction',
      version: '1.0.0',
      description: `${DESCRIPTION} Limits: ${limits.RATE_LIMIT} requests a minute and key unless the key has its own, bodies of at most ${limits.MAX_BODY_BYTES} bytes.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths: { ...Object.fromEntries(operations), ...openPaths() },
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, made by the operator.' } },
      schemas: schemas(limits),
      ...sharedResponses(),
    },
  };
}

/** The text of `docs/openapi.json`. */
export function openapiText(limits: HttpLimits): string {
  return `${JSON.stringify(openapiDocument(limits), null, 2)}\n`;
}

function describe(operation: Operation): object {
  const schema = { $ref: `#/components/schemas/${operation.request}` };
  return {
    operationId: operation.request.replace('Request', '').replace(/^C/, 'extractC').replace(/^E/, 'e'),
    summary: operation.summary,
    description: operation.description,
    parameters: [
      {
        name: 'X-Request-Id',
        in: 'header',
        description: 'Taken over where it matches `[A-Za-z0-9._-]{1,64}`; any other is ignored.',
        schema: { type: 'string' },
      },
    ],
    requestBody: { required: true, content: { 'application/json': { schema, example: operation.requestExample } } },
    responses: operationResponses(contentOf(operation)),
  };
}

/** `extract` answers in every format; the other operations in the first. */
function contentOf({ path, answer, answerExample }: Operation): object {
  const json = { schema: { $ref: `#/components/schemas/${answer}` }, example: answerExample };
  if (path !== '/v1/extract') return { 'application/json': json };
  const formats = Object.values(FORMATS).map(({ mediaType, schema, example = answerExample }) => [
    mediaType,
    { schema, example },
  ]);
  return Object.fromEntries(formats);
}

function openPaths(): object {
  const status = { $ref: '#/components/schemas/Status' };
  const get = (summary: string, mediaType: string, schema: object, failures: readonly number[]) => ({
    get: { summary, security: [], responses: openResponses(mediaType, schema, failures) },
  });
  return {
    '/healthz': get('Whether the process is up', 'application/json', status, []),
    '/readyz': get('Whether the service can answer', 'application/json', status, [503]),
    '/openapi.json': get('This document', 'application/json', { type: 'object' }, []),
    '/docs': get('This document as a page', 'text/html', { type: 'string' }, []),
  };
}

function schemas(limits: HttpLimits): Record<string, object> {
  const requests = z.registry<{ id: string }>();
  requests.add(extractRequestSchema(limits), { id: 'ExtractRequest' });
  requests.add(conceptsRequestSchema(limits), { id: 'ConceptsRequest' });
  requests.add(contextsRequestSchema(limits), { id: 'ContextsRequest' });
  const answers = z.registry<{ id: string }>();
  answers.add(extractAnswerSchema, { id: 'ExtractAnswer' });
  answers.add(conceptsAnswerSchema, { id: 'ConceptsAnswer' });
  answers.add(contextsAnswerSchema, { id: 'ContextsAnswer' });
  answers.add(errorAnswerSchema(), { id: 'Error' });
  answers.add(statusAnswerSchema, { id: 'Status' });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const all = {
    ...z.toJSONSchema(requests, { uri, io: 'input' }).schemas,
    ...z.toJSONSchema(answers, { uri, io: 'input' }).schemas,
  };
  return Object.fromEntries(Object.entries(all).map(([id, { $id, $schema, ...schema }]) => [id, schema]));
}
