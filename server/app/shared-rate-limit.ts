/** The limit of requests per key and minute that all processes on one database share. */

import type { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { withCode } from '../db/failure.js';
import { Patience } from './patience.js';
import {
  type Allowance,
  permission,
  type RateLimiter,
  refusal,
  SlidingCounts,
  takeOf,
  WINDOW_SECONDS,
} from './rate-limit.js';
import type { SlidingCount } from './sliding-count.js';

const ASK_AGAIN_MS = 1_000;
/** Counts nothing; writing it says that counting is possible. */
const PROBE = 'probe';

/** Is told when the shared count is lost, and when it is there again. */
export interface LossListener {
  readonly onLost: (error: unknown) => void;
  readonly onFound: () => void;
}

/**
 * Counts in the table `rate_limits`, in a row a key and window: exact over all processes. Each process knows at least what it has
 * counted itself, and refuses by that without asking. While the table is lost each counts for itself, on from the last counts that it saw,
 * so that none lets more through than the limit; it asks the database again every second, and adds there what it has let through
 * meanwhile.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #store: RateLimiterPostgres;
  readonly #counts = new SlidingCounts();
  /** The window whose forerunner was read, by key, and the reading. */
  readonly #read = new Map<number, { readonly window: number; readonly done: Promise<void> }>();
  /** Counted and then refused: not given back yet, by row. */
  readonly #refused = new Map<string, number>();
  readonly #patience: Patience;
  #isLost = false;

  /**
   * @param pool not the service's main pool: a busy counter must not wait for the ranking
   * @param silenceMs how long a table that answers nobody is waited for
   * @param now milliseconds since 1970
   */
  constructor(
    pool: Pool,
    private readonly defaultLimit: number,
    private readonly listener?: LossListener,
    silenceMs = Number.POSITIVE_INFINITY,
    private readonly now: () => number = Date.now,
  ) {
    this.#patience = new Patience(silenceMs);
    this.#store = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: 'key',
      points: defaultLimit,
      // A row is read in its own window and in the next.
      duration: 2 * WINDOW_SECONDS,
    });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async take(keyId: number, limit: number | null): Promise<Allowance> {
    const points = limit ?? this.defaultLimit;
    if (!this.#isLost) {
      try {
        return await this.#takeShared(keyId, points);
      } catch (error) {
        this.#lose(error);
      }
    }
    const now = this.now();
    const count = this.#counts.of(keyId, now);
    const taken = takeOf(count, now, points);
    if (taken.allowed) count.owed++;
    return taken;
  }

  async #takeShared(keyId: number, points: number): Promise<Allowance> {
    const known = this.#counts.of(keyId, this.now());
    // The others can only have counted more.
    if (!known.hasRoom(this.now(), points)) return refusal(known, this.now(), points);
    await this.#readBefore(keyId, known);
    const now = this.now();
    const count = this.#counts.of(keyId, now);
    if (!count.hasRoom(now, points)) return refusal(count, now, points);
    const { window, owed } = count;
    const room = count.left(now, points, 0);
    const row = rowOf(keyId, window);
    count.owed = 0;
    const counting = this.#store.penalty(row, 1 + owed);
    const { consumedPoints } = await this.#patience.within(counting).catch((error: unknown) => {
      if (count.window === window) count.owed += owed;
      throw error;
    });
    const left = room - consumedPoints;
    const allowed = left >= 0;
    if (!allowed) this.#giveBack(row);
    // What is over the limit was refused elsewhere as well, and is given back.
    note(count, window, consumedPoints + Math.min(0, left));
    return allowed ? permission(left, count, now, points) : refusal(count, now, points);
  }

  /** Reads once a window what all processes have counted in the one before. */
  async #readBefore(keyId: number, count: SlidingCount): Promise<void> {
    const { window } = count;
    let read = this.#read.get(keyId);
    if (read?.window !== window) {
      const done = this.#patience.within(this.#store.get(rowOf(keyId, window - 1))).then((row) => {
        note(count, window - 1, row?.consumedPoints ?? 0);
      });
      read = { window, done };
      this.#read.set(keyId, read);
      done.catch(() => this.#read.delete(keyId));
    }
    await read.done;
  }

  /** Takes refused requests out of the shared count, those of one turn of the event loop in one statement. */
  #giveBack(row: string): void {
    const waiting = this.#refused.get(row);
    this.#refused.set(row, (waiting ?? 0) + 1);
    if (waiting !== undefined) return;
    setImmediate(() => {
      const refused = this.#refused.get(row) as number;
      this.#refused.delete(row);
      this.#store.reward(row, refused).catch((error: unknown) => this.#lose(error));
    });
  }

  #lose(error: unknown): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.listener?.onLost(withCode(error));
    this.#askAgain();
  }

  #askAgain(): void {
    setTimeout(() => {
      this.#store.penalty(PROBE, 0).then(
        () => {
          this.#isLost = false;
          this.listener?.onFound();
        },
        () => this.#askAgain(),
      );
    }, ASK_AGAIN_MS).unref();
  }
}

function rowOf(keyId: number, window: number): string {
  return `${keyId}:${window}`;
}

/** Notes what the table says of a window. Answers come in any order, and a table may have been emptied: the greatest count holds. */
function note(count: SlidingCount, window: number, counted: number): void {
  if (count.window === window) count.current = Math.max(count.current, counted);
  else if (count.window === window + 1) count.before = Math.max(count.before, counted);
}
