/** Cuts the notes of a run into batches: those that are new, or those that are to be done again. */

import type { Kysely } from 'kysely';
import { type Again, addNotes, type BulkRun, waitAgain } from '../db/bulk.js';
import type { NoteSource } from '../db/note-source.js';
import type { Database } from '../db/tables.js';
import type { BatchQueue } from './queue.js';

/** Notes that are looked at in one transaction. */
const CHUNK = 20_000;

export interface Batching {
  /** Notes in a batch. */
  readonly batch: number;
  /** Seconds that a worker has for one. */
  readonly lease: number;
}

export interface Enqueue extends Batching {
  readonly db: Kysely<Database>;
  readonly run: BulkRun;
  readonly queue: Pick<BatchQueue, 'add'>;
  /** Told how many notes were queued so far. */
  readonly onQueued: (notes: number) => void;
}

/**
 * Queues the notes of the source that have no record yet. Notes and their batches are recorded together, so it may be ended and begun again
 * at any moment.
 * @returns how many
 */
export function queueNew(options: Enqueue, source: Pick<NoteSource, 'idsAfter'>): Promise<number> {
  return queueChunks(options, async (after) => {
    const seen = await source.idsAfter(after, CHUNK);
    return { last: seen.at(-1), choose: (trx) => addNotes(trx, options.run, seen) };
  });
}

/** Queues notes that were done before. @returns how many */
export function queueAgain(options: Enqueue, which: Again): Promise<number> {
  return queueChunks(options, async (after) => ({
    choose: (trx) => waitAgain(trx, options.run, which, after ?? LEAST, CHUNK),
  }));
}

const LEAST = '-9223372036854775808';

interface Chunk {
  /** The last note that was looked at; absent: the last one that is chosen. */
  readonly last?: string | undefined;
  readonly choose: (trx: Kysely<Database>) => Promise<string[]>;
}

async function queueChunks(options: Enqueue, next: (after: string | null) => Promise<Chunk>): Promise<number> {
  let queued = 0;
  for (let after: string | null = null; ; ) {
    const { last, choose } = await next(after);
    const chosen = await options.db.transaction().execute(async (trx) => {
      const ids = await choose(trx);
      await options.queue.add(trx, cut(ids, options.batch), options.lease);
      return ids;
    });
    queued += chosen.length;
    options.onQueued(queued);
    const reached: string | undefined = last ?? chosen.at(-1);
    if (reached === undefined) return queued;
    after = reached;
  }
}

function cut(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, (i + 1) * size));
}
