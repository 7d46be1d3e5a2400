/** The calls of the service, and what went wrong with them. */

/** A call that gave no answer; `code` is one of the API, or NETWORK. */
export class CallFailed extends Error {
  constructor(code, { retryAfter = null, details = [], requestId = null } = {}) {
    super(code);
    this.code = code;
    this.retryAfter = retryAfter;
    this.details = details;
    this.requestId = requestId;
  }
}

const FHIR = 'application/fhir+json';

/** Concepts of a note with their contexts: `{ language, spans, versions }`. */
export function extract(key, { text, language }) {
  return call(key, 'v1/extract', { text, language, explain: true });
}

/** Contexts of the spans that were found, as a draft of the lexicon reads them: `{ contexts, versions }`. */
export function extractContexts(key, { text, language, concepts, draft }) {
  const items = concepts.map(({ span, code, start, end }) => ({ span, code, start, end }));
  return call(key, 'v1/extract/contexts', { text, language, concepts: items, explain: true, draft });
}

/** Concepts of a few words: `{ concepts }`. */
export function lookUp(key, { text, language }) {
  return call(key, 'v1/extract/concepts', { text, language });
}

/** What the key may do: `{ scopes, requests_per_minute }`. */
export function describeKey(key) {
  return call(key, 'v1/key');
}

/** The drafts of the lexicon: `{ drafts }`. */
export function listDrafts(key) {
  return call(key, 'v1/drafts');
}

/** The newest review of each span: `{ reviews }`. */
export function lookUpReviews(key, spans) {
  return call(key, 'v1/reviews/lookup', { spans });
}

/** Stores a review: `{ review }`. */
export function addReview(key, review) {
  return call(key, 'v1/reviews', review);
}

/** The note as FHIR, as text; null where the service answers in another form. */
export async function extractFhir(key, { text, language, only }) {
  const response = await send(key, 'v1/extract', { text, language, only, format: 'fhir' }, FHIR);
  const isFhir = (response.headers.get('Content-Type') ?? '').startsWith(FHIR);
  return response.ok && isFhir ? response.text() : null;
}

async function call(key, path, body) {
  const response = await send(key, path, body);
  let answer;
  try {
    answer = await response.json();
  } catch {
    // An answer that is not JSON: something between the page and the service answered.
    throw new CallFailed('NETWORK');
  }
  if (!response.ok) throw failure(response, answer);
  const version = (name) => response.headers.get(`X-${name}-Version`) ?? '';
  return {
    ...answer,
    versions: { model: version('Model'), terminology: version('Terminology'), lexicon: version('Lexicon') },
  };
}

async function send(key, path, body, accept = 'application/json') {
  // What no header can carry is no key.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CallFailed('INVALID_API_KEY');
  const posted = body && {
    method: 'POST',
    body: JSON.stringify(body),
  };
  try {
    return await fetch(path, {
      ...posted,
      headers: { Accept: accept, Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    });
  } catch {
    throw new CallFailed('NETWORK');
  }
}

function failure(response, answer) {
  const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return new CallFailed(answer?.error?.code ?? 'NETWORK', {
    retryAfter: Number.isNaN(retryAfter) ? null : retryAfter,
    details: answer?.error?.details ?? [],
    requestId: answer?.error?.request_id ?? null,
  });
}
