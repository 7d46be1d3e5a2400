import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  emptyDirectory,
  FIRST_USE_MS,
  firstKey,
  preparedEnv,
  type Serving,
  serve,
} from '../process/service-process.js';
import { watchStalls } from './machine.js';

const EDITS = 100;
const BOUND_MS = 1_000;
/** Between two requests of a connection: the load shall be steady, not as much as the machine can bear. */
const PAUSE_MS = 20;
/** Each of the two phrases decides one span: an answer from two versions would have two values. */
const NOTE = {
  text: 'Zilch asthma. The chest was examined. Nary a cough.',
  concepts: [{ span: 'asthma' }, { span: 'cough' }],
};
const INSERT = `INSERT INTO triggers (language, axis, value, phrase, direction, example_ok)
  VALUES ('en', 'assertion', 'negated', 'zilch', 'forward', 'Zilch [fever].'),
    ('en', 'assertion', 'negated', 'nary a', 'forward', 'Nary a [fever].')`;

interface Seen {
  readonly version: number;
  readonly values: string;
  readonly at: number;
}

/** A service under load, with what it answered. */
interface Loaded {
  readonly seen: Seen[];
  /** When the first answer of this version or a later one came. */
  readonly since: (version: number) => Promise<number>;
}

/** Asks for concepts and for contexts, one after the other on a connection each, until `over`. */
function load(
  { post }: Serving,
  headers: Record<string, string>,
  over: AbortSignal,
): Loaded & { done: Promise<unknown> } {
  const seen: Seen[] = [];
  const contexts = async () => {
    while (!over.aborted) {
      const response = await post('/v1/extract/contexts', NOTE, headers);
      const body = (await response.json()) as { contexts: { context: { assertion: { value: string } } }[] };
      assert.equal(response.status, 200);
      const values = body.contexts.map(({ context }) => context.assertion.value).join();
      seen.push({ version: Number(response.headers.get('x-lexicon-version')), values, at: performance.now() });
      await sleep(PAUSE_MS);
    }
  };
  const concepts = async () => {
    for (let i = 0; !over.aborted; i++) {
      const response = await post('/v1/extract/concepts', { text: `Asthma ${i}, itching and a cough.` }, headers);
      assert.equal(response.status, 200);
      await response.arrayBuffer();
      await sleep(PAUSE_MS);
    }
  };
  const since = async (version: number) => {
    for (;;) {
      assert.ok(!over.aborted, 'the load ended');
      const first = seen.find((answer) => answer.version >= version);
      if (first) return first.at;
      await sleep(5);
    }
  };
  return { seen, since, done: Promise.all([contexts(), concepts()]) };
}

/** Edits both rows in one transaction, as psql would; the version that this made, and when it was committed. */
async function edit(editor: pg.Client, value: string): Promise<{ version: number; committed: number }> {
  await editor.query('BEGIN');
  await editor.query(`UPDATE triggers SET value = '${value}' WHERE phrase = 'zilch'`);
  await editor.query(`UPDATE triggers SET value = '${value}' WHERE phrase = 'nary a'`);
  const { rows } = await editor.query<{ version: number }>('SELECT lexicon_edit_version() AS version');
  await editor.query('COMMIT');
  return { version: rows[0]?.version ?? 0, committed: performance.now() };
}

const shared = process.env.TEST_DATABASE_URL !== undefined;

describe(`${shared ? 'two services on a server' : 'a service on the embedded database'} under load`, function () {
  this.timeout(FIRST_USE_MS);
  const services: Serving[] = [];
  let editor: pg.Client | undefined;
  let headers: Record<string, string>;

  before('start', async () => {
    const env = await preparedEnv();
    services.push(await serve(env));
    headers = { Authorization: `Bearer ${firstKey(env.DATA_DIR)}` };
    if (shared) services.push(await serve({ ...env, DATA_DIR: emptyDirectory() }));
    editor = new pg.Client(shared ? env.DATABASE_URL : { host: env.DATA_DIR, user: 'postgres', database: 'postgres' });
    await editor.connect();
    // What a process reads on its first request is no part of a steady load.
    for (const { post } of services) {
      assert.equal((await post('/v1/extract/concepts', { text: 'Itching and a cough.' }, headers)).status, 200);
      assert.equal((await post('/v1/extract/contexts', NOTE, headers)).status, 200);
    }
  });
  after(async () => {
    await editor?.end();
    await Promise.all(services.map(({ end }) => end()));
  });

  it(`serve ${EDITS} edits in a row, each within a second of its commit, every answer wholly from one version`, async function () {
    const over = new AbortController();
    const loaded = services.map((service) => load(service, headers, over.signal));
    const valueBy = new Map<number, string>();
    const waits: number[] = [];
    const stalls = watchStalls();
    const editing = async () => {
      await editor?.query(INSERT);
      for (let i = 0; i < EDITS; i++) {
        const value = i % 2 === 0 ? 'uncertain' : 'negated';
        const { version, committed } = await edit(editor as pg.Client, value);
        valueBy.set(version, value);
        const served = await Promise.all(loaded.map(({ since }) => since(version)));
        const last = Math.max(...served);
        waits.push(last - committed - stalls.within(committed, last));
      }
    };
    try {
      await Promise.race([editing(), ...loaded.map(({ done }) => done)]);
    } finally {
      stalls.end();
      over.abort();
      await Promise.all(loaded.map(({ done }) => done));
    }
    const answers = loaded.flatMap(({ seen }) => seen);
    const torn = answers.filter(({ version, values }) => {
      const value = valueBy.get(version);
      return value !== undefined && values !== `${value},${value}`;
    });
    assert.deepEqual(torn, []);
    assert.equal(waits.length, EDITS);
    const [largest, median] = [Math.max(...waits), waits.toSorted((a, b) => a - b)[EDITS / 2] ?? 0];
    const measured = `largest ${largest.toFixed(0)} ms at edit ${waits.indexOf(largest) + 1}, median ${median.toFixed(0)} ms, ${answers.length} answers`;
    if (this.test) this.test.title += ` (${measured})`;
    assert.ok(largest < BOUND_MS, measured);
  });
});
