import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyPlace, type TestPlace } from '../support/database.js';
import { smallSeed } from '../support/service.js';
import { type DatabaseProxy, proxyTo } from './database-proxy.js';
import { emptyDirectory, FIRST_USE_MS, type Serving, serve } from './service-process.js';

const CONCEPTS = '/v1/extract/concepts';
const NOTE = { text: 'Asthma since childhood. No sign of shingles.' };
/** Has a term that no note before had, so the database must be asked for it. */
const NEW_NOTE = { text: `${NOTE.text} Psoriasis in 1990.` };

if (process.env.TEST_DATABASE_URL !== undefined) {
  describe('a service whose database server goes away', () => {
    let place: TestPlace;
    let proxy: DatabaseProxy;
    let service: Serving;

    before('start it behind a proxy', async function () {
      this.timeout(FIRST_USE_MS);
      place = await emptyPlace();
      proxy = await proxyTo(place.options.databaseUrl as string);
      service = await serve({ DATABASE_URL: proxy.url, DATA_DIR: emptyDirectory(), SEED_DIR: smallSeed() });
    });
    after(async () => {
      await service.end('SIGKILL');
      proxy.close();
      await place.remove();
    });

    /** Two seconds without a database: what the answers were, and how long the slowest took, ms. */
    async function outage(): Promise<{ failures: Set<string>; slowest: number }> {
      const failures = new Set<string>();
      let slowest = 0;
      const ends = performance.now() + 2_000;
      while (performance.now() < ends) {
        const asked = performance.now();
        const answer = await service.post(CONCEPTS, NEW_NOTE);
        slowest = Math.max(slowest, performance.now() - asked);
        const { error } = (await answer.json()) as { error?: { code: string } };
        failures.add(`${answer.status} ${error?.code} ${answer.headers.get('retry-after')}`);
        assert.equal((await service.get('/healthz')).status, 200);
        assert.equal((await service.get('/readyz')).status, 503);
        await sleep(50);
      }
      return { failures, slowest };
    }

    /** How long it takes until an operation answers again, ms. */
    async function recovery(): Promise<number> {
      const began = performance.now();
      while ((await service.post(CONCEPTS, NEW_NOTE)).status !== 200) await sleep(20);
      assert.equal((await service.get('/readyz')).status, 200);
      return performance.now() - began;
    }

    it('says so at once, stays up, and answers again as soon as it is back', async () => {
      const before = await service.post(CONCEPTS, NOTE);
      assert.equal(before.status, 200);
      proxy.goAway();
      const { failures, slowest } = await outage();
      // Every word of this note is known in memory.
      const known = await service.post(CONCEPTS, NOTE);
      assert.deepEqual(await known.json(), await before.json());
      await proxy.comeBack();
      const recovered = await recovery();
      assert.deepEqual([...failures], ['503 NLP_UNAVAILABLE 1']);
      assert.ok(slowest < 1_500, `the slowest answer took ${slowest.toFixed(0)} ms`);
      assert.ok(recovered < 2_000, `recovered after ${recovered.toFixed(0)} ms`);
    });
  });
}
