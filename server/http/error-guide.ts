/** What each error code means to a caller; `/docs`, `docs/openapi.json` and `docs/errors.md` say the same. */

import type { ErrorCode } from '../errors.js';

export interface ErrorGuide {
  readonly when: string;
  readonly todo: string;
}

export const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorGuide>> = {
  VALIDATION_ERROR: {
    when: 'The body is empty, not JSON, not UTF-8, no object, nested too deep, breaks the schema or a documented maximum; or the request is not valid HTTP.',
    todo: 'Correct what `details` names: a JSON Pointer and a rule for each fault. Sending it again unchanged fails again.',
  },
  INVALID_INPUT: {
    when: '`text` has under 2 characters after trimming, or `text` or a `span` holds U+0000 or a lone surrogate.',
    todo: 'Send a real note; repair the encoding where the note comes from.',
  },
  INVALID_API_KEY: {
    when: 'The bearer token is missing, malformed, unknown, expired or revoked; the answer does not say which.',
    todo: 'Send `Authorization: Bearer <API_KEY>` once, with a key that the operator has made and not revoked.',
  },
  INSUFFICIENT_SCOPE: {
    when: 'The key is valid, but lacks the scope of this operation (`concepts`, `contexts` or `review`).',
    todo: 'Ask the operator for a key with the scope.',
  },
  NOT_FOUND: {
    when: 'No such path. Paths are exact: case and a trailing slash count.',
    todo: 'Compare the path with `/openapi.json`.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path exists, the method does not.',
    todo: 'Use a method of the `Allow` header.',
  },
  REQUEST_TIMEOUT: {
    when: 'The headers took more than 10 seconds to arrive, or the body more than 30; or the client of a batch neither sent nor read for a minute.',
    todo: 'Send it again; check the network in between.',
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body, or a line of a batch, has more bytes than the limit.',
    todo: 'Split the note at a section boundary and send the parts.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The Content-Type is not `application/json` (of a batch: `application/x-ndjson` or `application/jsonl`), its charset is not UTF-8, or there is a Content-Encoding.',
    todo: 'Send plain JSON, or lines of it, in UTF-8, not compressed.',
  },
  RATE_LIMITED: {
    when: 'The limit of the key for a minute is used up; or, where configured, too many failed authentications came from this address.',
    todo: 'Wait as many seconds as `Retry-After` says. `RateLimit` on every answer says what is left.',
  },
  HEADERS_TOO_LARGE: {
    when: 'The request line and headers have more than 16 KiB.',
    todo: 'Send fewer or shorter headers.',
  },
  INTERNAL_ERROR: {
    when: 'A bug in the service.',
    todo: 'Report it with the `request_id`. Do not retry in a loop.',
  },
  NLP_UPSTREAM_ERROR: {
    when: 'The model or the ranking failed for this request.',
    todo: 'Retry once; if it fails again, report the `request_id`.',
  },
  NLP_UNAVAILABLE: {
    when: 'The database is unreachable or refuses the service, no terminology, model or lexicon is loaded, the service is busy or shutting down, or the deadline passed.',
    todo: 'Wait as many seconds as `Retry-After` says, then retry with growing pauses. `/readyz` says what is missing.',
  },
};
