/** The batches of notes that wait, in a queue of pg-boss: any number of workers on any number of machines take from it. */

import type { Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import type { BulkRun } from '../db/bulk.js';
import { runStatement } from '../db/statement.js';
import type { Database } from '../db/tables.js';

const SCHEMA = 'bulk_queue';
/** A batch is given out again as often as its workers end without it: how often is judged by who takes it. */
const NO_LIMIT = 1_000_000;
/** How long a batch may wait. */
const TEN_YEARS_IN_MINUTES = 10 * 365 * 24 * 60;

export interface Batch {
  readonly id: string;
  readonly noteIds: readonly string[];
  /** How many workers took it and ended, or took too long. */
  readonly lost: number;
  /** Seconds after which it is given to another worker. */
  readonly lease: number;
}

interface Payload {
  readonly notes: readonly string[];
}

export class BatchQueue {
  readonly #boss: PgBoss;
  readonly #name: string;

  private constructor(boss: PgBoss, run: BulkRun) {
    this.#boss = boss;
    this.#name = `run-${run.runId}`;
  }

  /** Opens the queue of a run, and makes it where there is none. @param onError told what goes wrong beside the work */
  static async open(db: Kysely<Database>, run: BulkRun, onError: (error: Error) => void): Promise<BatchQueue> {
    const boss = new PgBoss({ db: through(db), schema: SCHEMA, schedule: false, maintenanceIntervalSeconds: 30 });
    boss.on('error', onError);
    await boss.start();
    const queue = new BatchQueue(boss, run);
    await boss.createQueue(queue.#name, {
      name: queue.#name,
      retryLimit: NO_LIMIT,
      retentionMinutes: TEN_YEARS_IN_MINUTES,
    });
    return queue;
  }

  /** Adds batches as part of a transaction. @param lease seconds after which a batch is given to another worker */
  async add(trx: Kysely<Database>, batches: readonly (readonly string[])[], lease: number): Promise<void> {
    const jobs = batches.map((notes) => ({ name: this.#name, data: { notes }, expireInSeconds: lease }));
    if (jobs.length > 0) await this.#boss.insert(jobs, { db: through(trx) });
  }

  /** The next batch; null where none waits, or where the database does not answer. */
  async take(): Promise<Batch | null> {
    const [job] = await this.#boss.fetch<Payload>(this.#name, { includeMetadata: true, priority: false, batchSize: 1 });
    if (job === undefined) return null;
    const { id, data, retryCount, expireInSeconds } = job;
    return { id, noteIds: data.notes, lost: retryCount, lease: Number(expireInSeconds) };
  }

  /** Ends a batch as part of a transaction; harmless where another worker has ended it. */
  async complete(trx: Kysely<Database>, { id }: Batch): Promise<void> {
    await this.#boss.complete(this.#name, id, {}, { db: through(trx) });
  }

  /** Gives out again what its workers have not ended in time. */
  async reclaim(): Promise<void> {
    await this.#boss.expire();
  }

  /** Batches that wait, or are in work somewhere. */
  async open(): Promise<number> {
    return this.#boss.getQueueSize(this.#name, { before: 'completed' });
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false, wait: false, close: false });
  }
}

/** Statements of pg-boss through our own connections. */
function through(db: Kysely<Database>): PgBoss.Db {
  return { executeSql: (text, values) => runStatement(db, text, values ?? []) };
}
