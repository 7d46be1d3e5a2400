/** The limit of requests per key and minute, counted in the database so that all processes share it. */

import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 60;
const STORE_PAUSE_MS = 1_000;

/** What is left of a limit after one request. */
export interface Allowance {
  readonly allowed: boolean;
  /** Requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** Counts the requests of a key. */
export interface RateLimiter {
  /** Counts one request of a key; `limit` is the key's own, null for the default. */
  take(keyId: number, limit: number | null): Promise<Allowance>;
}

/** Counts in this process only: failed authentications by address, and keys while the database is down. */
export function memoryLimiter(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
}

/** Reads what rate-limiter-flexible answers or throws; other errors are thrown on. */
export function allowance(limit: number, result: unknown): Allowance {
  if (!(result instanceof RateLimiterRes)) throw result;
  const resetSeconds = Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(result.msBeforeNext / 1_000)));
  return { allowed: true, limit, remaining: Math.max(0, result.remainingPoints), resetSeconds };
}

/**
 * Counts in this process, for one that nobody shares the database with: a counter there would wait for the statements of notes in its only
 * session. A restart begins anew.
 */
export class OwnRateLimiter implements RateLimiter {
  readonly #limiters = new Map<number, RateLimiterMemory>();

  constructor(private readonly defaultLimit: number) {}

  async take(keyId: number, limit: number | null): Promise<Allowance> {
    const points = limit ?? this.defaultLimit;
    let limiter = this.#limiters.get(points);
    if (limiter === undefined) {
      limiter = memoryLimiter(points);
      this.#limiters.set(points, limiter);
    }
    return consumed(limiter, points, String(keyId));
  }
}

/**
 * Counts in the table `rate_limits`: a fixed window a minute, exact over all processes. While the database is down each
 * process counts for itself and asks the database again every second.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #stores = new Map<number, { shared: RateLimiterPostgres; own: RateLimiterMemory }>();
  #pausedUntil = 0;

  /** @param pool not the service's main pool: a busy counter must not wait for the ranking */
  constructor(
    private readonly pool: Pool,
    private readonly defaultLimit: number,
  ) {}

  async take(keyId: number, limit: number | null): Promise<Allowance> {
    const points = limit ?? this.defaultLimit;
    const { shared, own } = this.#store(points);
    const key = String(keyId);
    if (performance.now() >= this.#pausedUntil) {
      try {
        return allowance(points, await shared.consume(key));
      } catch (result) {
        if (result instanceof RateLimiterRes) return { ...allowance(points, result), allowed: false };
        this.#pausedUntil = performance.now() + STORE_PAUSE_MS;
      }
    }
    return consumed(own, points, key);
  }

  /** One limiter a limit, all on the same rows: a changed limit goes on with the count. */
  #store(points: number) {
    const found = this.#stores.get(points);
    if (found) return found;
    const shared = new RateLimiterPostgres({
      storeClient: this.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: this.#stores.size === 0,
      keyPrefix: 'key',
      points,
      duration: WINDOW_SECONDS,
      inMemoryBlockOnConsumed: points,
    });
    const made = { shared, own: memoryLimiter(points) };
    this.#stores.set(points, made);
    return made;
  }
}

function consumed(limiter: RateLimiterMemory, points: number, key: string): Promise<Allowance> {
  return limiter.consume(key).then(
    (result) => allowance(points, result),
    (result: unknown) => ({ ...allowance(points, result), allowed: false }),
  );
}
