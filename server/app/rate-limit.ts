/** The limit of requests per key and minute. */

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Bucket } from './bucket.js';

const WINDOW_SECONDS = 60;

/** What is left of a limit after one request. */
export interface Allowance {
  readonly allowed: boolean;
  /** Requests a minute. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds, at least 1: until one more request is allowed where none is left, else until all are. */
  readonly resetSeconds: number;
}

/** Counts the requests of a key. */
export interface RateLimiter {
  /** Counts one request of a key, unless it is refused; `limit` is the key's own, null for the default. */
  take(keyId: number, limit: number | null): Promise<Allowance>;
  /** Whether what the processes share is lost, so that each counts for itself. */
  readonly isLost?: boolean;
}

/** Counts in this process only: failed authentications by address. */
export function memoryLimiter(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
}

/** Reads what rate-limiter-flexible answers or throws; other errors are thrown on. */
export function allowance(limit: number, result: unknown): Allowance {
  if (!(result instanceof RateLimiterRes)) throw result;
  const { remainingPoints, msBeforeNext } = result;
  return { allowed: true, limit, remaining: Math.max(0, remainingPoints), resetSeconds: wholeSeconds(msBeforeNext) };
}

/** The buckets of a process, by key: as many as there are keys. */
export class Buckets {
  readonly #buckets = new Map<number, Bucket>();

  /** @param now milliseconds of a clock that only goes forward */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** That of a key, as it is now. */
  of(keyId: number, limit: number): Bucket {
    const now = this.now();
    const bucket = this.#buckets.get(keyId) ?? new Bucket(now);
    this.#buckets.set(keyId, bucket);
    bucket.leak(now, limit);
    return bucket;
  }
}

/** What a bucket says of the request that was put into it, or had no room. */
export function allowanceOf(bucket: Bucket, limit: number, allowed: boolean): Allowance {
  const remaining = allowed ? bucket.left(limit) : 0;
  return { allowed, limit, remaining, resetSeconds: wholeSeconds(bucket.waitMs(limit)) };
}

/**
 * Counts in this process, for one that nobody shares the database with: a counter there would wait for the statements of notes in its only
 * session. A restart begins anew.
 */
export class OwnRateLimiter implements RateLimiter {
  readonly #buckets: Buckets;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(
    private readonly defaultLimit: number,
    now?: () => number,
  ) {
    this.#buckets = new Buckets(now);
  }

  async take(keyId: number, limit: number | null): Promise<Allowance> {
    const most = limit ?? this.defaultLimit;
    const bucket = this.#buckets.of(keyId, most);
    const allowed = bucket.hasRoom(most);
    if (allowed) bucket.level++;
    return allowanceOf(bucket, most, allowed);
  }
}

function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}
