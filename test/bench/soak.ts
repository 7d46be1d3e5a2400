/**
 * `npm run bench -- soak [MINUTES] [SHARE]`: a service with its default settings on an embedded database of its own, asked at a share of what
 * it is able to answer (default .7) for some minutes (default 30), whether answers come or not; how its memory and its answers change.
 */

import { fileURLToPath } from 'node:url';
import { goldenNotes } from './notes.js';
import { type Asked, capacityOf, openLoop, percentile } from './open-loop.js';
import { withDefaults } from './service-of-its-own.js';

const EXTRACT = '/v1/extract';
const CALLERS = 4;
const WARMING = 600;
const CAPACITY_SECONDS = 30;
const LENGTHS = [200, 800, 1_500, 4_000];
const MB = 1_048_576;

const minutes = Number(process.argv[2] ?? 30);
const share = Number(process.argv[3] ?? 0.7);
const program = process.env.PROGRAM ?? fileURLToPath(new URL('../../server/main.js', import.meta.url));

/** Notes of each length in turn that begin at another place each. */
const text = goldenNotes(400_000, 1)[0] as string;
let made = 0;
function note(): string {
  const length = LENGTHS[made % LENGTHS.length] as number;
  const from = (++made * 7_919) % (text.length - length);
  return JSON.stringify({ text: text.slice(from, from + length) });
}

interface Minute {
  readonly megabytes: number;
  readonly asked: readonly Asked[];
}

await withDefaults(program, async ({ client, residentBytes }) => {
  const caller = client('soak');
  const ask = () => caller.post(EXTRACT, note());
  for (let i = 0; i < WARMING; i++) await ask();
  const able = await capacityOf(ask, CALLERS, CAPACITY_SECONDS);
  const rate = able * share;
  say(
    `capacity ${able.toFixed(1)} notes of ${LENGTHS.join(', ')} characters a second; asked ${rate.toFixed(1)} a second`,
  );
  const all: Minute[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    const asked = await openLoop(rate, 60, ask);
    all.push({ asked, megabytes: (await residentBytes()) / MB });
    tell(`minute ${minute + 1}`, all.slice(-1));
  }
  const half = all.slice(Math.floor(all.length / 2));
  tell('all', all);
  say(
    `memory grew by ${(slope(half.map(({ megabytes }) => megabytes)) * 60).toFixed(1)} MB an hour in the second half`,
  );
});

function tell(what: string, part: readonly Minute[]): void {
  const asked = part.flatMap((each) => each.asked);
  const took = asked.filter(({ status }) => status === 200).map((each) => each.took);
  const statuses = [...new Set(asked.map(({ status }) => status))];
  const counts = statuses
    .map((each) => `${asked.filter(({ status }) => status === each).length} times ${each}`)
    .join(', ');
  const ms = (of: number) => `${percentile(took, of).toFixed(0)} ms`;
  say(`${what}: ${counts}; p50 ${ms(0.5)}, p99 ${ms(0.99)}; ${part.at(-1)?.megabytes.toFixed(0)} MB`);
}

/** Of the line of least squares through values, per value. */
function slope(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  let [above, below] = [0, 0];
  for (const [i, value] of values.entries()) {
    above += (i - middle) * (value - mean);
    below += (i - middle) ** 2;
  }
  return above / below;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
