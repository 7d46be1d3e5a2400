/** The requests of one key as a leaky bucket used as a meter (ITU-T I.371, GCRA): each fills it by one, and it leaks as many a minute as its limit. */

const MINUTE_MS = 60_000;
/** What rounding may take from a whole request. */
const ROUNDING = 1e-6;

export class Bucket {
  /** Requests in it. */
  level = 0;
  /** Requests that were let through here and no other process knows of. */
  owed = 0;

  /** @param at milliseconds of a clock that only goes forward */
  constructor(private at: number) {}

  /** Leaks until a time; a limit that was lowered is full, no fuller. */
  leak(now: number, limit: number): void {
    this.level = Math.max(0, Math.min(this.level, limit) - ((now - this.at) * limit) / MINUTE_MS);
    this.at = now;
  }

  hasRoom(limit: number): boolean {
    return this.left(limit) >= 1;
  }

  /** Whole requests that have room. */
  left(limit: number): number {
    return Math.max(0, Math.floor(limit - this.level + ROUNDING));
  }

  /** After how many milliseconds one more has room where none has, else all of the limit. */
  waitMs(limit: number): number {
    const tooMuch = this.hasRoom(limit) ? this.level : this.level + 1 - limit;
    return (tooMuch * MINUTE_MS) / limit;
  }
}
