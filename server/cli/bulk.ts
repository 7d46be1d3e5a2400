/** `npm run bulk -- start|work|status|pause|resume|retry|stale`: reads a site's table of notes into a table NOTE_NLP. */

import { availableParallelism, hostname } from 'node:os';
import { pathToFileURL } from 'node:url';
import type { Kysely } from 'kysely';
import { servedVersions } from '../app/live.js';
import { type Batching, queueAgain, queueNew } from '../bulk/enqueue.js';
import { BatchQueue } from '../bulk/queue.js';
import { statusLines } from '../bulk/status.js';
import { work } from '../bulk/work.js';
import { type Config, parseConfig } from '../config.js';
import {
  type Again,
  type BulkRun,
  countNotes,
  readRate,
  readRuns,
  setPaused,
  startRun,
  versionId,
} from '../db/bulk.js';
import { type DatabaseHandle, openDatabase } from '../db/connect.js';
import { checkTarget, createTarget, findTarget, numberAbove } from '../db/note-nlp.js';
import { NoteSource } from '../db/note-source.js';
import { readSiteConcepts } from '../db/site-concepts.js';
import type { Database } from '../db/tables.js';
import {
  positionals,
  readArguments,
  run as runCommand,
  type Streams,
  TERMINAL,
  UsageError,
  wholeNumber,
} from './arguments.js';
import { withService } from './open.js';
import { withDatabase } from './open-database.js';

const USAGE = `Usage:
  npm run --silent bulk -- [start] --source "select note_id, note_text from note" --target note_nlp [--create] [--batch 100] [--lease SECONDS]
  npm run --silent bulk -- work [--watch] [--at-once N]
  npm run --silent bulk -- status | pause | resume | retry | stale

start queues the notes that were not queued before; work does what is queued, on as many machines as you like; retry queues those that
were set apart, stale those whose results were made with other versions than today's. --target names the run where there are several.
The source is asked of DATABASE_URL, or of --source-url (start and work), which is stored nowhere.`;

const OPTIONS = {
  source: { type: 'string' },
  'source-url': { type: 'string' },
  target: { type: 'string' },
  create: { type: 'boolean' },
  batch: { type: 'string' },
  lease: { type: 'string' },
  watch: { type: 'boolean' },
  'at-once': { type: 'string' },
} as const;
type Option = keyof typeof OPTIONS;
type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

/** Which options each command takes besides --target. */
const COMMANDS: Readonly<Record<string, readonly Option[]>> = {
  start: ['source', 'source-url', 'create', 'batch', 'lease'],
  work: ['source-url', 'watch', 'at-once'],
  status: [],
  pause: [],
  resume: [],
  retry: ['batch', 'lease'],
  stale: ['batch', 'lease'],
};

const BATCH = 100;
const MOST_IN_BATCH = 10_000;
/** Seconds a note that a worker has, and at least for a batch. */
const LEASE_FOR_NOTE = 3;
const LEAST_LEASE = 60;
const LONGEST_LEASE = 86_000;
const MOST_AT_ONCE = 64;
const TELL_MS = 10_000;
const BULK_CONNECTIONS = 3;

/** Runs the command and returns its exit code: 0, 1 when it failed, 2 when the arguments are wrong. */
export function main(argv: readonly string[], streams: Streams): Promise<number> {
  return runCommand(USAGE, argv, streams, async () => {
    const { values, positionals: given } = readArguments(argv, OPTIONS);
    const [command] = positionals(given.length === 0 && values.source !== undefined ? ['start'] : given, ['COMMAND']);
    const taken = COMMANDS[command as string];
    if (taken === undefined) throw new UsageError(`The command must be one of ${Object.keys(COMMANDS).join(', ')}.`);
    const other = (Object.keys(values) as Option[]).find((name) => name !== 'target' && !taken.includes(name));
    if (other !== undefined) throw new UsageError(`${command} takes no --${other}.`);
    if (command === 'start') return start(values, streams);
    if (command === 'work') return doWork(values, streams);
    const batching = batchingOf(values);
    await withDatabase(async ({ db }) => {
      const run = await chosenRun(db, values.target);
      if (command === 'status') await tellStatus(db, run, streams);
      else if (command === 'retry') await again(db, run, 'set apart', batching, streams);
      else if (command === 'stale') await again(db, run, { notVersion: await todayOf(db) }, batching, streams);
      else await setPaused(db, run, command === 'pause');
    });
  });
}

async function start(values: Values, streams: Streams): Promise<void> {
  const { source: query, target: name } = values;
  if (query === undefined || name === undefined) throw new UsageError('start needs --source and --target.');
  const batching = batchingOf(values);
  await withDatabase(async ({ db, pool }) => {
    await withSource(values, pool, query, async (source) => {
      await source.check();
      if (values.create && (await findTarget(db, name)) === null) await createTarget(db, name);
      const target = await findTarget(db, name);
      if (target === null) throw new Error(`There is no table ${name}: name another, or let --create make it.`);
      await checkTarget(db, target);
      await numberAbove(db, target);
      const run = await startRun(db, target.table, query);
      await queued(db, run, batching, streams, (options) => queueNew(options, source));
    });
  });
}

function again(db: Kysely<Database>, run: BulkRun, which: Again, batching: Batching, streams: Streams): Promise<void> {
  return queued(db, run, batching, streams, (options) => queueAgain(options, which));
}

