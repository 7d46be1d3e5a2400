/** How fast the machine is just now, for tests that bound how long something takes. */

const WORDS = 1_000_000;
/** What counting so many words takes on the machine that the bounds were made on, with nothing else to do. */
const USUAL_MS = 500;

/** How many times longer than usual the machine takes for plain work; 1 where it is faster. */
export function slowness(): number {
  const began = performance.now();
  const counts = new Map<string, number>();
  for (let i = 0; i < WORDS; i++) {
    const word = `w${Math.imul(i, 2_654_435_761) >>> 12}`;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Math.max(1, (performance.now() - began) / USUAL_MS);
}

const TICK_MS = 20;
/** A timer is late by less on a machine that is merely busy. */
const STALL_MS = 200;

/** When the machine stood still, as seen by a process that does next to nothing. */
export interface Stalls {
  /** For how long within this time, by `performance.now()`, ms. */
  readonly within: (from: number, to: number) => number;
  readonly end: () => void;
}

/** Watches for times in which this process was not run at all. */
export function watchStalls(): Stalls {
  const stalls: { from: number; to: number }[] = [];
  let due = performance.now() + TICK_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - due > STALL_MS) stalls.push({ from: due, to: now });
    due = now + TICK_MS;
  }, TICK_MS);
  const overlap = (stall: { from: number; to: number }, from: number, to: number) =>
    Math.max(0, Math.min(to, stall.to) - Math.max(from, stall.from));
  return {
    within: (from, to) => stalls.reduce((sum, stall) => sum + overlap(stall, from, to), 0),
    end: () => clearInterval(timer),
  };
}
