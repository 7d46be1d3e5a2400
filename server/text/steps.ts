/** Reading in steps, so that a service can give way to other work between them. */

/** Work whose result comes after any number of steps. */
export type Steps<R> = Generator<undefined, R, void>;

/** How many tokens a step takes: a fraction of a millisecond. */
export const TOKENS_A_STEP = 256;

/** Does all steps at once. */
export function finish<R>(steps: Steps<R>): R {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
