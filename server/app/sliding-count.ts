/** The requests of one key in the last minute: a sliding window counter. */

/** What rounding may take from a whole request. */
const ROUNDING = 1e-6;

/**
 * Two fixed windows side by side: the running one counts whole, the one before by the part that a window which ends now still covers, as
 * if its requests had come evenly. What was let through at the end of one window is so missing at the beginning of the next.
 */
export class SlidingCount {
  /** Of the running window, since 1970. */
  window: number;
  before = 0;
  current = 0;
  /** Requests of the running window that were let through here and no other process knows of. */
  owed = 0;

  /**
   * @param windowMs how long a window is
   * @param now milliseconds since 1970
   */
  constructor(
    private readonly windowMs: number,
    now: number,
  ) {
    this.window = this.#windowAt(now);
  }

  /** Goes on to the window of a time; a clock that goes back changes nothing. @returns whether that is another one */
  moveTo(now: number): boolean {
    const window = this.#windowAt(now);
    if (window <= this.window) return false;
    this.before = window === this.window + 1 ? this.current : 0;
    this.current = 0;
    this.owed = 0;
    this.window = window;
    return true;
  }

  hasRoom(now: number, limit: number): boolean {
    return this.left(now, limit) >= 1;
  }

  /** Whole requests of a limit that are left; below 0 where more are counted. @param current of the running window */
  left(now: number, limit: number, current: number = this.current): number {
    return Math.floor(limit - this.#carried(now) - current + ROUNDING);
  }

  /** When one more request has room, in milliseconds from now, if none comes meanwhile. */
  msUntilRoom(now: number, limit: number): number {
    if (this.hasRoom(now, limit)) return 0;
    const room = limit - 1 - this.current;
    const at = room >= 0 ? 1 - room / this.before : 2 - (limit - 1) / this.current;
    return (at - this.#gone(now)) * this.windowMs;
  }

  /** When the running window ends, in milliseconds from now. */
  msUntilNext(now: number): number {
    return (1 - this.#gone(now)) * this.windowMs;
  }

  /** What the window before still counts. */
  #carried(now: number): number {
    return this.before * (1 - this.#gone(now));
  }

  #windowAt(now: number): number {
    return Math.floor(now / this.windowMs);
  }

  #gone(now: number): number {
    return Math.min(1, Math.max(0, now / this.windowMs - this.window));
  }
}
