/** Keeps the neighbours of terms of a release in the database, a while after a request has found them. */

import type { Kysely } from 'kysely';
import type { NeighbourStore, ReleaseTerm } from '../concepts/lookup/neighbours.js';
import { type NeighbourTarget, readNeighbours, type TermNeighbours, writeNeighbours } from '../db/neighbours.js';
import type { NearestConcept } from '../db/rank.js';
import type { Database } from '../db/tables.js';
import { TellOnce } from './tell-once.js';

const FLUSH_MS = 2_000;
/** What waits beyond this is not kept: a later request finds it again. */
const MOST_WAITING = 5_000;
/** Terms a statement. */
const BATCH = 500;

interface Waiting {
  readonly target: NeighbourTarget;
  readonly terms: Map<string, TermNeighbours>;
}

export class ReleaseNeighbours implements NeighbourStore {
  readonly #db: Kysely<Database>;
  readonly #errors: TellOnce;
  readonly #timer: NodeJS.Timeout;
  #waiting: Waiting | undefined;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param db for work beside requests
   * @param onError told the class of an error once; what could not be written is found again
   */
  constructor(db: Kysely<Database>, onError: (error: unknown) => void) {
    this.#db = db;
    this.#errors = new TellOnce(onError);
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  read(...asked: Parameters<typeof readNeighbours>): Promise<Map<string, NearestConcept[]>> {
    return readNeighbours(...asked);
  }

  add(target: NeighbourTarget, { key, descriptionId }: ReleaseTerm, concepts: readonly NearestConcept[]): void {
    const { modelId, releaseId } = target;
    const known = this.#waiting;
    // After a switch of the release what waits of the one before is found again when it is served again.
    const isSame = known?.target.modelId === modelId && known.target.releaseId === releaseId;
    const waiting = isSame ? known : { target: { modelId, releaseId }, terms: new Map() };
    this.#waiting = waiting;
    if (waiting.terms.size < MOST_WAITING) waiting.terms.set(key, { term: key, descriptionId, concepts });
  }

  /** Writes what waits; never fails. */
  flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) this.#writing = this.#writing.then(() => this.#write(waiting));
    return this.#writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write({ target, terms }: Waiting): Promise<void> {
    const all = [...terms.values()];
    try {
      for (let from = 0; from < all.length; from += BATCH)
        await writeNeighbours(this.#db, target, all.slice(from, from + BATCH));
      this.#errors.worked();
    } catch (error) {
      this.#errors.failed(error);
    }
  }
}
