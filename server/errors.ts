/** The registry of error codes: each answer that is not 200 carries one of these. */

export const ERRORS = {
  VALIDATION_ERROR: { status: 400, message: 'The request body does not match the schema; see details.' },
  INVALID_INPUT: { status: 400, message: 'The text is too short or cannot be encoded.' },
  INVALID_API_KEY: { status: 401, message: 'Send a valid API key as "Authorization: Bearer <API_KEY>".' },
  INSUFFICIENT_SCOPE: { status: 403, message: 'This API key may not call this operation.' },
  NOT_FOUND: { status: 404, message: 'There is nothing at this path; see /openapi.json.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not answer this method; see the Allow header.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive; send it again.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is larger than the limit.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'Send the body as application/json in UTF-8, without Content-Encoding.',
  },
  RATE_LIMITED: { status: 429, message: 'The limit of this API key is exceeded; wait as long as Retry-After says.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are larger than the limit.' },
  INTERNAL_ERROR: { status: 500, message: 'The service failed; this is a bug. Report it with the request id.' },
  NLP_UPSTREAM_ERROR: { status: 502, message: 'The extraction stage failed for this request.' },
  NLP_UNAVAILABLE: { status: 503, message: 'The extraction stage is not available; try again later.' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** One fault of a request: where (JSON Pointer) and which rule, never a value. */
export interface ErrorDetail {
  readonly pointer: string;
  readonly rule: string;
}

export interface AppErrorOptions {
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  /** Seconds until a retry makes sense. */
  readonly retryAfter?: number;
  /** Kept for the log's error class only; never shown, never logged whole. */
  readonly cause?: unknown;
}

/** An error that a client sees. Its message must never hold note text, a span, a key or an SQL parameter. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}
