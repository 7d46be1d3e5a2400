/**
 * `npm run bench -- sigterm [ROUNDS]`: SIGTERM to a service of the environment that eight callers keep busy, ROUNDS (20) times: how long it takes to exit, and how
 * the requests ended. Refused is who connects after it has left; every other request must be answered.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { goldenNotes } from './notes.js';
import { firstKey, MAIN, start } from './started.js';
import { load, type Outcomes, told } from './steady-load.js';

const ROUNDS = Number(process.argv[2] ?? 20);
const CALLERS = 8;
const BUSY_MS = 2_000;
const notes = goldenNotes(600, 40);
const all: Outcomes = new Map();
const exits: number[] = [];

for (let round = 1; round <= ROUNDS; round++) {
  const { child, url, ended } = await start(MAIN, { DEADLINE_MS: '10000' });
  const { outcomes, stop } = load(url, firstKey(), notes, CALLERS);
  await sleep(BUSY_MS);
  const began = performance.now();
  child.kill('SIGTERM');
  await ended;
  exits.push(performance.now() - began);
  await stop();
  for (const [name, count] of outcomes) all.set(name, (all.get(name) ?? 0) + count);
  process.stdout.write(
    `round ${round}: exit ${child.exitCode} after ${exits.at(-1)?.toFixed(0)} ms; ${told(outcomes)}\n`,
  );
}
process.stdout.write(`${ROUNDS} rounds: exit after at most ${Math.max(...exits).toFixed(0)} ms; ${told(all)}\n`);
