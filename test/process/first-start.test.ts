import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { smallSeed } from '../support/service.js';
import { countRows } from './rows.js';
import { emptyDirectory, firstKey, type Launched, launch, type Serving, serve } from './service-process.js';

const KEYS = fileURLToPath(new URL('../../server/cli/keys.js', import.meta.url));
const WORK = /migrating|loading|embedding|building|fitting/;
const CONCEPTS = '/v1/extract/concepts';
const NOTE = { text: 'Asthma since childhood. No sign of shingles.' };

/** When a first start is killed. */
const MOMENTS: readonly (readonly [
  moment: string,
  reached: (started: Launched, dataDir: string) => Promise<unknown>,
])[] = [
  ['while the cluster is made', (_, dataDir) => clusterBegun(dataDir)],
  ['between two migrations', ({ says }) => says(/migrating 0002/)],
  ['while the thresholds are fitted', ({ says }) => says(/embedding terms/)],
];

/** Nothing is said of the cluster, so the directory is looked at. */
async function clusterBegun(dataDir: string): Promise<void> {
  while (!readdirSync(dataDir).some((name) => !name.startsWith('lock') && !name.startsWith('.s.'))) await sleep(10);
}

describe('a service on an empty data directory', () => {
  const env = { DATA_DIR: '', SEED_DIR: '' };
  let service: Serving;

  before('start it for the first time', async function () {
    this.timeout(300_000);
    env.DATA_DIR = join(emptyDirectory(), 'data');
    env.SEED_DIR = smallSeed();
    mkdirSync(env.DATA_DIR, { mode: 0o700 });
    // Left by a database that was thrown away.
    writeFileSync(join(env.DATA_DIR, 'api-key'), 'old', { mode: 0o644 });
    service = await serve(env);
  });

  it('listens at once: it lives, says how far it is, and refuses operations for a moment', async () => {
    const starting = launch({ ...env, DATA_DIR: emptyDirectory() });
    const url = (await starting.says(/^Listening on (\S+)$/m))[1] as string;
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
    const answers = [
      await fetch(`${url}/readyz`),
      await fetch(url + CONCEPTS, { method: 'POST', body: JSON.stringify(NOTE) }),
    ];
    for (const answer of answers) {
      const { error } = (await answer.json()) as { error: { code: string; details: unknown } };
      assert.deepEqual([answer.status, error.code, answer.headers.get('retry-after')], [503, 'NLP_UNAVAILABLE', '2']);
      assert.match(JSON.stringify(error.details), /^\[\{"pointer":"\/starting","rule":"[\w .]+, \d+ %"\}\]$/);
    }
    await starting.end('SIGKILL');
  });

  it('shows its progress and says where it listens, where the key is and how to connect with psql', () => {
    const lines = service.stderr().trimEnd().split('\n');
    const expected = [
      /^Listening on http:\/\/127\.0\.0\.1:\d+$/,
      /^migrating 0001_\w+\.sql$/,
      /^loading lexicons$/,
      /^loading terms \[#+\] (\d+)\/\1/,
      /^embedding terms \[#+\] (\d+)\/\1/,
      /^fitting thresholds$/,
      /^An API key was made: .*api-key$/,
      /^Ready after [\d.]+ s .*: http:\/\/127\.0\.0\.1:\d+$/,
      /^Embedded database; psql while it runs: psql -h ".*" -U postgres postgres$/,
    ];
    const missing = expected.filter((pattern) => !lines.some((line) => pattern.test(line)));
    assert.deepEqual(missing, [], lines.join('\n'));
    assert.ok(!service.stderr().includes('\r'));
  });

  it('makes a key that only its user may read and that is nowhere in its output', () => {
    assert.equal(statSync(join(env.DATA_DIR, 'api-key')).mode & 0o777, 0o600);
    assert.equal(statSync(env.DATA_DIR).mode & 0o777, 0o700);
    assert.ok(!(service.stdout() + service.stderr()).includes(firstKey(env.DATA_DIR)));
  });

  it('answers both operations with that key, and none without', async () => {
    const { concepts } = (await (await service.post(CONCEPTS, NOTE)).json()) as { concepts: { code: string }[] };
    assert.deepEqual(new Set(concepts.map(({ code }) => code)), new Set(['195967001', '4740000']));
    const answer = await service.post('/v1/extract/contexts', { ...NOTE, concepts: [{ span: 'shingles' }] });
    const { contexts } = (await answer.json()) as { contexts: { context: { assertion: { value: string } } }[] };
    assert.equal(contexts[0]?.context.assertion.value, 'negated');
    assert.equal((await service.post(CONCEPTS, NOTE, { Authorization: '' })).status, 401);
  });

  it('was killed three times before and still has every row that an untouched one has', async function () {
    this.timeout(300_000);
    const killed = { ...env, DATA_DIR: emptyDirectory() };
    for (const [moment, reached] of MOMENTS) {
      const started = launch(killed);
      await reached(started, killed.DATA_DIR);
      assert.deepEqual(await started.end('SIGKILL'), { code: null, signal: 'SIGKILL' }, moment);
      assert.doesNotMatch(started.stderr(), /Ready/, moment);
    }
    const repaired = await serve(killed);
    const expected = await countRows(env.DATA_DIR);
    assert.deepEqual(await countRows(killed.DATA_DIR), expected);
    assert.ok(Object.values(expected).every((count) => count > 0));
    const answers = [repaired, service].map(async ({ post }) => (await post(CONCEPTS, NOTE)).text());
    assert.equal(await answers[0], await answers[1]);
    await repaired.end();
  });

  it('lets a PostgreSQL client in while it serves', async () => {
    const client = new pg.Client({ host: env.DATA_DIR, user: 'postgres', database: 'postgres' });
    await client.connect();
    const [{ rows }, answer] = await Promise.all([
      client.query('SELECT count(*)::int > 0 AS "hasTriggers" FROM triggers'),
      service.post(CONCEPTS, NOTE),
    ]);
    await client.end();
    assert.deepEqual(rows, [{ hasTriggers: true }]);
    assert.equal(answer.status, 200);
  });

  it('lets the command keys make a key that works at once', async () => {
    const made = launch(env, KEYS, 'create', '--name', 'ward');
    assert.equal((await made.ended).code, 0, made.stderr());
    const headers = { Authorization: `Bearer ${made.stdout().trim()}` };
    assert.equal((await service.post(CONCEPTS, NOTE, headers)).status, 200);
  });

  it('does not share the directory with a second service, which says so and ends', async () => {
    const second = launch(env);
    assert.equal((await second.ended).code, 1);
    assert.match(second.stderr(), /^Another service runs on .*Stop it, or set another DATA_DIR/m);
    assert.equal((await service.post(CONCEPTS, NOTE)).status, 200);
  });

  it('does no work at its second start, and keeps its key', async () => {
    assert.deepEqual(await service.end(), { code: 0, signal: null });
    service = await serve(env);
    assert.doesNotMatch(service.stderr(), WORK);
    assert.doesNotMatch(service.stderr(), /API key/);
    assert.equal((await service.post(CONCEPTS, NOTE)).status, 200);
    assert.equal((await service.get('/readyz')).status, 200);
  });

  it('names a port that is in use before any work, and ends', async () => {
    await service.end();
    const untouched = join(emptyDirectory(), 'data');
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => other.once('listening', done));
    const port = String((other.address() as AddressInfo).port);
    const refused = launch({ ...env, DATA_DIR: untouched, PORT: port });
    assert.equal((await refused.ended).code, 1);
    assert.match(refused.stderr(), new RegExp(`in use.*${port}`));
    assert.doesNotMatch(refused.stderr(), /\n\s+at /);
    assert.ok(!existsSync(untouched));
    other.close();
  });
});

describe('a wrong configuration', () => {
  it('ends the process with every fault at once and none of the values', async () => {
    const refused = launch({
      DATA_DIR: emptyDirectory(),
      PORT: 'eighty',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://u:secret@db/x',
    });
    assert.deepEqual(await refused.ended, { code: 1, signal: null });
    for (const key of ['PORT', 'RATE_LIMIT', 'LOG_LEVEL', 'DATABASE_URL']) {
      assert.match(refused.stderr(), new RegExp(`^  ${key}: `, 'm'));
    }
    assert.doesNotMatch(refused.stderr(), /eighty|loud|secret|\n\s+at /);
    assert.equal(refused.stdout(), '');
  });

  it('of a directory that is not there is told before any work', async () => {
    const untouched = join(emptyDirectory(), 'data');
    const refused = launch({ DATA_DIR: untouched, SEED_DIR: '/nowhere/seed', MODEL_DIR: '/nowhere/model' });
    assert.deepEqual(await refused.ended, { code: 1, signal: null });
    assert.match(refused.stderr(), /^ {2}SEED_DIR: there is nothing at \/nowhere\/seed\n {2}MODEL_DIR: /m);
    assert.ok(!existsSync(untouched));
  });

  it('of the database names host and port, not the password', async () => {
    const refused = launch({ DATA_DIR: emptyDirectory(), DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' });
    assert.deepEqual(await refused.ended, { code: 1, signal: null });
    assert.match(refused.stderr(), /^Cannot connect to the database at 127\.0\.0\.1:1\/x: ECONNREFUSED\. Check /m);
    assert.doesNotMatch(refused.stderr(), /secret|\n\s+at /);
  });
});
