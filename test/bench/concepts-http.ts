/**
 * `npm run bench -- concepts-http FILE.jsonl...`: notes of 2,000 characters over HTTP to a service that is started for it on the
 * PostgreSQL of DATABASE_URL, on this machine: the first ones, then others after a hundred, by one caller and by eight.
 * PROGRAM names the compiled program of another version, to compare with.
 */

import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { notesOf } from './notes.js';
import { postgresCpuSeconds } from './postgres-cpu.js';
import { type Measured, withProgram } from './service.js';

const LENGTH = 2_000;
const FIRST = 20;
const READ_BEFORE = 100;
const AFTER = 60;
const CALLERS = 8;

const url = process.env.DATABASE_URL;
if (url === undefined) throw new Error('Set DATABASE_URL to a PostgreSQL on this machine.');
const note = notesOf(process.argv.slice(2));
const program = process.env.PROGRAM ?? fileURLToPath(new URL('../../server/main.js', import.meta.url));
let next = 0;
const bodies = (count: number): string[] =>
  Array.from({ length: count }, () => JSON.stringify({ text: note(LENGTH, next++) }));

async function measure(name: string, service: Measured, postgres: Client, callers: number, count: number) {
  const waiting = bodies(count);
  const taken: number[] = [];
  const caller = async () => {
    for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
      const began = performance.now();
      await service.post('/v1/extract/concepts', body);
      taken.push(performance.now() - began);
    }
  };
  const cpu = async () => [await service.cpuSeconds(), await postgresCpuSeconds(postgres)] as const;
  const [ownBefore, postgresBefore] = await cpu();
  const began = performance.now();
  await Promise.all(Array.from({ length: callers }, caller));
  const seconds = (performance.now() - began) / 1_000;
  const [own, ofPostgres] = await cpu();
  taken.sort((a, b) => a - b);
  const at = (share: number) => (taken[Math.floor(share * taken.length)] ?? 0).toFixed(0).padStart(5);
  const each = (total: number) => ((total * 1_000) / count).toFixed(0).padStart(5);
  const megabytes = ((await service.residentBytes()) / 1e6).toFixed(0);
  process.stdout.write(
    `${name.padEnd(28)} p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  ${(count / seconds).toFixed(1).padStart(5)} notes/s  CPU a note: service ${each(own - ownBefore)} ms, PostgreSQL ${each(ofPostgres - postgresBefore)} ms  ${megabytes} MB\n`,
  );
}

const postgres = new Client({ connectionString: url });
await postgres.connect();
try {
  await withProgram(program, async (service) => {
    await measure('first, one caller', service, postgres, 1, FIRST);
    for (const body of bodies(READ_BEFORE - FIRST)) await service.post('/v1/extract/concepts', body);
    await measure('after 100, one caller', service, postgres, 1, AFTER);
    await measure(`after 100, ${CALLERS} callers`, service, postgres, CALLERS, AFTER * 2);
  });
} finally {
  await postgres.end();
}
