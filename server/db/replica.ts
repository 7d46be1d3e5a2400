/** Reads of ranking from a replica (DATABASE_READ_URL), while it has what the primary serves. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type pg from 'pg';
import { readState, type Serving } from './serving.js';
import { soundPool } from './sound-pool.js';
import type { Database } from './tables.js';

/** How often the replica is asked what it has, in ms. */
const POLL_MS = 200;

export interface ReaderOptions {
  readonly primary: pg.Pool;
  readonly replica: pg.Pool;
  /** What this process serves, as the primary told it. */
  readonly served: () => Serving | null;
  readonly onWarning: (code: string, message: string) => void;
}

export interface Reader {
  /** Reads from the replica where it is as far as the primary, else from the primary. Never write through it. */
  readonly db: Kysely<Database>;
  /** Stops asking; the pools are the caller's. */
  readonly stop: () => Promise<void>;
}

/**
 * A reader that asks the replica while it serves the same release, with the same terms of the site, as this process. A replica applies
 * transactions in the order of the primary, so one that says so has the rows too. One that lags, hangs or is gone costs nothing but the load
 * that it took from the primary; each change is told once.
 */
export function openReader({ primary, replica, served, onWarning }: ReaderOptions): Reader {
  const near = soundPool(replica);
  const asked = new Kysely<Database>({ dialect: new PostgresDialect({ pool: near }) });
  const far = soundPool(primary);
  let known: string | null = null;
  let told: boolean | null = null;
  let stopped = false;

  const usesReplica = (): boolean => known !== null && known === JSON.stringify(served());
  const tell = (): void => {
    const uses = usesReplica();
    if (uses === told) return;
    told = uses;
    onWarning(
      uses ? 'replica_read' : 'replica_left_out',
      uses
        ? 'Ranking reads from the replica of DATABASE_READ_URL.'
        : 'The replica of DATABASE_READ_URL does not answer, or has not yet what is served: ranking reads from the primary until it has.',
    );
  };
  const poll = async (): Promise<void> => {
    while (!stopped) {
      known = await readState(asked).then(
        ({ serving }) => JSON.stringify(serving),
        () => null,
      );
      tell();
      await sleep(POLL_MS, undefined, { ref: false });
    }
  };
  const polling = poll();
  const pool: PostgresPool = {
    connect: async () => {
      if (!usesReplica()) return far.connect();
      try {
        return await near.connect();
      } catch {
        known = null;
        return far.connect();
      }
    },
    end: async () => undefined,
  };
  replica.on('error', () => {
    known = null;
  });
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    stop: async () => {
      stopped = true;
      await polling;
    },
  };
}
