/** Long work in slices, so that a long note does not keep the event loop from answering others. */

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets other work of the process have its turn, between two stages that cannot be sliced. */
export function giveWay(): Promise<void> {
  return nextTurn();
}

/** How long one slice lasts, in milliseconds. */
const SLICE_MS = 8;

/** Maps items in order; after each slice other work of the process has its turn. */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const mapped: R[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    mapped.push(map(item, index));
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
  return mapped;
}

/**
 * Runs work that comes in steps; after each slice other work of the process has its turn.
 * @throws what the signal is aborted with
 */
export async function runInSlices<R>(steps: Iterator<unknown, R>, signal?: AbortSignal): Promise<R> {
  let began = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    signal?.throwIfAborted();
    began = performance.now();
  }
}
