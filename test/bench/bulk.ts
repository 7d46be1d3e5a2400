/**
 * `npm run bench -- bulk [NOTES] [KILLS] [PG_KILLS] [LINES]`: bulk work on a prepared PostgreSQL of this machine (DATABASE_URL): by one worker, by
 * two, and by two of which KILLS are killed (SIGKILL) while PostgreSQL is killed PG_KILLS times; then whether every note was done once, with
 * the same rows. With LINES the notes have so many lines each, and the run by one worker is left out: a campaign of many notes. Killing
 * PostgreSQL needs its directory, POSTGRES_DIR, as `test/support/postgres.sh start` made it.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { killPostgres, startPostgres } from './kill-postgres.js';
import { postgresCpuSeconds } from './postgres-cpu.js';

const [notes = 300, kills = 3, postgresKills = 1, lineCount] = process.argv.slice(2).map(Number);
const url = process.env.DATABASE_URL;
const directory = process.env.POSTGRES_DIR;
if (url === undefined)
  throw new Error('Set DATABASE_URL to a PostgreSQL on this machine where the service was started once.');
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BULK = fileURLToPath(new URL('../../server/cli/bulk.js', import.meta.url));
const SAMPLES = `${ROOT}test/fixtures/notes/`;
const SCHEMA = 'bench_bulk';
const TARGETS = { one: `${SCHEMA}.one`, two: `${SCHEMA}.two`, killed: `${SCHEMA}.killed` } as const;
const SIZES = ['--batch', String(Math.max(10, Math.round(notes / 1_000))), '--lease', '20'];
/** Counting what is done reads a row for each note. */
const POLL_MS = Math.max(100, notes / 50);
/** Clock ticks a second in /proc, and where the times of a process are behind its name. */
const TICKS = 100;
const TIMES = [11, 12];

