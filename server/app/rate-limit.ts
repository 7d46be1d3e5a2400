/** The limit of requests per key and minute, counted in the database so that all processes share it. */

import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { withCode } from '../db/failure.js';
import { OwnCount } from './own-count.js';
import { Patience } from './patience.js';

const WINDOW_SECONDS = 60;
const ASK_AGAIN_MS = 1_000;
/** Counts nothing; writing it says that counting is possible. */
const PROBE = 'probe';

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
  /** Whether what the processes share is lost, so that each counts for itself. */
  readonly isLost?: boolean;
}

/** Is told when the shared count is lost, and when it is there again. */
export interface LossListener {
  readonly onLost: (error: unknown) => void;
  readonly onFound: () => void;
}

/** Counts in this process only: failed authentications by address. */
export function memoryLimiter(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
}

/** Reads what rate-limiter-flexible answers or throws; other errors are thrown on. */
export function allowance(limit: number, result: unknown): Allowance {
  if (!(result instanceof RateLimiterRes)) throw result;
  return { allowed: true, limit, ...leftOf(result.remainingPoints, result.msBeforeNext) };
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
 * Counts in the table `rate_limits`: a fixed window a minute, exact over all processes. While that is lost each process counts for
 * itself, on from the last count of each key that it has seen, so that none lets more through than the limit; it asks the database again
 * every second, and adds there what it has let through meanwhile.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #stores = new Map<number, RateLimiterPostgres>();
  readonly #own = new OwnCount(WINDOW_SECONDS * 1_000);
  readonly #patience: Patience;
  #isLost = false;

  /**
   * @param pool not the service's main pool: a busy counter must not wait for the ranking
   * @param silenceMs how long a table that answers nobody is waited for
   */
  constructor(
    private readonly pool: Pool,
    private readonly defaultLimit: number,
    private readonly listener?: LossListener,
    silenceMs = Number.POSITIVE_INFINITY,
  ) {
    this.#patience = new Patience(silenceMs);
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async take(keyId: number, limit: number | null): Promise<Allowance> {
    const points = limit ?? this.defaultLimit;
    if (!this.#isLost) {
      const owed = this.#own.claim(keyId);
      const counting = this.#store(points).consume(String(keyId), 1 + owed);
      try {
        const counted = await this.#patience.within(counting);
        this.#own.note(keyId, counted.consumedPoints, counted.msBeforeNext);
        return allowance(points, counted);
      } catch (result) {
        if (result instanceof RateLimiterRes) {
          this.#own.note(keyId, result.consumedPoints, result.msBeforeNext);
          return { ...allowance(points, result), allowed: false };
        }
        this.#own.unclaim(keyId, owed);
        this.#lose(result);
      }
    }
    const { taken, allowed, msLeft } = this.#own.take(keyId, points);
    return { allowed, limit: points, ...leftOf(points - taken, msLeft) };
  }

  #lose(error: unknown): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.listener?.onLost(withCode(error));
    this.#askAgain();
  }

  #askAgain(): void {
    setTimeout(() => {
      this.#store(this.defaultLimit)
        .consume(PROBE, 0)
        .then(
          () => {
            this.#isLost = false;
            this.listener?.onFound();
          },
          () => this.#askAgain(),
        );
    }, ASK_AGAIN_MS).unref();
  }

  /** One limiter a limit, all on the same rows: a changed limit goes on with the count. */
  #store(points: number): RateLimiterPostgres {
    const found = this.#stores.get(points);
    if (found) return found;
    const made = new RateLimiterPostgres({
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
    this.#stores.set(points, made);
    return made;
  }
}

function leftOf(remaining: number, msLeft: number): Pick<Allowance, 'remaining' | 'resetSeconds'> {
  const resetSeconds = Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(msLeft / 1_000)));
  return { remaining: Math.max(0, remaining), resetSeconds };
}

function consumed(limiter: RateLimiterMemory, points: number, key: string): Promise<Allowance> {
  return limiter.consume(key).then(
    (result) => allowance(points, result),
    (result: unknown) => ({ ...allowance(points, result), allowed: false }),
  );
}
