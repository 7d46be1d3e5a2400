/** The body of every answer that is not a success. */

import { ERRORS, type ErrorCode, type ErrorDetail } from '../errors.js';

export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly request_id: string;
    readonly details?: readonly ErrorDetail[];
  };
}

/** Builds the error envelope; `message` defaults to the one of the registry. */
export function errorBody(
  code: ErrorCode,
  requestId: string,
  message: string = ERRORS[code].message,
  details?: readonly ErrorDetail[],
): ErrorBody {
  return { error: { code, message, request_id: requestId, ...(details ? { details } : {}) } };
}
