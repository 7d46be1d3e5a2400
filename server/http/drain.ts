/** The end of a process without a lost request. */

import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { whileHeld } from '../slices.js';

const POLL_MS = 50;
const QUIET_MS = 300;
const CUT_MS = 500;
const CALM_MS = 500;
const SHORT_TURN_MS = 0.2;
/** From the signal to the last answer: an orchestrator that kills after ten seconds finds nobody. */
const END_MS = 9_000;
/** However long the notice was. */
const LEAST_ANSWERS_MS = 4_000;

/** Whether the process is going to stop; shared by the app, the server and `drain`. */
export class Lifecycle {
  /** Set when the process is going to stop: batches take no further note. */
  readonly notice = new AbortController();
  /** Requests that have begun and are not answered yet. */
  active = 0;
  /** Set when the last requests are given up: they are answered with NLP_UNAVAILABLE. */
  readonly stop = new AbortController();

  constructor() {
    // Every request under way may listen to them.
    setMaxListeners(0, this.notice.signal, this.stop.signal);
  }

  /** Whether `/readyz` says 503 and every answer closes its connection. */
  get draining(): boolean {
    return this.notice.signal.aborted;
  }
}

/**
 * Ends a server: for `noticeMs` it still accepts, so that load balancers see `/readyz` fail; then it accepts nothing new
 * and waits `answersMs` for the requests under way: until 9 s after the signal, and 4 s at least. What still runs then is answered with 503.
 */
export async function drain(
  server: Server,
  lifecycle: Lifecycle,
  noticeMs: number,
  answersMs = Math.max(LEAST_ANSWERS_MS, END_MS - noticeMs),
): Promise<void> {
  lifecycle.notice.abort();
  await sleep(noticeMs);
  await whileHeld(async () => {
    await nobodyWaits(server);
    server.close();
  });
  await quiet(server, lifecycle, answersMs);
  lifecycle.stop.abort();
  await quiet(server, lifecycle, CUT_MS);
  server.closeAllConnections();
}

/**
 * Waits for a moment in which nobody can have connected who is not accepted yet: the kernel resets whoever still waits when the server is closed. A turn of
 * the event loop accepts one that waits, so nobody did in a turn without one; a short turn leaves no time for others, and long work must stand still meanwhile.
 */
async function nobodyWaits(server: Server): Promise<void> {
  let accepted = false;
  const onConnection = () => {
    accepted = true;
  };
  server.on('connection', onConnection);
  const end = performance.now() + CALM_MS;
  for (let began = performance.now(); began < end; ) {
    accepted = false;
    await new Promise(setImmediate);
    const now = performance.now();
    if (!accepted && now - began < SHORT_TURN_MS) break;
    began = now;
  }
  server.off('connection', onConnection);
}

/**
 * Waits until nothing was under way for a moment, at most `ms`. close() alone would wait for ever for a kept-alive
 * connection that was busy when it was called, and for one that never sent anything.
 */
async function quiet(server: Server, lifecycle: Lifecycle, ms: number): Promise<void> {
  const end = performance.now() + ms;
  let busyAt = performance.now();
  while (performance.now() < end && performance.now() - busyAt < QUIET_MS) {
    server.closeIdleConnections();
    await sleep(POLL_MS);
    if (lifecycle.active > 0) busyAt = performance.now();
  }
}
