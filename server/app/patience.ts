/** How long a request waits for what it can do without, where that says nothing at all. */

import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';

/** Of a server. The embedded database has one session, in which a long statement keeps all others waiting. */
export const SILENCE_MS = 400;

/** Nothing was answered for so long. */
export class SilenceError extends Error {
  readonly code = 'NO_ANSWER';
}

/**
 * Gives up work once nothing of its kind has been answered for `ms`: a database that hangs is silent, a busy one answers one after the
 * other, and whoever waits in that row goes on waiting.
 */
export class Patience {
  #answeredAt = Number.NEGATIVE_INFINITY;

  /** @param ms Infinity never gives up */
  constructor(private readonly ms: number) {}

  /** The work, which goes on where it is given up. @throws SilenceError */
  async within<T>(work: Promise<T>): Promise<T> {
    if (this.ms === Number.POSITIVE_INFINITY) return work;
    const done = new AbortController();
    const heard = work.finally(() => {
      this.#answeredAt = performance.now();
    });
    heard.catch(() => undefined);
    try {
      return await Promise.race([heard, this.#silence(done.signal)]);
    } finally {
      done.abort();
    }
  }

  async #silence(done: AbortSignal): Promise<never> {
    const began = performance.now();
    const left = () => this.ms - (performance.now() - Math.max(began, this.#answeredAt));
    for (;;) {
      // What came while this process was busy is read before it is missed.
      if (left() <= 0) await turn().then(() => turn());
      const wait = left();
      if (wait <= 0 || done.aborted) throw new SilenceError('There was no answer.');
      await sleep(wait, undefined, { signal: done }).catch(() => undefined);
    }
  }
}
