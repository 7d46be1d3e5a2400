/** Long work in slices, so that a long note does not keep the event loop from answering others. */

import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE = 2_000;

/** Maps items in order; between slices other work of the process has its turn. */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (let from = 0; from < items.length; from += SLICE) {
    if (from > 0) await nextTurn();
    for (const item of items.slice(from, from + SLICE)) mapped.push(map(item));
  }
  return mapped;
}
