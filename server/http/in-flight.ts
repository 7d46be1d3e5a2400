/** How many requests, and how many notes of batches, this process works on at once. */

import { AppError } from '../errors.js';

/**
 * Sheds requests that are over the limit at once: waiting would make every answer late instead of some absent. Notes of batches wait
 * for their turn in the order in which they came, and go one at a time while there are requests.
 */
export class InFlightGate {
  #running = 0;
  #behind = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * @param max requests
   * @param maxBehind notes of batches while there are no requests
   */
  constructor(
    private readonly max: number,
    private readonly maxBehind: number,
  ) {}

  /**
   * Runs the work; its place is free again when the work has ended, even if its client has stopped waiting before.
   * @throws AppError NLP_UNAVAILABLE when the process is full
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.max) {
      throw new AppError('NLP_UNAVAILABLE', { message: 'The service is busy; try again later.', retryAfter: 1 });
    }
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#admit();
    }
  }

  /** Runs a note of a batch once it has a place. */
  async runBehind(work: () => Promise<unknown>): Promise<void> {
    await new Promise<void>((admitted) => {
      this.#waiting.push(admitted);
      this.#admit();
    });
    try {
      await work();
    } finally {
      this.#behind--;
      this.#admit();
    }
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#behind < (this.#running > 0 ? 1 : this.maxBehind)) {
      this.#behind++;
      this.#waiting.shift()?.();
    }
  }
}
