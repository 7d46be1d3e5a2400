import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { emptyPlace, type TestPlace } from '../support/database.js';
import { smallSeed } from '../support/service.js';
import { emptyDirectory, FIRST_USE_MS, type Serving, serve } from './service-process.js';

const OPERATIONS = ['/v1/extract/concepts', '/v1/extract'];
const CLIENTS = 8;
const LASTS_MS = 12_000;
const EVERY_MS = 2_000;
/** Of the answers. */
const MOST_UNAVAILABLE = 0.01;
const END_ALL = `SELECT count(pg_terminate_backend(pid))::int AS ended FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

if (process.env.TEST_DATABASE_URL !== undefined) {
  describe('a service whose connections to the database are all ended every 2 seconds', () => {
    let place: TestPlace;
    let client: pg.Client;
    let service: Serving;

    before('start it', async function () {
      this.timeout(FIRST_USE_MS);
      place = await emptyPlace();
      client = new pg.Client(place.options.databaseUrl);
      await client.connect();
      // Nothing is kept in memory, so that every request reads the database.
      service = await serve({
        DATABASE_URL: place.options.databaseUrl as string,
        DATA_DIR: emptyDirectory(),
        SEED_DIR: smallSeed(),
        NEIGHBOUR_CACHE_MB: '0',
      });
    });
    after(async () => {
      await service.end('SIGKILL');
      await client.end();
      await place.remove();
    });

    /** Asks on several connections until `until`; how often each status was answered. */
    async function load(until: number): Promise<Map<number, number>> {
      const statuses = new Map<number, number>();
      const one = async (path: string) => {
        for (let i = 0; performance.now() < until; i++) {
          const answer = await service.post(path, { text: `Asthma ${i}, itching and a cough. No sign of shingles.` });
          await answer.arrayBuffer();
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, i) => one(OPERATIONS[i % OPERATIONS.length] as string)));
      return statuses;
    }

    it('answers 99 requests in 100 all the same, and none with another error than 503', async function () {
      this.timeout(LASTS_MS + 20_000);
      const until = performance.now() + LASTS_MS;
      let ended = 0;
      const ending = (async () => {
        while (performance.now() + EVERY_MS < until) {
          await sleep(EVERY_MS);
          ended += (await client.query<{ ended: number }>(END_ALL)).rows[0]?.ended ?? 0;
        }
      })();
      const statuses = await load(until);
      await ending;
      const seen = `${ended} connections ended; answers: ${JSON.stringify([...statuses])}`;
      const [answered, unavailable] = [statuses.get(200) ?? 0, statuses.get(503) ?? 0];
      if (process.env.FIGURES !== undefined) process.stderr.write(`${seen}\n`);
      assert.deepEqual(
        [...statuses.keys()].filter((status) => status !== 200 && status !== 503),
        [],
        seen,
      );
      assert.ok(ended >= 20, seen);
      assert.ok(unavailable <= MOST_UNAVAILABLE * (answered + unavailable), seen);
    });
  });
}
