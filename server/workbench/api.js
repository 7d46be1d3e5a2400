/** The two calls of the service, and what went wrong with them. */

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

/** Concepts of a note: `{ concepts, language, versions }`. */
export function extractConcepts(key, { text, language }) {
  return call(key, 'v1/extract/concepts', { text, language, explain: true });
}

/** Contexts of the spans that were found: `{ contexts, versions }`, by the active lexicon or by a draft. */
export function extractContexts(key, { text, language, concepts, draft }) {
  const items = concepts.map(({ span, code, start, end }) => ({ span, code, start, end }));
  const body = { text, language, concepts: items, explain: true };
  return call(key, 'v1/extract/contexts', draft === undefined ? body : { ...body, draft });
}

async function call(key, path, body) {
  // What no header can carry is no key.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CallFailed('INVALID_API_KEY');
  let response;
  let answer;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    });
    answer = await response.json();
  } catch {
    // Also an answer that is not JSON: something between the page and the service answered.
    throw new CallFailed('NETWORK');
  }
  if (!response.ok) throw failure(response, answer);
  const version = (name) => response.headers.get(`X-${name}-Version`) ?? '';
  return {
    ...answer,
    versions: { model: version('Model'), terminology: version('Terminology'), lexicon: version('Lexicon') },
  };
}

function failure(response, answer) {
  const retryAfter = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  return new CallFailed(answer?.error?.code ?? 'NETWORK', {
    retryAfter: Number.isNaN(retryAfter) ? null : retryAfter,
    details: answer?.error?.details ?? [],
    requestId: answer?.error?.request_id ?? null,
  });
}
