/** The OpenAPI 3.1 document, generated from the schemas that the requests are checked with. */

import { z } from 'zod';
import {
  batchAnswerSchema,
  batchErrorSchema,
  batchSummarySchema,
  conceptsAnswerSchema,
  contextsAnswerSchema,
  errorAnswerSchema,
  extractAnswerSchema,
  omopAnswerSchema,
  statusAnswerSchema,
} from './answer-schemas.js';
import type { HttpLimits } from './context.js';
import {
  batchAnswerExample,
  batchNoteExample,
  conceptsAnswerExample,
  conceptsRequestExample,
  contextsAnswerExample,
  contextsRequestExample,
  extractAnswerExample,
  extractRequestExample,
  lookupAnswerExample,
  lookupRequestExample,
  reviewAnswerExample,
  reviewRequestExample,
} from './examples.js';
import { FORMATS } from './formats.js';
import { LINE_TYPES } from './media-type.js';
import { keyedResponses, openResponses, operationResponses, sharedResponses } from './openapi-responses.js';
import {
  draftsAnswerSchema,
  keyAnswerSchema,
  lookupAnswerSchema,
  lookupRequestSchema,
  reviewAnswerSchema,
  reviewRequestSchema,
} from './review-schemas.js';
import {
  batchNoteSchema,
  conceptsRequestSchema,
  contextsRequestSchema,
  explain,
  extractRequestSchema,
  language,
  offsets,
  sharedMembersSchema,
} from './schemas.js';

export const INTENDED_USE =
  'The service supports people who review its results. It is not a medical device: never act on an answer that nobody has read.';

const DESCRIPTION = [
  'Analyses clinical notes in English or French: `extract/concepts` finds phrases and resolves them to SNOMED CT concepts,',
  '`extract/contexts` says for each phrase whether it is present, whose it is, when, how certain, and in which role, with',
  'the exact trigger in the note. `extract` gives both at once, `extract/batch` those of many notes; or send the spans and codes of the first to the second in one call.',
  'A concept that is negated, or whose subject is family, is usually not an active problem of the patient, even when it was',
  `resolved with high confidence. ${INTENDED_USE}`,
].join(' ');

export interface Operation {
  readonly path: string;
  /** Its name for generated clients; default from its path. */
  readonly id?: string;
  /** Whether the answer hangs on model, terminology and lexicon, and names them in its headers; default yes. */
  readonly versioned?: boolean;
  readonly summary: string;
  readonly description: string;
  /** The schema of the body, or of a line of it. */
  readonly request: string;
  /** The schema of the answer, or of a line of it. */
  readonly answer: string;
  /** Where both are lines of JSON: the other schemas that a line of the answer may have. */
  readonly otherLines?: readonly string[];
  readonly requestExample: unknown;
  readonly answerExample: unknown;
}

