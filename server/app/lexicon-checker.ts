/** Checks the active lexicon after each version, and drafts after each edit, in the background of the running service. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { dueChecks, giveBackCheck, readCheckMark, takeCheck, writeCheck } from '../db/lexicon-checks.js';
import type { Database } from '../db/tables.js';
import { type CompiledRows, checkActive, checkDraft } from './lexicon-check.js';
import { TellOnce } from './tell-once.js';

export interface CheckerOptions {
  readonly db: Kysely<Database>;
  /** What is served now; null while nothing is. */
  readonly active: () => CompiledRows | null;
  /** Told when cases fail with the lexicon that is served. */
  readonly onFailures: (failed: number, version: number) => void;
  /** Told the class of an error; the next look tries again. */
  readonly onError: (error: unknown) => void;
}

const LOOK_MS = 250;
/** How long a version is served before it is checked: whoever edits on is not slowed down by checks of what is over. */
const SETTLE_MS = 1_000;
/** A mark is cheap but can miss edits that overlap: now and then what is due is asked for all the same. */
const LOOK_CLOSELY_MS = 5_000;

export class LexiconChecker {
  readonly #options: CheckerOptions;
  readonly #stop = new AbortController();
  #looking: Promise<void> = Promise.resolve();
  /** The mark of a state in which nothing was due, and when that was seen. */
  #settled = { mark: '', at: 0 };
  /** The served version, and since when this process has seen it. */
  #served = { version: 0, since: 0 };
  readonly #errors: TellOnce;

  constructor(options: CheckerOptions) {
    this.#options = options;
    this.#errors = new TellOnce(options.onError);
  }

  start(): void {
    this.#looking = this.#goOn();
  }

  /** Ends after the check that is under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#looking;
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.look();
        this.#errors.worked();
      } catch (error) {
        this.#errors.failed(error);
      }
    }
  }

  /** Runs what is due and what no other process runs. */
  async look(): Promise<void> {
    const { db, active } = this.#options;
    const hasSettled = this.#hasSettled();
    const mark = await readCheckMark(db);
    const fresh = performance.now() - this.#settled.at < LOOK_CLOSELY_MS;
    if (active() === null || (fresh && this.#settled.mark === mark)) return;
    const due = await dueChecks(db);
    if (due.length === 0) this.#settled = { mark, at: performance.now() };
    for (const { target, version } of due) {
      const served = active();
      // A new version is served first.
      if (this.#stop.signal.aborted || served?.rows.version !== version) return;
      if (target !== '' || hasSettled) await this.#take(target, served);
    }
  }

  /** Runs a check unless another process has it. */
  async #take(target: string, served: CompiledRows): Promise<void> {
    const { db } = this.#options;
    if (await takeCheck(db, target)) await this.#run(target, served).finally(() => giveBackCheck(db, target));
  }

  #hasSettled(): boolean {
    const version = this.#options.active()?.rows.version ?? 0;
    const now = performance.now();
    if (version !== this.#served.version) this.#served = { version, since: now };
    return now - this.#served.since >= SETTLE_MS;
  }

  async #run(target: string, served: CompiledRows): Promise<void> {
    const { db, onFailures } = this.#options;
    const touched = { examples: 'touched' } as const;
    const check = await (target === '' ? checkActive(db, served, touched) : checkDraft(db, served, target, touched));
    if (check === null) return;
    await writeCheck(db, check.of, check);
    if (target === '' && check.failed > 0) onFailures(check.failed, check.of.version);
  }
}
