/** The thread of `watchHealth`: asks /healthz of the service of its data, over a new connection each time as orchestrators do, and tells the slowest answer once it is told to end. */

import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 20;

const url = new URL('/healthz', workerData as string);
let over = false;
let slowest = 0;
parentPort?.once('message', () => {
  over = true;
});

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (answer) => {
      answer.resume();
      answer.on('end', resolve);
    }).on('error', reject);
  });
}

while (!over) {
  const began = performance.now();
  await ask();
  slowest = Math.max(slowest, performance.now() - began);
  await sleep(EVERY_MS);
}
parentPort?.postMessage(slowest);
