/** What a process knows of the requests of each key in this minute, and counts itself while the shared count is lost. */

interface Window {
  /** Requests of all processes, as far as this one knows. */
  taken: number;
  /** Those that this one let through and the shared count does not have. */
  owed: number;
  /** Milliseconds of the monotonic clock. */
  readonly endsAt: number;
}

export class OwnCount {
  readonly #windows = new Map<number, Window>();

  constructor(private readonly windowMs: number) {}

  /** How many requests of a key the shared count does not have; whoever asks adds them there. */
  claim(keyId: number): number {
    const known = this.#window(keyId);
    if (known === undefined) return 0;
    const { owed } = known;
    known.owed = 0;
    return owed;
  }

  /** Takes back what was claimed and could not be added. */
  unclaim(keyId: number, owed: number): void {
    const known = this.#window(keyId);
    if (known !== undefined) known.owed += owed;
  }

  /** Notes what the shared count says. */
  note(keyId: number, taken: number, msLeft: number): void {
    const known = this.#window(keyId);
    // Answers come in any order, and a table may have been emptied.
    if (known !== undefined) known.taken = Math.max(taken, known.taken);
    else this.#windows.set(keyId, { taken, owed: 0, endsAt: performance.now() + msLeft });
  }

  /** Counts a request here alone; at most `points` of a key in a window are let through. */
  take(keyId: number, points: number): { readonly taken: number; readonly allowed: boolean; readonly msLeft: number } {
    const now = performance.now();
    const window = this.#window(keyId) ?? { taken: 0, owed: 0, endsAt: now + this.windowMs };
    const allowed = window.taken < points;
    window.taken++;
    if (allowed) window.owed++;
    this.#windows.set(keyId, window);
    return { taken: window.taken, allowed, msLeft: window.endsAt - now };
  }

  #window(keyId: number): Window | undefined {
    const known = this.#windows.get(keyId);
    if (known === undefined || performance.now() < known.endsAt) return known;
    this.#windows.delete(keyId);
    return undefined;
  }
}
