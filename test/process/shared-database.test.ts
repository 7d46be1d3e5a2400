import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hashApiKey, makeApiKey, shownPrefix } from '../../server/app/api-keys.js';
import { emptyPlace, type TestPlace } from '../support/database.js';
import { DOORS, urlThrough } from '../support/doors.js';
import { smallSeed } from '../support/service.js';
import { emptyDirectory, FIRST_USE_MS, firstKey, type Serving, serve } from './service-process.js';

const CONCEPTS = '/v1/extract/concepts';
const CONTEXTS = '/v1/extract/contexts';
/** The service's statement timeout is 2 s. */
const LONGER_THAN_A_STATEMENT_MS = 2_300;
const NOTE = { text: 'Asthma since childhood. No sign of shingles.' };

/** A key that the tests put into the database themselves. */
async function insertKey(client: pg.Client, requestsPerMinute: number): Promise<string> {
  const secret = makeApiKey();
  await client.query(
    "INSERT INTO api_keys (name, prefix, hash, scopes, requests_per_minute) VALUES ('test', $1, $2, '{concepts,contexts}', $3)",
    [shownPrefix(secret), hashApiKey(secret), requestsPerMinute],
  );
  return secret;
}

/** Sends notes on several connections until `until`, as fast as they are answered; counts the statuses. */
async function load({ post }: Serving, key: string, until: () => boolean): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const headers = { Authorization: `Bearer ${key}` };
  const one = async () => {
    for (let i = 0; !until(); i++) {
      const response = await post(CONCEPTS, { text: `Asthma ${i}, itching and a cough.` }, headers);
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (response.status === 503) assert.ok(Number(response.headers.get('retry-after')) >= 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
  return statuses;
}

/**
 * Lets two starting processes wait for their turn longer than a statement of a request may take, as they would where one
 * of them loads a large terminology.
 */
async function holdBack(client: pg.Client, over: () => boolean): Promise<void> {
  const locks = ['lexicon_versions', 'prepare_terminology'];
  for (const lock of locks) await client.query('SELECT pg_advisory_lock(hashtext($1))', [lock]);
  for (const lock of locks) {
    for (let waiting = 0; waiting < 2 && !over(); await sleep(20)) {
      const { rows } = await client.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_locks JOIN pg_database d ON d.oid = database
         WHERE locktype = 'advisory' AND NOT granted AND d.datname = current_database()`,
      );
      waiting = rows[0]?.waiting ?? 0;
    }
    await sleep(LONGER_THAN_A_STATEMENT_MS);
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [lock]);
  }
}

for (const { through, door } of DOORS) {
  describe(`services that share a database server${through}`, () => {
    let place: TestPlace;
    let client: pg.Client;
    let services: readonly Serving[] = [];
    let key: string;
    const dirs: string[] = [];

    before('start two on an empty database at once', async function () {
      this.timeout(FIRST_USE_MS);
      place = await emptyPlace();
      const env = {
        DATABASE_URL: urlThrough(door, place.options.databaseUrl as string),
        DATABASE_POOL: '4',
        SEED_DIR: smallSeed(),
      };
      dirs.push(emptyDirectory(), emptyDirectory());
      client = new pg.Client(place.options.databaseUrl);
      await client.connect();
      let over = false;
      const starting = Promise.all(dirs.map((DATA_DIR) => serve({ ...env, DATA_DIR }))).finally(() => {
        over = true;
      });
      const [started] = await Promise.all([starting, holdBack(client, () => over)]);
      services = started;
      key = await insertKey(client, 1_000_000);
    });
    after(async () => {
      await Promise.all(services.map(({ end }) => end()));
      await client.end();
      await place.remove();
    });

    const auth = (secret = key) => ({ Authorization: `Bearer ${secret}` });

    it('do the work of the first start once, make one key, and both answer', async () => {
      for (const work of [/migrating 0001/g, /loading terms/g, /fitting thresholds/g, /API key/g]) {
        const times = services.map(({ stderr }) => stderr().match(work)?.length ?? 0);
        assert.equal(
          times.reduce((a, b) => a + b),
          1,
          `${work}: ${times}`,
        );
      }
      const files = dirs.filter((dir) => existsSync(join(dir, 'api-key')));
      assert.equal(files.length, 1);
      for (const { post } of services) {
        const answer = await post(CONCEPTS, NOTE, auth(firstKey(files[0] as string)));
        assert.match(await answer.text(), /195967001/);
      }
    });

    it('build the index of the vectors once, beside the answers', async () => {
      const isReady = async () =>
        (await client.query("SELECT FROM embedding_sets WHERE release_id = 1 AND state = 'ready'")).rows.length === 1;
      while (!(await isReady())) await sleep(50);
      await Promise.race(services.map(({ says }) => says(/^building the index/m)));
      assert.equal(services.filter(({ stderr }) => /^building the index/m.test(stderr())).length, 1);
    });

    it('leave no lock behind, and only their own sessions listen', async () => {
      const { rows } = await client.query(
        `SELECT (SELECT count(*)::int FROM pg_locks l JOIN pg_database d ON d.oid = l.database
            WHERE l.locktype = 'advisory' AND d.datname = current_database()) AS locks,
          (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %') AS listeners`,
      );
      assert.deepEqual(rows, [{ locks: 0, listeners: through === '' ? 2 : 0 }]);
    });

    it('hold each shipped row once, in one version of the lexicon', async () => {
      const { rows } = await client.query(
        `SELECT (SELECT count(*)::int FROM lexicon_versions) AS versions, (SELECT count(*)::int FROM api_keys) AS keys,
          (SELECT count(*)::int FROM terminology_releases WHERE kind = 'seed') AS releases`,
      );
      assert.deepEqual(rows, [{ versions: 1, keys: 2, releases: 1 }]);
    });

    it('both serve an edit of the lexicon within a second', async () => {
      const assertion = async ({ post }: Serving) => {
        const answer = await post(CONTEXTS, { text: 'Zilch asthma.', concepts: [{ span: 'asthma' }] }, auth());
        const { contexts } = (await answer.json()) as { contexts: { context: { assertion: { value: string } } }[] };
        return contexts[0]?.context.assertion.value;
      };
      assert.deepEqual(await Promise.all(services.map(assertion)), ['affirmed', 'affirmed']);
      await client.query(
        `INSERT INTO triggers (language, axis, value, phrase, direction, example_ok)
         VALUES ('en', 'assertion', 'negated', 'zilch', 'forward', 'Zilch [fever].')`,
      );
      const edited = performance.now();
      while (new Set(await Promise.all(services.map(assertion))).has('affirmed')) await sleep(20);
      const took = performance.now() - edited;
      assert.ok(took < 1_000, `${took.toFixed(0)} ms`);
    });

    it('share the limit of a key to the very request', async () => {
      const limited = await insertKey(client, 6);
      const began = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 120 }, (_, i) => services[i % 2]?.post(CONCEPTS, { text: 'ok' }, auth(limited))),
      );
      const statuses = answers.map((answer) => answer?.status);
      const admitted = statuses.filter((status) => status === 200).length;
      const most = 6 + Math.floor((performance.now() - began) / 10_000);
      assert.ok(admitted >= 6 && admitted <= most, String(admitted));
      assert.equal(statuses.filter((status) => status === 429).length, 120 - admitted);
    });

    it('survive that all their connections are ended again and again under load', async () => {
      const until = performance.now() + 3_000;
      const ending = (async () => {
        while (performance.now() < until) {
          await client.query(
            'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
          );
          await sleep(300);
        }
      })();
      const all = await Promise.all(services.map((service) => load(service, key, () => performance.now() >= until)));
      await ending;
      for (const statuses of all) {
        const seen = JSON.stringify([...statuses]);
        assert.ok((statuses.get(200) ?? 0) > 0, seen);
        assert.deepEqual(
          [...statuses.keys()].filter((status) => ![200, 429, 503].includes(status)),
          [],
          seen,
        );
      }
      for (const { post, stdout, stderr } of services) {
        assert.equal((await post(CONCEPTS, NOTE, auth())).status, 200);
        assert.doesNotMatch(stdout(), /uncaughtException|unhandledRejection/);
        assert.doesNotMatch(stderr(), /Warning/);
      }
    });
  });
}
