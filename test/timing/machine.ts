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
