/** Reads again what the end of a connection has cut: a restart, a failover or an administrator ends all at once. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isConnectionCut } from './failure.js';
import type { Database } from './tables.js';

/** In which the pool learns which of its other connections have ended too. */
const PAUSE_MS = 20;

/**
 * Does a read, and once more where its connection was cut. Never for what writes: whether that was done is not known.
 * Inside a transaction it reads once, for that has ended with its connection. Who waits no longer is not answered either way.
 */
export async function readTwice<T>(db: Kysely<Database>, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (db.isTransaction || !isConnectionCut(error)) throw error;
    await sleep(PAUSE_MS);
    return read();
  }
}
