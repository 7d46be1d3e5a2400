/** What the middlewares of one request hand to each other. */

import type { Middleware, ParameterizedContext } from 'koa';
import type { VerifiedKey } from '../app/api-keys.js';
import type { Config } from '../config.js';
import type { Timings } from '../domain/versions.js';
import type { ErrorCode } from '../errors.js';

export interface RequestState {
  requestId: string;
  /** The path template, for the log and the metrics; `unmatched` when there is none. */
  route: string;
  key?: VerifiedKey;
  /** Milliseconds that the look-ups of key and limit took. */
  waitedMs?: number;
  /** The code that the answer carries, absent on success. */
  code?: ErrorCode;
  /** What went wrong inside, as far as it may be logged. */
  failure?: Failure;
  bytesIn: number;
  /** Of an answer that is sent in parts; absent where `Content-Length` says it. */
  bytesOut?: number;
  /** Number of concepts or contexts in the answer. */
  entries?: number;
  /** Milliseconds of each stage of the answer. */
  timings?: Timings;
}

/** The loggable part of an error: its class and the code of the system or of Postgres, never its message. */
export interface Failure {
  readonly error: string;
  readonly error_code?: string;
}

export type HttpMiddleware = Middleware<RequestState>;
export type HttpContext = ParameterizedContext<RequestState>;

/** Runs one piece of work of a request: within its deadline, and only when the process has room. */
export type Bounded = <T>(
  ctx: HttpContext,
  textLength: number,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** The settings that requests depend on. */
export type HttpLimits = Pick<
  Config,
  | 'MAX_TEXT'
  | 'MAX_CONCEPTS'
  | 'MAX_BODY_BYTES'
  | 'MAX_IN_FLIGHT'
  | 'MAX_WAIT_MS'
  | 'MAX_BATCHES'
  | 'BATCH_NOTES'
  | 'BATCH_IDLE_MS'
  | 'RATE_LIMIT'
  | 'AUTH_FAILURES_PER_MINUTE'
  | 'TRUST_PROXY'
  | 'DEADLINE_MS'
  | 'workbenchDir'
  | 'version'
>;

const SAFE_CODE = /^[A-Z0-9_]{1,40}$/;

/** Reduces an error to what may be logged: a message or a detail of Postgres may hold note text. */
export function failureOf(error: unknown): Failure {
  const source = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const name = source instanceof Error ? source.constructor.name : typeof source;
  const code = source instanceof Error && 'code' in source ? source.code : undefined;
  return typeof code === 'string' && SAFE_CODE.test(code) ? { error: name, error_code: code } : { error: name };
}
