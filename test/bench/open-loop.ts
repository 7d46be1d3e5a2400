/** Callers that do not wait for answers, and a watch of /healthz beside them. */

import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** One request: status 0 where no answer came; milliseconds from its time to the end of its answer. */
export interface Asked {
  readonly status: number;
  readonly took: number;
  /** When its answer ended, ms after the beginning of an open loop. */
  readonly at: number;
  readonly retryAfter: number | undefined;
}

/** Sends requests with one key. */
export interface Client {
  post(path: string, body: string | Buffer, signal?: AbortSignal): Promise<Asked>;
}

/** @param agent with room for all that is sent at once */
export function clientOf(url: string, key: string, agent = new Agent({ keepAlive: true, maxSockets: 2_000 })): Client {
  return {
    post: (path, body, signal) =>
      new Promise((resolve) => {
        const began = performance.now();
        const end = (status: number, retryAfter?: string) =>
          resolve({
            status,
            took: performance.now() - began,
            at: 0,
            retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
          });
        const headers = {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        };
        const sent = request(
          new URL(path, url),
          { method: 'POST', headers, agent, ...(signal && { signal }) },
          (answer) => {
            answer.resume();
            answer.once('end', () => end(answer.statusCode ?? 0, answer.headers['retry-after']));
            answer.once('error', () => end(0));
          },
        );
        sent.once('error', () => end(0));
        sent.end(body);
      }),
  };
}

/** Calls a second that are answered with 200 where `callers` wait for their answers. */
export async function capacityOf(call: () => Promise<Asked>, callers: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let count = 0;
  const caller = async () => {
    while (performance.now() < end) if ((await call()).status === 200) count++;
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return count / seconds;
}

/** Begins `perSecond` calls a second for some seconds, then waits for all of them. */
export async function openLoop(perSecond: number, seconds: number, call: () => Promise<Asked>): Promise<Asked[]> {
  const began = performance.now();
  const calls: Promise<Asked>[] = [];
  const count = Math.round(perSecond * seconds);
  while (calls.length < count) {
    const due = began + (calls.length * 1_000) / perSecond;
    if (due > performance.now()) await sleep(Math.max(1, due - performance.now()));
    calls.push(call().then((asked) => ({ ...asked, at: performance.now() - began })));
  }
  return Promise.all(calls);
}

/** Asks /healthz every 20 ms in a thread of its own, so that only the service is late; the function that it returns ends this and gives the slowest answer, ms. */
export function watchHealth(url: string): () => Promise<number> {
  const probe = new Worker(new URL('./health-probe.js', import.meta.url), { workerData: url });
  return async () => {
    probe.postMessage('end');
    const [slowest] = (await once(probe, 'message')) as [number];
    return slowest;
  };
}

/** @param part of the values, 0 to 1 */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((x, y) => x - y);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
