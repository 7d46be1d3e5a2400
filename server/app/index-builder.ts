/** Builds the index of the served vectors on a server where it is missing, in the background of the running service. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { PoolClient } from 'pg';
import type { DatabaseHandle } from '../db/connect.js';
import { cancelBuild, runBuild, takeBuild } from '../db/embedding-index.js';
import type { Serving } from '../db/serving.js';
import type { Database } from '../db/tables.js';
import type { Progress } from '../domain/work.js';
import { watchIndex } from '../terminology/watch-index.js';
import { TellOnce } from './tell-once.js';

export interface IndexBuilderOptions {
  /** For short statements beside the build. */
  readonly db: Kysely<Database>;
  /** Opens the database without limits of time; closed after each build. */
  readonly open: () => Promise<DatabaseHandle>;
  /** What is served now; null while nothing is. */
  readonly served: () => Serving | null;
  readonly progress: Progress;
  /** Called when an index that was missing is there, whoever has built it. */
  readonly onIndexed: () => void;
  /** Told the class of an error; it is tried again. */
  readonly onError: (error: unknown) => void;
}

const STAGE = 'building the index beside the answers';
const LOOK_MS = 1_000;
/** Another process builds it, or did until it was killed. */
const OTHERS_MS = 3_000;
/** What has failed may fail again, after minutes of work of the server. */
const RETRY_MS = 60_000;
const CANCEL_MS = 100;
/** The end of the process waits no longer: a server that does not answer is not waited for. */
const CANCELS = 20;

export class IndexBuilder {
  readonly #options: IndexBuilderOptions;
  readonly #stop = new AbortController();
  readonly #errors: TellOnce;
  #building: Promise<void> = Promise.resolve();
  /** The session that builds for this process. */
  #session: number | null = null;
  #wasMissing = false;

  constructor(options: IndexBuilderOptions) {
    this.#options = options;
    this.#errors = new TellOnce(options.onError);
  }

  start(): void {
    this.#building = this.#goOn();
  }

  /** Ends at once: a build under way is cancelled, and its table stays as it was. */
  async stop(): Promise<void> {
    this.#stop.abort();
    const ended = this.#building.then(() => true);
    let cancelling = false;
    for (let tries = 0; tries < CANCELS; tries++) {
      // Again and again: before its statement has begun, a session cannot be cancelled. One at a time: a server that hangs answers none.
      if (this.#session !== null && !cancelling) {
        cancelling = true;
        void cancelBuild(this.#options.db, this.#session)
          .catch(() => undefined)
          .finally(() => {
            cancelling = false;
          });
      }
      if (await Promise.race([ended, sleep(CANCEL_MS, false)])) return;
    }
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#stop;
    for (let wait = 0; !signal.aborted; ) {
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        wait = (await this.#look()) ? LOOK_MS : OTHERS_MS;
        this.#errors.worked();
      } catch (error) {
        if (!signal.aborted) this.#errors.failed(error);
        wait = RETRY_MS;
      }
    }
  }

  /** Builds the index that is missing; false where another process does. */
  async #look(): Promise<boolean> {
    const serving = this.#options.served();
    if (serving === null) return true;
    if (serving.ready) {
      if (this.#wasMissing) this.#options.onIndexed();
      this.#wasMissing = false;
      return true;
    }
    this.#wasMissing = true;
    const patient = await this.#options.open();
    try {
      const client = await patient.pool.connect();
      try {
        return await this.#build(client, serving);
      } finally {
        // Whatever is left of its transaction ends with it.
        client.release(true);
      }
    } finally {
      await patient.close();
    }
  }

  async #build(client: PoolClient, serving: Serving): Promise<boolean> {
    const { db, progress } = this.#options;
    const session = await takeBuild(client, serving);
    if (session === null || this.#stop.signal.aborted) return false;
    this.#session = session;
    const tell = (share: number) => progress(STAGE, share, 1);
    await watchIndex(db, serving.releaseTable, tell, () => runBuild(client, serving)).finally(() => {
      this.#session = null;
    });
    return true;
  }
}