async function queued(
  db: Kysely<Database>,
  run: BulkRun,
  batching: Batching,
  streams: Streams,
  enqueue: (options: Parameters<typeof queueNew>[0]) => Promise<number>,
): Promise<void> {
  const queue = await BatchQueue.open(db, run, () => undefined);
  try {
    const tell = everySoOften((notes: number) => streams.err(`${run.target}: ${notes} notes queued`));
    const notes = await enqueue({ ...batching, db, run, queue, onQueued: tell });
    streams.out(`${run.target}: ${notes} notes queued. Now: npm run --silent bulk -- work`);
  } finally {
    await queue.close();
  }
}

async function tellStatus(db: Kysely<Database>, run: BulkRun, streams: Streams): Promise<void> {
  const queue = await BatchQueue.open(db, run, () => undefined);
  try {
    const [counts, rate, batches] = [
      await countNotes(db, run, await todayOf(db)),
      await readRate(db, run),
      await queue.open(),
    ];
    for (const line of statusLines({ run, counts, rate, batches })) streams.out(line);
  } finally {
    await queue.close();
  }
}

async function doWork(values: Values, streams: Streams): Promise<void> {
  const atOnce = wholeNumber('--at-once', values['at-once'], 1, MOST_AT_ONCE) ?? availableParallelism();
  const config = parseConfig(process.env);
  const signal = endSignal(streams);
  await withService(async ({ service, handle: served }) => {
    // On a server the connections of answers give a statement two seconds.
    await withBulkHandle(config, served, async (handle) => {
      const { db } = handle;
      const run = await chosenRun(db, values.target);
      const target = await findTarget(db, run.target);
      if (target === null) throw new Error(`There is no table ${run.target} any more.`);
      await withSource(values, handle.pool, run.source, async (source) => {
        await source.check();
        const queue = await BatchQueue.open(db, run, () => undefined);
        const tell = progressOf(run, streams);
        try {
          const notes = await work({
            db,
            run,
            queue,
            source,
            service,
            siteConcepts: (sctids) => readSiteConcepts(db, config.OMOP_SCHEMA || target.schema, sctids),
            program: config.version,
            name: `${hostname()}:${process.pid}`,
            atOnce,
            maxText: config.MAX_TEXT,
            watch: values.watch ?? false,
            signal,
            onDone: tell,
            onAway: everySoOften(() => streams.err('The database does not answer; trying again.')),
          });
          streams.out(`${run.target}: ${notes} notes done by this worker`);
        } finally {
          await queue.close();
        }
      });
    });
  });
}

async function withBulkHandle(
  { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: Config,
  served: DatabaseHandle,
  job: (handle: DatabaseHandle) => Promise<void>,
): Promise<void> {
  if (databaseUrl === undefined) return job(served);
  const handle = await openDatabase({
    databaseUrl,
    dataDir,
    poolMax: BULK_CONNECTIONS,
    statementTimeoutMs: 0,
    // The service has told them.
    onWarning: () => undefined,
  });
  return job(handle).finally(() => handle.close());
}

async function withSource(
  values: Values,
  pool: DatabaseHandle['pool'],
  query: string,
  job: (source: NoteSource) => Promise<void>,
): Promise<void> {
  const source = new NoteSource(values['source-url'] ?? pool, query);
  return job(source).finally(() => source.close());
}

/** The run of a target; without one the only run. */
async function chosenRun(db: Kysely<Database>, name: string | undefined): Promise<BulkRun> {
  const runs = await readRuns(db);
  const target = name === undefined ? null : await findTarget(db, name);
  const [run, another] = name === undefined ? runs : runs.filter(({ target: table }) => table === target?.table);
  if (another !== undefined)
    throw new UsageError(`Name one with --target: ${runs.map(({ target: table }) => table).join(', ')}.`);
  if (run === undefined) throw new Error('Nothing was started there: npm run --silent bulk -- start ...');
  return run;
}

async function todayOf(db: Kysely<Database>): Promise<number> {
  const versions = await servedVersions(db);
  if (versions === null) throw new Error('No terminology is served: start the service once, or import one.');
  return versionId(db, { program: parseConfig(process.env).version, ...versions });
}

function batchingOf(values: Values): Batching {
  const batch = wholeNumber('--batch', values.batch, 1, MOST_IN_BATCH) ?? BATCH;
  const usual = Math.min(LONGEST_LEASE, Math.max(LEAST_LEASE, batch * LEASE_FOR_NOTE));
  return { batch, lease: wholeNumber('--lease', values.lease, 1, LONGEST_LEASE) ?? usual };
}

/** Lines of what this worker has done, with its rate. */
function progressOf(run: BulkRun, streams: Streams): (notes: number, setApart: number) => void {
  const began = performance.now();
  const total = { notes: 0, setApart: 0 };
  const tell = everySoOften(() => {
    const rate = total.notes / ((performance.now() - began) / 1_000);
    streams.err(
      `${run.target}: ${total.notes} notes done by this worker, ${total.setApart} set apart, ${rate.toFixed(1)}/s`,
    );
  });
  return (notes, setApart) => {
    total.notes += notes;
    total.setApart += setApart;
    tell();
  };
}

/** Calls at the first time, and then not more often than every few seconds. */
function everySoOften<T extends readonly unknown[]>(call: (...args: T) => void): (...args: T) => void {
  let told = Number.NEGATIVE_INFINITY;
  return (...args) => {
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    call(...args);
  };
}

/** Aborted by the first SIGTERM or SIGINT; the second one ends the process, which loses nothing either. */
function endSignal(streams: Streams): AbortSignal {
  const ending = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.once(name, () => {
      streams.err('Ending after this batch.');
      ending.abort();
      process.once(name, () => process.exit(1));
    });
  }
  return ending.signal;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2), TERMINAL);
}
