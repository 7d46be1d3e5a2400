/** Long work in slices, so that a long note does not keep the event loop from answering others. */

import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a turn of the event loop may be taken without a break, in milliseconds; a step under way is not cut. */
const SLICE_MS = 8;
/**
 * From here on a turn ends between two stages, the next of which may be as long as it likes. Short notes go through in one turn: where every
 * stage of eight requests waits for those of the others, all of them are late.
 */
const STAGE_MS = 3;

/** When the work of this process last gave way: one request's stages follow each other within a turn, and so may those of several. */
let gaveWay = 0;

/** Lets other work of the process have its turn, between two stages that cannot be sliced. */
export async function giveWay(): Promise<void> {
  if (hasTaken(STAGE_MS)) await endTurn();
}

/** Maps items in order; after each slice other work of the process has its turn. */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (const [index, item] of items.entries()) {
    if (hasTaken(SLICE_MS)) await endTurn();
    mapped.push(map(item, index));
  }
  return mapped;
}

/**
 * Runs work that comes in steps; after each slice other work of the process has its turn.
 * @throws what the signal is aborted with
 */
export async function runInSlices<R>(steps: Iterator<unknown, R>, signal?: AbortSignal): Promise<R> {
  for (;;) {
    if (hasTaken(SLICE_MS)) {
      await endTurn();
      signal?.throwIfAborted();
    }
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Set while work in slices is to stand still. */
let held: Promise<unknown> | undefined;

/** Does a moment's work while nothing that comes in slices goes on. */
export async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  const working = work();
  held = working;
  try {
    return await working;
  } finally {
    held = undefined;
  }
}

async function endTurn(): Promise<void> {
  await nextTurn();
  if (held !== undefined) await held.catch(() => undefined);
  gaveWay = performance.now();
}

function hasTaken(ms: number): boolean {
  return performance.now() - gaveWay >= ms;
}
