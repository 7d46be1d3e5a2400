import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { emptyPlace, type TestPlace } from '../support/database.js';
import { administer } from '../support/run.js';
import { smallSeed } from '../support/service.js';
import { emptyDirectory, FIRST_USE_MS, type Serving, serve } from './service-process.js';

const CONCEPTS = '/v1/extract/concepts';
const NOTE = { text: 'Asthma since childhood. No sign of shingles.' };
const LONGEST_WAIT_MS = 3_000;
const RECOVERY_MS = 3_000;
/** Longer than the service remembers a key without asking. */
const KEY_IS_OLD_MS = 5_100;

if (process.env.TEST_DATABASE_URL !== undefined) {
  describe('a service that its database shuts out', () => {
    let place: TestPlace;
    let client: pg.Client;
    let service: Serving;
    let database: string;
    let role: string;

    before('start it with a role of its own', async function () {
      this.timeout(FIRST_USE_MS);
      place = await emptyPlace();
      const url = new URL(place.options.databaseUrl as string);
      database = url.pathname.slice(1);
      role = `role_of_${database}`;
      await administer(`CREATE ROLE ${role} LOGIN SUPERUSER`);
      client = new pg.Client(url.href);
      await client.connect();
      url.username = role;
      // Nothing is kept in memory, so that every note needs the database.
      service = await serve({
        DATABASE_URL: url.href,
        DATA_DIR: emptyDirectory(),
        SEED_DIR: smallSeed(),
        NEIGHBOUR_CACHE_MB: '0',
      });
      assert.equal((await service.post(CONCEPTS, NOTE)).status, 200);
    });
    after(async () => {
      await service.end('SIGKILL');
      await client.end();
      await place.remove();
      await administer(`DROP ROLE ${role}`);
    });

    const endAll = () =>
      client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);

    /** The answers of some requests: status, code and Retry-After; none later than it may be. */
    async function answers(times: number): Promise<string[]> {
      const seen = new Set<string>();
      for (let i = 0; i < times; i++) {
        const asked = performance.now();
        const answer = await service.post(CONCEPTS, NOTE);
        const took = performance.now() - asked;
        const { error } = (await answer.json()) as { error?: { code: string } };
        seen.add(`${answer.status} ${error?.code} ${answer.headers.get('retry-after')}`);
        assert.ok(took < LONGEST_WAIT_MS, `${took.toFixed(0)} ms`);
        await sleep(50);
      }
      return [...seen];
    }

    async function recover(): Promise<void> {
      const began = performance.now();
      while ((await service.post(CONCEPTS, NOTE)).status !== 200) await sleep(20);
      const took = performance.now() - began;
      assert.ok(took < RECOVERY_MS, `${took.toFixed(0)} ms`);
    }

    for (const [what, shut, open] of [
      [
        'lets nobody in (55000)',
        () => `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`,
        () => `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`,
      ],
      ['does not let its role in (28000)', () => `ALTER ROLE ${role} NOLOGIN`, () => `ALTER ROLE ${role} LOGIN`],
      [
        'has too many connections (53300)',
        () => `ALTER ROLE ${role} NOSUPERUSER CONNECTION LIMIT 0`,
        () => `ALTER ROLE ${role} SUPERUSER CONNECTION LIMIT -1`,
      ],
    ] as const) {
      it(`says 503 and when to come back where it ${what}, and answers again when it may`, async () => {
        await administer(shut());
        await endAll();
        const seen = await answers(10);
        assert.equal((await service.get('/readyz')).status, 503);
        assert.equal((await service.get('/healthz')).status, 200);
        await administer(open());
        await recover();
        assert.deepEqual(seen, ['503 NLP_UNAVAILABLE 1']);
      });
    }

    it('says it within 3 seconds where its tables are locked', async () => {
      await sleep(KEY_IS_OLD_MS);
      await client.query('BEGIN');
      await client.query('LOCK TABLE api_keys, rate_limits, concepts, descriptions IN ACCESS EXCLUSIVE MODE');
      const seen = await answers(3);
      await client.query('ROLLBACK');
      await recover();
      assert.deepEqual(seen, ['503 NLP_UNAVAILABLE 1']);
    });

    it('answers without the table of limits, says so once in the log and in /readyz, and finds it again', async () => {
      const lines = (code: string) => service.stdout().split(`"code":"${code}"`).length - 1;
      const ready = async () => (await (await service.get('/readyz')).json()) as { status: string };
      const until = async (status: string) => {
        for (let tries = 0; tries < 300 && (await ready()).status !== status; tries++) await sleep(20);
        return ready();
      };
      await until('ready');
      const before = { lost: lines('rate_limits_lost'), found: lines('rate_limits_found') };
      await client.query('ALTER TABLE rate_limits RENAME TO hidden');
      assert.deepEqual(await answers(5), ['200 undefined null']);
      assert.deepEqual(await ready(), {
        status: 'degraded',
        details: [{ pointer: '/rate_limits', rule: 'is not available: each process counts requests for itself' }],
      });
      await sleep(1_500);
      assert.deepEqual(await answers(1), ['200 undefined null']);
      await client.query('ALTER TABLE hidden RENAME TO rate_limits');
      assert.deepEqual(await until('ready'), { status: 'ready' });
      assert.deepEqual([lines('rate_limits_lost') - before.lost, lines('rate_limits_found') - before.found], [1, 1]);
    });
  });
}
