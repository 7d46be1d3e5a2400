/** The limit of requests per key and minute that all processes on one database share. */

import type { Pool } from 'pg';
import { withCode } from '../db/failure.js';
import { Patience } from './patience.js';
import { type Allowance, allowanceOf, Buckets, type RateLimiter } from './rate-limit.js';

const ASK_AGAIN_MS = 1_000;
/** The key whose row only tries whether the table can be written. */
const NOBODY = 0;

/**
 * Leaks the bucket of a key ($1, its limit $2) until now and puts a request in where there is room, behind those that it is owed ($3): one
 * statement, by the clock of the database, so that it is exact over all processes. A clock that was set back leaks nothing.
 */
const TAKE = `
  INSERT INTO rate_limits AS bucket (key_id, level, fits, at)
  SELECT $1::int, $3::float8 + fits::int, fits, clock_timestamp() FROM (SELECT $3::float8 + 1 <= $2::float8 AS fits) AS first
  ON CONFLICT (key_id) DO UPDATE SET (level, fits, at) = (
    SELECT leaked + $3::float8 + room::int, room, now
    FROM (SELECT clock_timestamp() AS now) AS clock,
      LATERAL (SELECT greatest(0, extract(epoch FROM now - bucket.at)::float8) * $2::float8 / 60 AS gone) AS leak,
      LATERAL (SELECT greatest(0, least(bucket.level, $2::float8) - gone) AS leaked) AS before,
      LATERAL (SELECT leaked + $3::float8 + 1 <= $2::float8 + 1e-6 AS room) AS fit)
  RETURNING level, fits`;

interface Taken {
  readonly level: number;
  readonly fits: boolean;
}

/** Is told when the shared count is lost, and when it is there again. */
export interface LossListener {
  readonly onLost: (error: unknown) => void;
  readonly onFound: () => void;
}

/**
 * Counts in the table `rate_limits`. Each process knows at least what it has let through itself, and refuses by that without asking. While
 * the table is lost each counts for itself, on from what it knows, so that none lets more through than the limit; it asks the database
 * again every second, and with the next request of a key it adds there what that has sent meanwhile.
 */
export class SharedRateLimiter implements RateLimiter {
  readonly #buckets = new Buckets();
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
    const most = limit ?? this.defaultLimit;
    const bucket = this.#buckets.of(keyId, most);
    // The others can only have sent more.
    if (!bucket.hasRoom(most)) return allowanceOf(bucket, most, false);
    // Before the answer: what is under way counts.
    bucket.level++;
    if (this.#isLost) {
      bucket.owed++;
      return allowanceOf(bucket, most, true);
    }
    const { owed } = bucket;
    bucket.owed = 0;
    const taking = this.#take(keyId, most, owed);
    try {
      const { level, fits } = await this.#patience.within(taking);
      const known = this.#buckets.of(keyId, most);
      if (!fits) known.level = Math.max(0, known.level - 1);
      // Answers come in any order, and a table may have been emptied.
      known.level = Math.max(known.level, level);
      return allowanceOf(known, most, fits);
    } catch (error) {
      bucket.owed += owed + 1;
      this.#lose(error);
      // A statement that was given up may be done all the same.
      void taking.then(
        ({ fits }) => {
          bucket.owed = Math.max(0, bucket.owed - owed - (fits ? 1 : 0));
        },
        () => undefined,
      );
      return allowanceOf(bucket, most, true);
    }
  }

  async #take(keyId: number, limit: number, owed: number): Promise<Taken> {
    const { rows } = await this.pool.query<Taken>(TAKE, [keyId, limit, owed]);
    return rows[0] as Taken;
  }

  #lose(error: unknown): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.listener?.onLost(withCode(error));
    this.#askAgain();
  }

  #askAgain(): void {
    setTimeout(() => {
      this.#take(NOBODY, 1, 0).then(
        () => {
          this.#isLost = false;
          this.listener?.onFound();
        },
        () => this.#askAgain(),
      );
    }, ASK_AGAIN_MS).unref();
  }
}
