/** How fast the process works, measured on what it has done. */

/** What is believed before anything was measured, in weight a second, and for how many seconds it counts. */
const FIRST_GUESS = 20_000;
const GUESSED_SECONDS = 0.25;
/** Seconds of work after which what was measured counts for a third. */
const MEMORY_SECONDS = 5;

/** A piece of work under way. */
export interface Begun {
  readonly weight: number;
  readonly at: number;
}

/**
 * Weight a second, exponentially weighted. Pieces that go on at the same time are taken to share the process alike, so a time in which three
 * are under way counts for each as a third of it; a time in which nothing is under way does not count.
 */
export class Pace {
  #weight = FIRST_GUESS * GUESSED_SECONDS;
  #seconds = GUESSED_SECONDS;
  #running = 0;
  /** Seconds that each piece under way from the beginning would have had for itself. */
  #clock = 0;
  #readAt: number;

  /** @param now a clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.#readAt = now();
  }

  get perSecond(): number {
    return this.#weight / this.#seconds;
  }

  begin(weight: number): Begun {
    this.#read();
    this.#running++;
    return { weight, at: this.#clock };
  }

  /** @param done whether it was done, and not given up: then it says something only where it had taken longer than it should */
  end({ weight, at }: Begun, done: boolean): void {
    this.#read();
    this.#running--;
    const seconds = this.#clock - at;
    if (!done && weight >= seconds * this.perSecond) return;
    const kept = Math.exp(-seconds / MEMORY_SECONDS);
    this.#weight = this.#weight * kept + weight;
    this.#seconds = this.#seconds * kept + seconds;
  }

  #read(): void {
    const now = this.now();
    if (this.#running > 0) this.#clock += (now - this.#readAt) / 1_000 / this.#running;
    this.#readAt = now;
  }
}
