/** The limit of requests per key and minute. */

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { SlidingCount } from './sliding-count.js';

export const WINDOW_SECONDS = 60;

/** What is left of a limit after one request. */
export interface Allowance {
  readonly allowed: boolean;
  /** Requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds, at least 1: until one more request is allowed where none is left, else until more may be. */
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

/** The counts of a process, by key. */
export class SlidingCounts {
  readonly #counts = new Map<number, SlidingCount>();

  /** The count of a key at a time. */
  of(keyId: number, now: number): SlidingCount {
    const known = this.#counts.get(keyId);
    if (known !== undefined) {
      known.moveTo(now);
      return known;
    }
    const made = new SlidingCount(WINDOW_SECONDS * 1_000, now);
    this.#counts.set(keyId, made);
    return made;
  }
}

/** Counts one request here alone, if there is room for it. */
export function takeOf(count: SlidingCount, now: number, limit: number): Allowance {
  if (!count.hasRoom(now, limit)) return refusal(count, now, limit);
  count.current++;
  return permission(count.left(now, limit), count, now, limit);
}

export function permission(remaining: number, count: SlidingCount, now: number, limit: number): Allowance {
  const ms = remaining > 0 ? count.msUntilNext(now) : count.msUntilRoom(now, limit);
  return { allowed: true, limit, remaining, resetSeconds: wholeSeconds(ms) };
}

export function refusal(count: SlidingCount, now: number, limit: number): Allowance {
  return { allowed: false, limit, remaining: 0, resetSeconds: wholeSeconds(count.msUntilRoom(now, limit)) };
}

/**
 * Counts in this process, for one that nobody shares the database with: a counter there would wait for the statements of notes in its only
 * session. A restart begins anew.
 */
export class OwnRateLimiter implements RateLimiter {
  readonly #counts = new SlidingCounts();

  /** @param now milliseconds since 1970 */
  constructor(
    private readonly defaultLimit: number,
    private readonly now: () => number = Date.now,
  ) {}

  async take(keyId: number, limit: number | null): Promise<Allowance> {
    const now = this.now();
    return takeOf(this.#counts.of(keyId, now), now, limit ?? this.defaultLimit);
  }
}

function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}
