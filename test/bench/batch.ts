/**
 * `npm run bench -- batch [COUNT [FILE.jsonl...]]`: short notes (of the files, or of the golden notes) through `POST /v1/extract/batch` of a
 * service that is started for it: notes a second beside eight callers of the single call, with the same notes and in turns; how long a single
 * call takes with and without a batch beside it; its memory over COUNT notes, or as many as six minutes allow, and beside a client that reads nothing.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { goldenNotes, textsOf } from './notes.js';
import { type Measured, withProgram } from './service.js';

const LENGTH = 200;
const DISTINCT = 400;
const ROUNDS = 9;
const A_ROUND = 200;
const CALLERS = 8;
const SINGLE_CALLS = 150;
const MOST_MS = 360_000;
const TENTHS = 10;
const NEGLECTED_MS = 15_000;
const BATCH = '/v1/extract/batch';

const [count = '50000', ...files] = process.argv.slice(2);
const notes = notesOfLength();
const program = process.env.PROGRAM ?? fileURLToPath(new URL('../../server/main.js', import.meta.url));

function notesOfLength(): string[] {
  const text = files.length > 0 ? textsOf(files).join('\n\n') : (goldenNotes(LENGTH * 60, 1)[0] as string);
  const step = Math.max(1, Math.floor((text.length - LENGTH) / DISTINCT));
  return Array.from({ length: DISTINCT }, (_, i) => text.slice(i * step, i * step + LENGTH));
}

function* lines(most: number, isOver = () => false): Generator<string> {
  for (let i = 0; i < most && !isOver(); i++) yield `${JSON.stringify({ id: i, text: notes[i % notes.length] })}\n`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function byCallers(service: Measured): Promise<number> {
  let next = 0;
  const began = performance.now();
  const caller = async () => {
    while (next < A_ROUND) await service.post('/v1/extract', JSON.stringify({ text: notes[next++ % notes.length] }));
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (A_ROUND * 1_000) / (performance.now() - began);
}

async function byBatch(service: Measured): Promise<number> {
  const began = performance.now();
  let answered = 0;
  await service.stream(BATCH, lines(A_ROUND), () => answered++);
  if (answered !== A_ROUND + 1) throw new Error(`${answered} lines came back.`);
  return (A_ROUND * 1_000) / (performance.now() - began);
}

async function compare(service: Measured): Promise<void> {
  await byCallers(service);
  const ratios: number[] = [];
  const cpu = new Map<unknown, number>();
  const measured = async (way: (service: Measured) => Promise<number>) => {
    const before = await service.cpuSeconds();
    const perSecond = await way(service);
    cpu.set(way, (cpu.get(way) ?? 0) + (await service.cpuSeconds()) - before);
    return perSecond;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const batchFirst = round % 2 === 0;
    const first = await measured(batchFirst ? byBatch : byCallers);
    const second = await measured(batchFirst ? byCallers : byBatch);
    const [batch, callers] = batchFirst ? [first, second] : [second, first];
    ratios.push(batch / callers);
    say(
      `${CALLERS} callers ${callers.toFixed(1)} notes/s, batch ${batch.toFixed(1)} notes/s, ratio ${(batch / callers).toFixed(2)}`,
    );
  }
  ratios.sort((a, b) => a - b);
  const each = (way: unknown) => (((cpu.get(way) ?? 0) * 1_000) / (ROUNDS * A_ROUND)).toFixed(1);
  say(
    `median ratio ${ratios[Math.floor(ROUNDS / 2)]?.toFixed(2)}; CPU of the service a note: callers ${each(byCallers)} ms, batch ${each(byBatch)} ms`,
  );
}

async function singleCalls(service: Measured, name: string): Promise<void> {
  const taken: number[] = [];
  for (let i = 0; i < SINGLE_CALLS; i++) {
    const began = performance.now();
    await service.post('/v1/extract', JSON.stringify({ text: notes[(i * 7) % notes.length] }));
    taken.push(performance.now() - began);
    // A caller that waits for a person, not one that takes all the room itself.
    await sleep(10);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => (taken[Math.floor(share * taken.length)] ?? 0).toFixed(1);
  say(`single call ${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(0.999)} ms`);
}

async function besideBatches(service: Measured, batches: number): Promise<void> {
  const leaving = new AbortController();
  let answered = 0;
  const began = performance.now();
  const running = Array.from({ length: batches }, () =>
    service.stream(BATCH, lines(Number.MAX_SAFE_INTEGER), () => answered++, leaving.signal),
  );
  await sleep(1_000);
  await singleCalls(service, `beside ${batches} of batches`);
  say(`  meanwhile ${((answered * 1_000) / (performance.now() - began)).toFixed(1)} notes/s of them`);
  leaving.abort();
  await Promise.all(running);
  await sleep(1_000);
}

async function memory(service: Measured, most: number): Promise<void> {
  const megabytes = async () => ((await service.residentBytes()) / 1e6).toFixed(0);
  say(`memory before: ${await megabytes()} MB`);
  const leaving = new AbortController();
  const began = performance.now();
  let answered = 0;
  const running = service.stream(BATCH, lines(most), () => answered++, leaving.signal);
  for (let tenth = 1; tenth <= TENTHS; tenth++) {
    // A tenth of the notes or of the time, whichever comes first.
    while (answered < (most * tenth) / TENTHS && performance.now() - began < (MOST_MS * tenth) / TENTHS)
      await sleep(50);
    const seconds = (performance.now() - began) / 1_000;
    say(`after ${answered} notes, ${seconds.toFixed(0)} s: ${await megabytes()} MB`);
  }
  leaving.abort();
  await running;
  await sleep(1_000);
  const cpuOf = async (work: () => Promise<unknown>) => {
    const before = await service.cpuSeconds();
    await work();
    return ((await service.cpuSeconds()) - before).toFixed(2);
  };
  say(`CPU of the second after the next, once the client has left: ${await cpuOf(() => sleep(1_000))} s`);
  const stop = service.neglect(BATCH, lines(Number.MAX_SAFE_INTEGER));
  await sleep(NEGLECTED_MS);
  const cpu = await cpuOf(() => sleep(NEGLECTED_MS));
  say(`a client that reads nothing, after 30 s: ${await megabytes()} MB, CPU of the last 15 s: ${cpu} s`);
  stop();
}

await withProgram(program, async (service) => {
  await compare(service);
  for (let round = 0; round < 2; round++) {
    await singleCalls(service, 'alone');
    await besideBatches(service, 1);
    await besideBatches(service, 4);
  }
  if (Number(count) > 0) await memory(service, Number(count));
});
