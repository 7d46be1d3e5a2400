/** The answers of `docs/openapi.json`: every status with its codes and headers. */

import type { ErrorCode } from '../errors.js';
import { errorBody } from './envelope.js';
import { ERROR_GUIDE } from './error-guide.js';

const header = (description: string, schema: object, example: string | number) => ({ description, schema, example });
const string = { type: 'string' };

const HEADERS = {
  'X-Request-Id': header(
    'Id of the request: the one sent, when it was sane, else a new one.',
    string,
    '5e3c6f2a-7f43-4f1e-9a53-0d4c1f0b9a11',
  ),
  'RateLimit-Policy': header('Limit: q requests in w seconds.', string, '"default";q=60;w=60'),
  RateLimit: header(
    'What is left: r requests; in t seconds the whole limit again, with r=0 one more.',
    string,
    '"default";r=57;t=23',
  ),
  'Retry-After': header('Seconds to wait.', { type: 'integer', minimum: 1 }, 23),
  'WWW-Authenticate': header('How to authenticate.', string, 'Bearer realm="v1"'),
  Allow: header('The methods of the path.', string, 'POST'),
  'X-Unknown-Members': header(
    'Members of the request that were ignored: JSON Pointers of at most 10, and the number of others. Absent where there are none.',
    string,
    '/colour, 2 others',
  ),
  'X-Model-Version': header('The embedding model.', string, 'clinical-ngram-en-fr 1'),
  'X-Terminology-Version': header('The terminology release.', string, 'seed 1'),
  'X-Lexicon-Version': header('The lexicon version.', string, '1'),
} as const;
type HeaderName = keyof typeof HEADERS;

const LIMITED: readonly HeaderName[] = ['RateLimit-Policy', 'RateLimit'];
const VERSIONS: readonly HeaderName[] = ['X-Model-Version', 'X-Terminology-Version', 'X-Lexicon-Version'];

/** Status: its codes, and the headers beside `X-Request-Id`. */
const FAILURES: Readonly<Record<number, { codes: readonly ErrorCode[]; headers: readonly HeaderName[] }>> = {
  400: { codes: ['VALIDATION_ERROR', 'INVALID_INPUT'], headers: [...LIMITED, 'X-Unknown-Members'] },
  401: { codes: ['INVALID_API_KEY'], headers: ['WWW-Authenticate'] },
  403: { codes: ['INSUFFICIENT_SCOPE'], headers: ['WWW-Authenticate', ...LIMITED] },
  404: { codes: ['NOT_FOUND'], headers: [] },
  405: { codes: ['METHOD_NOT_ALLOWED'], headers: ['Allow'] },
  408: { codes: ['REQUEST_TIMEOUT'], headers: [] },
  413: { codes: ['PAYLOAD_TOO_LARGE'], headers: LIMITED },
  415: { codes: ['UNSUPPORTED_MEDIA_TYPE'], headers: LIMITED },
  429: { codes: ['RATE_LIMITED'], headers: ['Retry-After', ...LIMITED] },
  431: { codes: ['HEADERS_TOO_LARGE'], headers: [] },
  500: { codes: ['INTERNAL_ERROR'], headers: LIMITED },
  502: { codes: ['NLP_UPSTREAM_ERROR'], headers: LIMITED },
  503: { codes: ['NLP_UNAVAILABLE'], headers: ['Retry-After', ...LIMITED] },
};

/** The responses of an operation: 200 in each of its media types, and every failure. */
export function operationResponses(content: object, versioned = true, description = 'The answer.'): object {
  const ok = {
    description,
    headers: headerRefs(['X-Request-Id', ...LIMITED, ...(versioned ? VERSIONS : []), 'X-Unknown-Members']),
    content,
  };
  return { 200: ok, ...failureRefs(Object.keys(FAILURES).map(Number)) };
}

/** The responses of a GET that needs a key. */
export function keyedResponses(schema: string): object {
  const ok = {
    description: 'The answer.',
    headers: headerRefs(['X-Request-Id', ...LIMITED]),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
  return { 200: ok, ...failureRefs([401, 403, 429, 500, 503]) };
}

/** The responses of a path that needs no key. */
export function openResponses(mediaType: string, schema: object, failures: readonly number[]): object {
  const ok = {
    description: 'The answer.',
    headers: headerRefs(['X-Request-Id']),
    content: { [mediaType]: { schema } },
  };
  return { 200: ok, ...failureRefs(failures) };
}

/** `components.responses` and `components.headers`. */
export function sharedResponses(): { responses: object; headers: object } {
  const entries = Object.entries(FAILURES).map(([status, { codes, headers }]) => {
    const first = codes[0] as ErrorCode;
    const response = {
      description: codes.map((code) => `\`${code}\`: ${ERROR_GUIDE[code].when} ${ERROR_GUIDE[code].todo}`).join('\n\n'),
      headers: headerRefs(['X-Request-Id', ...headers]),
      content: json(
        { $ref: '#/components/schemas/Error' },
        errorBody(first, '5e3c6f2a-7f43-4f1e-9a53-0d4c1f0b9a11', undefined, details(first)),
      ),
    };
    return [`Error${status}`, response];
  });
  return { responses: Object.fromEntries(entries), headers: HEADERS };
}

function details(code: ErrorCode) {
  return code === 'VALIDATION_ERROR' ? [{ pointer: '/text', rule: 'is required' }] : undefined;
}

function failureRefs(statuses: readonly number[]): object {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]));
}

function headerRefs(names: readonly HeaderName[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function json(schema: object, example: unknown): object {
  return { 'application/json': { schema, example } };
}
