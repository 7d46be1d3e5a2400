import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyPlace, type TestPlace } from '../support/database.js';
import { smallSeed } from '../support/service.js';
import { type DatabaseProxy, proxyTo } from './database-proxy.js';
import { emptyDirectory, FIRST_USE_MS, type Serving, serve } from './service-process.js';

/** Whatever there is to look up before: key and limit. */
const LONGEST_WAIT_MS = 3_000;
const LONGEST_END_MS = 8_000;
const CONCEPTS = '/v1/extract/concepts';
const NOTE = { text: 'Asthma since childhood. No sign of shingles.' };
/** Has a term that no note before had, so the database must be asked for it. */
const NEW_NOTE = { text: `${NOTE.text} Psoriasis in 1990.` };

if (process.env.TEST_DATABASE_URL !== undefined) {
  describe('a service whose database accepts but never answers', () => {
    let place: TestPlace;
    let proxy: DatabaseProxy;
    let service: Serving;

    before('start it behind a proxy', async function () {
      this.timeout(FIRST_USE_MS);
      place = await emptyPlace();
      proxy = await proxyTo(place.options.databaseUrl as string);
      service = await serve({ DATABASE_URL: proxy.url, DATA_DIR: emptyDirectory(), SEED_DIR: smallSeed() });
      assert.equal((await service.post(CONCEPTS, NOTE)).status, 200);
      proxy.hang();
    });
    after(async () => {
      await service.end('SIGKILL');
      proxy.close();
      await place.remove();
    });

    it('answers every request nevertheless, and recovers', async () => {
      const requests = [service.post(CONCEPTS, NEW_NOTE), service.get('/readyz'), service.get('/healthz')];
      const answers = await Promise.all(
        requests.map((request) => Promise.race([request.then(({ status }) => status), sleep(LONGEST_WAIT_MS)])),
      );
      await proxy.comeBack();
      assert.deepEqual(answers, [503, 503, 200]);
      const back = performance.now();
      while ((await service.post(CONCEPTS, NEW_NOTE)).status !== 200) await sleep(20);
      assert.ok(performance.now() - back < 2_000);
    });

    it('ends when it is asked to', async () => {
      proxy.hang();
      const ended = await Promise.race([service.end(), sleep(LONGEST_END_MS)]);
      assert.deepEqual(ended, { code: 0, signal: null });
    });
  });
}