/** The operations, as the document and the page show them. */
export const OPERATIONS: readonly Operation[] = [
  {
    path: '/v1/extract',
    summary: 'Find the concepts of a note, with the context of each',
    description:
      'The answers of `extract/concepts` and `extract/contexts` in one call, joined span by span, with language, section and kind. `only` chooses spans, `offsets` the unit of `start` and `end`, `format` or `Accept` JSON, a Bundle of FHIR R4 or rows of NOTE_NLP. The key needs both scopes.',
    request: 'ExtractRequest',
    answer: 'ExtractAnswer',
    requestExample: extractRequestExample,
    answerExample: extractAnswerExample,
  },
  {
    path: '/v1/extract/batch',
    summary: 'Find the concepts of many notes, with the context of each',
    description:
      'A note a line in (NDJSON), an answer a line out, in the same order and while the client still sends. A line is a body of `extract` with an `id`; a member in the query string holds for every line that does not have it. A note that fails has an `error` in its line, and the others go on. The last line is a `summary`: without it the answer is not whole, and with `complete: false` the lines behind `last_line` are not answered. The key needs both scopes.',
    request: 'BatchNote',
    answer: 'BatchAnswer',
    otherLines: ['BatchError', 'BatchSummary'],
    requestExample: batchNoteExample,
    answerExample: batchAnswerExample,
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
  {
    path: '/v1/reviews',
    id: 'addReview',
    versioned: false,
    summary: 'Say whether the code of a span is right',
    description:
      'Stores a row of `span_reviews`: the words of the span, the codes, the verdict, who said so and when; nothing else of a note. The newest row of the same words counts. The key needs the scope `review`.',
    request: 'ReviewRequest',
    answer: 'ReviewAnswer',
    requestExample: reviewRequestExample,
    answerExample: reviewAnswerExample,
  },
  {
    path: '/v1/reviews/lookup',
    id: 'lookUpReviews',
    versioned: false,
    summary: 'Look up what was said of spans',
    description:
      'The newest review of each span, in the order of the request. A review is of the code that was offered then: compare `offered_code`. The key needs the scope `review`.',
    request: 'LookupRequest',
    answer: 'LookupAnswer',
    requestExample: lookupRequestExample,
    answerExample: lookupAnswerExample,
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
    paths: { ...Object.fromEntries(operations), ...keyedPaths(), ...openPaths() },
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

/** `/v1/extract/concepts` is `extractConcepts`. */
function operationId({ path, id }: Operation): string {
  if (id !== undefined) return id;
  return path.replace('/v1/', '').replace(/\/(.)/g, (_, first: string) => first.toUpperCase());
}

function describe(operation: Operation): object {
  const schema = { $ref: `#/components/schemas/${operation.request}` };
  return {
    operationId: operationId(operation),
    summary: operation.summary,
    description: operation.description,
    parameters: [
      {
        name: 'X-Request-Id',
        in: 'header',
        description: 'Taken over where it matches `[A-Za-z0-9._-]{1,64}`; any other is ignored.',
        schema: { type: 'string' },
      },
      ...(operation.otherLines === undefined ? [] : sharedParameters()),
    ],
    requestBody: {
      required: true,
      ...(operation.otherLines === undefined ? {} : { description: 'The schema is that of each line.' }),
      content: requestContent(operation, schema),
    },
    responses: operationResponses(
      answerContent(operation),
      operation.versioned,
      operation.otherLines && 'The answer; the schema is that of each line, and the summary is the last one.',
    ),
  };
}

function keyedPaths(): object {
  const get = (operationId: string, summary: string, answer: string) => ({
    get: { operationId, summary, responses: keyedResponses(answer) },
  });
  return {
    '/v1/drafts': get('listDrafts', 'The drafts of the lexicon; the key needs the scope `contexts`', 'DraftsAnswer'),
    '/v1/key': get('describeKey', 'What the key may do', 'KeyAnswer'),
  };
}

/** `extract` answers in every format, a batch in lines; the other operations in JSON. */
function answerContent({ path, answer, otherLines, answerExample }: Operation): object {
  if (otherLines !== undefined) {
    const schema = { anyOf: [answer, ...otherLines].map((name) => ({ $ref: `#/components/schemas/${name}` })) };
    return { [LINE_TYPES[0]]: { schema, example: `${JSON.stringify(answerExample)}\n` } };
  }
  const json = { schema: { $ref: `#/components/schemas/${answer}` }, example: answerExample };
  if (path !== '/v1/extract') return { 'application/json': json };
  const formats = Object.values(FORMATS);
  const types = [...new Set(formats.map(({ mediaType }) => mediaType))];
  return Object.fromEntries(
    types.map((type) => {
      const own = formats.filter(({ mediaType }) => mediaType === type);
      const schemas = own.map(({ schema }) => schema);
      const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
      return [type, { schema, example: own[0]?.example ?? answerExample }];
    }),
  );
}

/** OpenAPI 3.1 has no word for lines: the schema is that of each line. */
function requestContent({ otherLines, requestExample }: Operation, schema: object): object {
  if (otherLines === undefined) return { 'application/json': { schema, example: requestExample } };
  const lines = { schema, example: `${JSON.stringify(requestExample)}\n` };
  return Object.fromEntries(LINE_TYPES.map((type) => [type, lines]));
}

/** What the query string of a batch may hold. */
function sharedParameters(): object[] {
  const { properties = {} } = z.toJSONSchema(sharedMembersSchema, { io: 'input' });
  return Object.entries(properties).map(([name, member]) => {
    const {
      description,
      default: _,
      ...schema
    } = member as { readonly description?: string; readonly default?: unknown };
    const isObject = 'type' in schema && schema.type === 'object';
    const value = isObject ? { content: { 'application/json': { schema } } } : { schema };
    return { name, in: 'query', description: `For every line without \`${name}\`. ${description}`, ...value };
  });
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
  requests.add(batchNoteSchema(limits), { id: 'BatchNote' });
  requests.add(conceptsRequestSchema(limits), { id: 'ConceptsRequest' });
  requests.add(contextsRequestSchema(limits), { id: 'ContextsRequest' });
  requests.add(reviewRequestSchema, { id: 'ReviewRequest' });
  requests.add(lookupRequestSchema(limits), { id: 'LookupRequest' });
  // Generators of typed clients take a member with a default of its own for one that must be sent.
  requests.add(language, { id: 'RequestLanguage' });
  requests.add(offsets, { id: 'OffsetUnit' });
  requests.add(explain, { id: 'Explain' });
  const answers = z.registry<{ id: string }>();
  answers.add(extractAnswerSchema, { id: 'ExtractAnswer' });
  answers.add(batchAnswerSchema, { id: 'BatchAnswer' });
  answers.add(batchErrorSchema, { id: 'BatchError' });
  answers.add(batchSummarySchema, { id: 'BatchSummary' });
  answers.add(omopAnswerSchema, { id: 'OmopAnswer' });
  answers.add(conceptsAnswerSchema, { id: 'ConceptsAnswer' });
  answers.add(contextsAnswerSchema, { id: 'ContextsAnswer' });
  answers.add(reviewAnswerSchema, { id: 'ReviewAnswer' });
  answers.add(lookupAnswerSchema, { id: 'LookupAnswer' });
  answers.add(draftsAnswerSchema, { id: 'DraftsAnswer' });
  answers.add(keyAnswerSchema, { id: 'KeyAnswer' });
  answers.add(errorAnswerSchema(), { id: 'Error' });
  answers.add(statusAnswerSchema, { id: 'Status' });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const all = {
    ...z.toJSONSchema(requests, { uri, io: 'input' }).schemas,
    ...z.toJSONSchema(answers, { uri, io: 'input' }).schemas,
  };
  return Object.fromEntries(Object.entries(all).map(([id, { $id, $schema, ...schema }]) => [id, schema]));
}
