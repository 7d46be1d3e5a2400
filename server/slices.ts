/** Long work in slices, so that a long note does not keep the event loop from answering others; and whose slice comes next. */

import { AsyncLocalStorage } from 'node:async_hooks';

/** How long a turn of the event loop may be taken without a break, in milliseconds; a step under way is not cut. */
const SLICE_MS = 8;
/**
 * From here on a turn ends between two stages, the next of which may be as long as it likes. Short notes go through in one turn: where every
 * stage of eight requests waits for those of the others, all of them are late.
 */
const STAGE_MS = 3;
/** How far somebody who has taken less than others may go before them, in milliseconds. */
const CREDIT_MS = 100;
/** The time since the last turn is that of this work, but for a process that had nothing to do in between. */
const MOST_COUNTED_MS = 50;
/** So many new connections are taken before the next slice. */
const CONNECTIONS_A_SLICE = 128;

/** What one party has taken of the process; work of the same party shares one. */
export interface Share {
  /** Milliseconds of turns, as far as they count for the order. */
  taken: number;
  /** How much a millisecond counts: more for work that others go before. */
  readonly cost: number;
  /** Pieces of work under way. */
  working: number;
}

/** Whose work it is, and what ends it. */
interface Work {
  readonly share: Share;
  readonly signal: AbortSignal | undefined;
}

interface Waiting {
  readonly share: Share;
  go(): void;
}

const works = new AsyncLocalStorage<Work>();
/** What belongs to no request: reading a lexicon, writing counts. */
const BACKGROUND: Work = { share: newShare(1), signal: undefined };
const waiting: Waiting[] = [];
/** The parties that have work under way. */
const parties = new Set<Share>();
/** When the work of this process last gave way: one request's stages follow each other within a turn, and so may those of several. */
let gaveWay = 0;

/** The share of a party that has taken nothing yet. @param cost how much a millisecond counts */
export function newShare(cost: number): Share {
  return { taken: 0, cost, working: 0 };
}

/**
 * Runs work whose slices are counted as those of a party: of all that wait, the party that has taken the least comes next, and one slice
 * fills a turn of the event loop. Once the signal is set, the work ends at its next slice with the reason of the signal.
 */
export async function inShare<T>(share: Share, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (share.working++ === 0) {
    // Nobody saves up for later what was not taken while there was nothing to do.
    share.taken = Math.max(share.taken, leastTaken() - CREDIT_MS);
    parties.add(share);
  }
  try {
    return await works.run({ share, signal }, work);
  } finally {
    if (--share.working === 0) parties.delete(share);
  }
}

/** Lets other work of the process have its turn, between two stages that cannot be sliced. @throws what the work is aborted with */
export async function giveWay(): Promise<void> {
  if (hasTaken(STAGE_MS)) await endTurn();
}

/** Maps items in order; after each slice other work of the process has its turn. @throws what the work is aborted with */
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
 * @throws what the signal, or the work around it, is aborted with
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
  const { share, signal } = works.getStore() ?? BACKGROUND;
  share.taken += Math.min(performance.now() - gaveWay, MOST_COUNTED_MS) * share.cost;
  if (share === BACKGROUND.share) share.taken = Math.max(share.taken, leastTaken() - CREDIT_MS);
  await new Promise<void>((go) => {
    waiting.push({ share, go });
    if (waiting.length === 1) setImmediate(nextTurn);
  });
  if (held !== undefined) await held.catch(() => undefined);
  gaveWay = performance.now();
  signal?.throwIfAborted();
}

/** Set by a new connection. */
let hasConnected = false;
/** New connections since the last slice. */
let connected = 0;

/** A connection has come. libuv takes one a turn of the event loop, so that a hundred at once would each wait for the slices of all before. */
export function connectionCame(): void {
  hasConnected = true;
}

/** One slice a turn of the event loop, so that what came in meanwhile waits for no other. */
function nextTurn(): void {
  if (hasConnected && ++connected <= CONNECTIONS_A_SLICE) {
    hasConnected = false;
    setImmediate(nextTurn);
    return;
  }
  connected = 0;
  let next = 0;
  for (let i = 1; i < waiting.length; i++) if (shareAt(i).taken < shareAt(next).taken) next = i;
  const [{ go } = { go: () => undefined }] = waiting.splice(next, 1);
  if (waiting.length > 0) setImmediate(nextTurn);
  go();
}

function leastTaken(): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { taken } of parties) least = Math.min(least, taken);
  return least === Number.POSITIVE_INFINITY ? 0 : least;
}

function shareAt(at: number): Share {
  return (waiting[at] as Waiting).share;
}

function hasTaken(ms: number): boolean {
  return performance.now() - gaveWay >= ms;
}
