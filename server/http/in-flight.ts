/** How many requests this process works on at once. */

import { AppError } from '../errors.js';

/** Sheds what is over the limit at once: waiting would make every answer late instead of some absent. */
export class InFlightGate {
  #running = 0;

  constructor(private readonly max: number) {}

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
    }
  }
}
