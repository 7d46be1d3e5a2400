/** Reads of ranking from a replica (DATABASE_READ_URL), while it has what the primary serves. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { isDatabaseUnavailable } from './failure.js';
import { readState, type Serving } from './serving.js';
import { soundPool } from './sound-pool.js';
import type { Database } from './tables.js';

/** How often the replica is asked what it has, in ms. */
const POLL_MS = 200;
/** SQLSTATE. */
const CONNECTION_FAILURE = '08006';

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
  const leaveOut = (): void => {
    known = null;
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
        return watched(await near.connect(), leaveOut);
      } catch {
        leaveOut();
        return far.connect();
      }
    },
    end: async () => undefined,
  };
  replica.on('error', leaveOut);
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    stop: async () => {
      stopped = true;
      await polling;
    },
  };
}

/**
 * A connection that tells when the replica is not there: behind a pooler it lives on while each statement fails, each in its own way. To who
 * reads it is a connection that has been cut, so that the read is done once more, on the primary.
 */
function watched(client: PostgresPoolClient, leaveOut: () => void): PostgresPoolClient {
  const fail = (error: unknown): never => {
    if (!isDatabaseUnavailable(error)) throw error;
    leaveOut();
    throw Object.assign(new Error('The replica is gone.'), { code: CONNECTION_FAILURE, cause: error });
  };
  const query = (sql: string, parameters: readonly unknown[]) => client.query(sql, parameters).catch(fail);
  return { query: query as PostgresPoolClient['query'], release: () => client.release() };
}
