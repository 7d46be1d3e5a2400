/** Tells how far the build of an index is. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { readIndexProgress } from '../db/embedding-index.js';
import type { Database } from '../db/tables.js';

const WATCH_MS = 1_000;
/** Until it is done: the last pages are written after all vectors are in. */
const NOT_YET = 0.999;

/**
 * Runs the build of the index of a table and tells the share that is done, 1 when all is.
 * @param watch another connection than that of the build; undefined where there is none
 */
export async function watchIndex(
  watch: Kysely<Database> | undefined,
  table: string,
  tell: (share: number) => void,
  build: () => Promise<void>,
): Promise<void> {
  tell(0);
  const watching = new AbortController();
  const watched = watch === undefined ? undefined : look(watch, table, tell, watching.signal);
  await build().finally(() => watching.abort());
  await watched;
  tell(1);
}

async function look(
  db: Kysely<Database>,
  table: string,
  tell: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // What is only shown must not fail the build.
    const share = await readIndexProgress(db, table).catch(() => null);
    if (share !== null && !signal.aborted) tell(Math.min(share, NOT_YET));
    await sleep(WATCH_MS, undefined, { signal }).catch(() => undefined);
  }
}