async function ask(text: string, values: readonly unknown[] = []): Promise<readonly Record<string, string>[]> {
  for (;;) {
    const client = new Client({ connectionString: url as string, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(text, [...values])).rows;
    } catch (error) {
      if (error instanceof Error && 'severity' in error && !String((error as { code?: string }).code).startsWith('57'))
        throw error;
      await sleep(POLL_MS);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

const numberOf = async (text: string, ...values: unknown[]) => Number((await ask(text, values))[0]?.n);
const done = (target: string) =>
  numberOf(
    'SELECT count(*) AS n FROM bulk_notes JOIN bulk_runs USING (run_id) WHERE target = $1 AND NOT waits',
    target,
  );

const begin = (...argv: string[]): ChildProcess =>
  spawn(process.execPath, [BULK, ...argv], { stdio: ['ignore', 'ignore', 'ignore'] });

async function run(...argv: string[]): Promise<void> {
  const [code] = await once(begin(...argv), 'exit');
  if (code !== 0) throw new Error(`bulk ${argv[0]} ended with ${code}.`);
}

function cpuSeconds(child: ChildProcess): number {
  try {
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return TIMES.reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS;
  } catch {
    return 0;
  }
}

async function postgresSeconds(): Promise<number> {
  const client = new Client({ connectionString: url as string });
  await client.connect();
  return postgresCpuSeconds(client).finally(() => client.end());
}

/** Samples in another order of their lines each, with a number, so that no two are equal. */
async function makeNotes(): Promise<void> {
  const samples = readdirSync(SAMPLES)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(SAMPLES + name, 'utf8').split('\n'));
  const texts = Array.from({ length: notes }, (_, i) => {
    const lines = samples[i % samples.length] ?? [];
    const turn = Math.floor(i / samples.length) % Math.max(1, lines.length);
    const turned = [...lines.slice(turn), ...lines.slice(0, turn)].slice(0, lineCount);
    return [...turned, `Visit ${i}.`].join('\n');
  });
  await ask(`DELETE FROM bulk_runs WHERE target LIKE '${SCHEMA}.%'`);
  await ask(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  await ask(`CREATE SCHEMA ${SCHEMA}`);
  await ask(`CREATE TABLE ${SCHEMA}.note (note_id bigint PRIMARY KEY, note_text text NOT NULL)`);
  await ask(`INSERT INTO ${SCHEMA}.note SELECT n, t FROM unnest($1::text[]) WITH ORDINALITY AS u (t, n)`, [texts]);
  const size = Math.round(texts.reduce((sum, text) => sum + text.length, 0) / texts.length);
  process.stdout.write(`${notes} notes of ${size} characters\n`);
  for (const target of Object.values(TARGETS))
    await run('start', '--source', `select * from ${SCHEMA}.note`, '--target', target, '--create', ...SIZES);
}

/** Some workers at once; the rate counts from the first batch that is written, so that their start is left out. */
async function measure(target: string, count: number): Promise<void> {
  const workers = Array.from({ length: count }, () => begin('work', '--target', target));
  let first: { at: number; notes: number; own: number; postgres: number } | undefined;
  let own = 0;
  for (let finished = 0; finished < notes; await sleep(POLL_MS)) {
    finished = await done(target);
    own = workers.reduce((sum, worker) => sum + cpuSeconds(worker), 0);
    if (first === undefined && finished > 0)
      first = { at: performance.now(), notes: finished, own, postgres: await postgresSeconds() };
  }
  if (first === undefined) return;
  const seconds = (performance.now() - first.at) / 1_000;
  const counted = notes - first.notes;
  const database = (await postgresSeconds()) - first.postgres;
  const each = (total: number) => `${((total * 1_000) / counted).toFixed(0)} ms`;
  const share = ((100 * database) / (database + own - first.own)).toFixed(0);
  const [times] = await ask(
    `SELECT round(100.0 * sum(reading_ms) / sum(reading_ms + extracting_ms + writing_ms), 1) AS reading,
       round(100.0 * sum(writing_ms) / sum(reading_ms + extracting_ms + writing_ms), 1) AS writing
     FROM bulk_progress JOIN bulk_runs USING (run_id) WHERE target = $1`,
    [target],
  );
  const rate = counted / seconds;
  process.stdout.write(
    `${count} worker${count === 1 ? ' ' : 's'}  ${rate.toFixed(1)} notes/s  CPU a note: workers ${each(own - first.own)}, PostgreSQL ${each(database)} (${share} % of both)  ` +
      `time of a worker: reading ${times?.reading} %, writing ${times?.writing} %  100,000 notes: ${(100_000 / rate / 3_600).toFixed(1)} h\n`,
  );
  await Promise.all(workers.filter(({ exitCode }) => exitCode === null).map((worker) => once(worker, 'exit')));
}

async function withKills(target: string): Promise<void> {
  const began = performance.now();
  const total = kills + (directory === undefined ? 0 : postgresKills);
  let workers = [0, 1].map(() => begin('work', '--target', target));
  for (let kill = 1; kill <= total; kill++) {
    const goal = Math.floor((notes * kill) / (total + 1));
    while ((await done(target)) < goal) {
      // One that ended because the database was away while it started begins anew, as its supervisor would have it.
      workers = workers.map((worker) => (worker.exitCode === null ? worker : begin('work', '--target', target)));
      await sleep(POLL_MS);
    }
    if (kill <= kills) {
      const [worker, ...others] = workers;
      worker?.kill('SIGKILL');
      workers = [...others, begin('work', '--target', target)];
    } else if (directory !== undefined) {
      killPostgres(directory);
      await startPostgres(directory, url as string);
    }
  }
  await Promise.all(workers.filter(({ exitCode }) => exitCode === null).map((worker) => once(worker, 'exit')));
  await run('work', '--target', target);
  const rows = (table: string) => `SELECT to_jsonb(n) - '{note_nlp_id,nlp_date,nlp_datetime}'::text[] FROM ${table} n`;
  const reference = lineCount === undefined ? TARGETS.one : TARGETS.two;
  const differing = await numberOf(
    `SELECT (SELECT count(*) FROM (${rows(target)} EXCEPT ALL ${rows(reference)}) a)
       + (SELECT count(*) FROM (${rows(reference)} EXCEPT ALL ${rows(target)}) b) AS n`,
  );
  const [counts] = await ask(
    `SELECT count(*) FILTER (WHERE NOT waits AND reason IS NULL) AS done, count(*) FILTER (WHERE reason IS NOT NULL) AS apart,
       (SELECT sum(p.notes) FROM bulk_progress p WHERE p.run_id = r.run_id) AS written
     FROM bulk_notes JOIN bulk_runs r USING (run_id) WHERE target = $1 GROUP BY r.run_id`,
    [target],
  );
  process.stdout.write(
    `${kills} workers and ${total - kills} times PostgreSQL killed: ${counts?.done} of ${notes} notes done, ${counts?.apart} set apart, ` +
      `${counts?.written} times a note was written, ${differing} rows differ from those of a run without kills; ${((performance.now() - began) / 1_000).toFixed(0)} s\n`,
  );
}

await makeNotes();
if (lineCount === undefined) await measure(TARGETS.one, 1);
await measure(TARGETS.two, 2);
await withKills(TARGETS.killed);
await ask(`DELETE FROM bulk_runs WHERE target LIKE '${SCHEMA}.%'`);
await ask(`DROP SCHEMA ${SCHEMA} CASCADE`);
