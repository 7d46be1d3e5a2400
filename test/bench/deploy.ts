/**
 * `npm run bench -- deploy [ROUNDS]`: a rolling restart of three processes on the PostgreSQL of DATABASE_URL, behind a small proxy that asks `/readyz`
 * and tries nothing twice, under steady load, ROUNDS (20) times: how the requests ended. Each round restarts all three, one after the other; a new process starts once
 * the one before it has left.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { goldenNotes } from './notes.js';
import { openProxy } from './small-proxy.js';
import { firstKey, MAIN, type Started, start } from './started.js';
import { load, told } from './steady-load.js';

const ROUNDS = Number(process.argv[2] ?? 20);
const PROCESSES = 3;
const CALLERS = 4;
const REST_MS = 50;
/** Longer than the proxy takes to see that a process is ready. */
const SEEN_MS = 1_500;
const env = { DEADLINE_MS: '10000', EMBED_WORKERS: '1' };

if (process.env.DATABASE_URL === undefined)
  throw new Error('Set DATABASE_URL: processes cannot share the embedded database.');
const processes: Started[] = [];
for (let i = 0; i < PROCESSES; i++) processes.push(await start(MAIN, env));
const proxy = await openProxy();
const tell = () => proxy.setBackends(processes.map(({ url }) => url));
tell();
await sleep(SEEN_MS);
const { outcomes, stop } = load(proxy.url, firstKey(), goldenNotes(600, 40), CALLERS, REST_MS);
for (let round = 1; round <= ROUNDS; round++) {
  for (const [i, { child, ended }] of processes.entries()) {
    child.kill('SIGTERM');
    await ended;
    processes[i] = await start(MAIN, env);
    tell();
    await sleep(SEEN_MS);
  }
  process.stdout.write(`round ${round}: ${told(outcomes)}\n`);
}
await stop();
await proxy.close();
for (const { child, ended } of processes) {
  child.kill('SIGTERM');
  await ended;
}
const failed = [...outcomes].filter(([name]) => name !== '200').reduce((sum, [, count]) => sum + count, 0);
process.stdout.write(
  `${ROUNDS} rounds, ${ROUNDS * PROCESSES} restarts: ${failed} failed requests; ${told(outcomes)}\n`,
);
