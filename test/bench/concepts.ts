/**
 * `npm run bench -- concepts FILE.jsonl...`: concept extraction on the database of the environment, with notes of the files
 * (one JSON object with `text` a line) cut and joined to each length. Every note is new, so that no vector comes from the cache.
 */

import type { ExtractionService } from '../../server/app/operations.js';
import { withService } from '../../server/cli/open.js';
import { notesOf } from './notes.js';

const LENGTH = 2_000;
const NOTES = 60;
const CALLERS = 8;
const LENGTHS = [500, 2_000, 8_000, 32_000, 100_000];
const { signal } = new AbortController();
const note = notesOf(process.argv.slice(2));

interface Taken {
  readonly total: number;
  readonly embedding: number;
  readonly sql: number;
  /** The longest time that a timer waited beyond its millisecond. */
  readonly blocked: number;
}

async function take(service: ExtractionService, text: string): Promise<Taken> {
  let last = performance.now();
  let blocked = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    blocked = Math.max(blocked, now - last - 1);
    last = now;
  }, 1);
  const began = performance.now();
  const { timings = {} } = await service.extractConcepts({ text, language: 'auto', explain: true }, signal);
  const total = performance.now() - began;
  clearInterval(timer);
  return { total, embedding: timings.embedding ?? 0, sql: timings.ranking ?? 0, blocked };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function line(name: string, taken: readonly Taken[], seconds: number): string {
  const of = (pick: (one: Taken) => number, share: number) => quantile(taken.map(pick), share).toFixed(0).padStart(6);
  const ratio = quantile(
    taken.map(({ total, embedding, sql }) => total / (embedding + sql)),
    0.5,
  );
  return `${name.padEnd(24)} p50 ${of(({ total }) => total, 0.5)} ms  p95 ${of(({ total }) => total, 0.95)} ms  network ${of(({ embedding }) => embedding, 0.5)}  SQL ${of(({ sql }) => sql, 0.5)}  whole / both ${ratio.toFixed(2)}  blocked at most ${of(({ blocked }) => blocked, 1)} ms  ${(taken.length / seconds).toFixed(1)} notes/s\n`;
}

await withService(async ({ service }) => {
  for (let i = 0; i < 10; i++) await take(service, note(LENGTH, 1_000 + i));
  let number = 0;
  const run = async (count: number, length: number): Promise<Taken[]> => {
    const taken: Taken[] = [];
    for (let i = 0; i < count; i++) taken.push(await take(service, note(length, number++)));
    return taken;
  };
  const timed = async (name: string, work: () => Promise<Taken[]>) => {
    const began = performance.now();
    const taken = await work();
    process.stdout.write(line(name, taken, (performance.now() - began) / 1_000));
  };
  await timed(`${LENGTH} characters, alone`, () => run(NOTES, LENGTH));
  await timed(`${LENGTH} characters, ${CALLERS} callers`, async () =>
    (await Promise.all(Array.from({ length: CALLERS }, () => run(NOTES / 2, LENGTH)))).flat(),
  );
  for (const length of LENGTHS) await timed(`${length} characters`, () => run(5, length));
});
