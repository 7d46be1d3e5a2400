/**
 * `npm run bench -- overload [PARTS]`: a service with its default settings, on an embedded database of its own, asked for more than it can
 * answer. Parts (default: all): load, keys, large, bodies, leaving. Open loop: requests go out at their time, answered or not.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { goldenNotes } from './notes.js';
import { type Asked, type Client, capacityOf, openLoop, percentile, watchHealth } from './open-loop.js';
import { withDefaults } from './service-of-its-own.js';

const EXTRACT = '/v1/extract';
const SECONDS = 12;
const OVER = 4;
const CALLERS = 4;
const SHORT = 1_500;
const LONG = 99_000;
const LONG_NOTES = 16;
const BODIES = 100;
const BODY_BYTES = 1_048_576;
const B_A_SECOND = 4;
const LEAVE_AFTER_MS = 400;
const MB = 1_048_576;

const parts = new Set((process.argv[2] ?? 'load,keys,large,bodies,leaving').split(','));
const program = process.env.PROGRAM ?? fileURLToPath(new URL('../../server/main.js', import.meta.url));

/** Notes that begin at another place each, so that equal ones are rare. */
const text = goldenNotes(400_000, 1)[0] as string;
let placed = 0;
function note(length: number): string {
  placed = (placed + 7_919) % (text.length - length);
  return JSON.stringify({ text: text.slice(placed, placed + length) });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const ms = (value: number) => `${value.toFixed(0)} ms`;
const answered = (asked: readonly Asked[]) => asked.filter(({ status }) => status === 200);
const refused = (asked: readonly Asked[]) => asked.filter(({ status }) => status !== 200);
const times = (asked: readonly Asked[]) => asked.map(({ took }) => took);

function tellRefused(asked: readonly Asked[]): string {
  const all = refused(asked);
  const statuses = [...new Set(all.map(({ status }) => status))].join(', ');
  return `${all.length} refused (${statuses}), p99 of a refusal ${ms(percentile(times(all), 0.99))}`;
}

const capacity = (a: Client) => capacityOf(() => a.post(EXTRACT, note(SHORT)), CALLERS, SECONDS);

await withDefaults(program, async ({ client, residentBytes, cpuSeconds, url }) => {
  const a = client('a');
  const b = client('b');
  for (let i = 0; i < 150; i++) await a.post(EXTRACT, note(SHORT));
  const able = await capacity(a);
  say(`capacity: ${able.toFixed(1)} notes of ${SHORT} characters a second, ${CALLERS} callers`);
  if (parts.has('load')) {
    const health = watchHealth(url);
    const asked = await openLoop(able * OVER, SECONDS, () => a.post(EXTRACT, note(SHORT)));
    const slowest = await health();
    const again = await capacity(a);
    // What is answered after the end was waited for at another's cost.
    const good =
      asked.filter(({ status, at }) => status === 200 && at < SECONDS * 1_000).length / SECONDS / ((able + again) / 2);
    say(
      `at ${OVER} times: goodput ${good.toFixed(2)} of capacity (${able.toFixed(1)} before, ${again.toFixed(1)} after)`,
    );
    say(
      `  answers p50 ${ms(percentile(times(answered(asked)), 0.5))}, p99 ${ms(percentile(times(answered(asked)), 0.99))}`,
    );
    say(`  ${tellRefused(asked)}; /healthz at most ${ms(slowest)}`);
  }
  if (parts.has('keys')) {
    const quietly = () => openLoop(B_A_SECOND, SECONDS, () => b.post(EXTRACT, note(SHORT)));
    const quiet: Asked[] = [];
    const flooded: Asked[] = [];
    for (let round = 0; round < 2; round++) {
      quiet.push(...(await quietly()));
      const flood = openLoop(able * OVER, SECONDS, () => a.post(EXTRACT, note(SHORT)));
      flooded.push(...(await quietly()));
      await flood;
    }
    tellKeys('key B quiet, and while A sends short notes', quiet, flooded);
  }
  if (parts.has('large')) {
    const quiet = await openLoop(B_A_SECOND, SECONDS, () => b.post(EXTRACT, note(SHORT)));
    const before = await residentBytes();
    const health = watchHealth(url);
    let done = false;
    const large = Promise.all(Array.from({ length: LONG_NOTES }, () => a.post(EXTRACT, note(LONG)))).finally(() => {
      done = true;
    });
    const beside: Asked[] = [];
    let most = before;
    while (!done) {
      beside.push(await b.post(EXTRACT, note(SHORT)));
      most = Math.max(most, await residentBytes());
      await sleep(100);
    }
    const asked = await large;
    say(
      `${LONG_NOTES} notes of ${LONG} characters at once: ${answered(asked).length} answered in ${ms(Math.max(...times(asked)))}, ${tellRefused(asked)}`,
    );
    say(`  /healthz at most ${ms(await health())}; memory grew by ${((most - before) / MB).toFixed(0)} MB`);
    tellKeys('  key B quiet, and while A sends these', quiet, beside);
  }
  if (parts.has('bodies')) {
    const before = await residentBytes();
    const health = watchHealth(url);
    const words = note(LONG);
    const body = Buffer.from(
      `${words.slice(0, -1)},"pad":"${'x'.repeat(BODY_BYTES - Buffer.byteLength(words) - 12)}"}`,
    );
    let done = false;
    const sent = Promise.all(Array.from({ length: BODIES }, () => a.post(EXTRACT, body))).finally(() => {
      done = true;
    });
    let most = before;
    while (!done) {
      most = Math.max(most, await residentBytes());
      await sleep(50);
    }
    const asked = await sent;
    say(`${BODIES} bodies of 1 MiB at once: ${answered(asked).length} answered, ${tellRefused(asked)}`);
    say(`  /healthz at most ${ms(await health())}; memory grew by ${((most - before) / MB).toFixed(0)} MB`);
  }
  if (parts.has('leaving')) {
    await sleep(1_000);
    const took: number[] = [];
    for (let i = 0; i < 5; i++) took.push(await leave());
    say(
      `work goes on for at most ${ms(Math.max(...took))} after its client left (${took.map((each) => each.toFixed(0)).join(', ')})`,
    );
  }
  /** For how long the process computes after a client left a long note, in ms. */
  async function leave(): Promise<number> {
    const leaving = new AbortController();
    const asked = a.post(EXTRACT, note(LONG), leaving.signal);
    await sleep(LEAVE_AFTER_MS);
    leaving.abort();
    const left = performance.now();
    if ((await asked).status !== 0) return Number.NaN;
    for (;;) {
      const from = performance.now();
      const before = await cpuSeconds();
      await sleep(40);
      const share = ((await cpuSeconds()) - before) / ((performance.now() - from) / 1_000);
      if (share < 0.25) return from - left;
    }
  }
});

function tellKeys(what: string, quiet: readonly Asked[], flooded: readonly Asked[]): void {
  const [was, is] = [quiet, flooded].map((asked) => percentile(times(answered(asked)), 0.99)) as [number, number];
  const [wasHalf, isHalf] = [quiet, flooded].map((asked) => percentile(times(answered(asked)), 0.5)) as [
    number,
    number,
  ];
  say(
    `${what}: p50 ${ms(wasHalf)} and ${ms(isHalf)}, p99 ${ms(was)} and ${ms(is)} (${(is / was).toFixed(2)}); ${refused(flooded).length} of ${flooded.length} refused`,
  );
}
