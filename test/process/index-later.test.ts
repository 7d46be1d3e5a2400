import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { emptyPlace, type TestPlace } from '../support/database.js';
import { DOORS, urlThrough } from '../support/doors.js';
import { smallSeed } from '../support/service.js';
import { emptyDirectory, FIRST_USE_MS, launch, type Serving, serve } from './service-process.js';

const EXTRACT = fileURLToPath(new URL('../../server/cli/extract.js', import.meta.url));
/** Nothing in the seed is called so. */
const NOTE = { text: 'Asthma since childhood. Complains of a wheezy sort of breathing and itchy red skin patches.' };
const BUILDING = 'building the index beside the answers';

for (const { through, door } of DOORS) {
  describe(`a service on a server without the index of its vectors${through}`, function () {
    this.timeout(FIRST_USE_MS);
    let place: TestPlace;
    let client: pg.Client;
    /** Holds what a build must wait for; in its transaction it would see the sessions as they were at first. */
    let holder: pg.Client;
    let env: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
    let service: Serving;
    let answer: string;

    before('load the seed by a command, and let nobody index it', async () => {
      place = await emptyPlace();
      const DATABASE_URL = urlThrough(door, place.options.databaseUrl as string);
      env = { DATABASE_URL, DATABASE_POOL: '4', SEED_DIR: smallSeed(), DATA_DIR: emptyDirectory() };
      client = new pg.Client(place.options.databaseUrl);
      holder = new pg.Client(place.options.databaseUrl);
      await Promise.all([client.connect(), holder.connect()]);
      const note = join(env.DATA_DIR, 'note.txt');
      writeFileSync(note, NOTE.text);
      const command = launch(env, EXTRACT, note);
      assert.equal((await command.ended).code, 0, command.stderr());
      assert.doesNotMatch(command.stderr(), /building the index/);
      await holder.query('BEGIN; LOCK TABLE embeddings_m1_r1 IN ROW EXCLUSIVE MODE');
    });
    after(async () => {
      await service?.end();
      await holder.end();
      await client.end();
      await place.remove();
    });

    async function isReady(): Promise<boolean> {
      const { rows } = await client.query("SELECT FROM embedding_sets WHERE release_id = 1 AND state = 'ready'");
      return rows.length === 1;
    }

    async function builders(): Promise<number[]> {
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
           AND query LIKE 'SELECT index_embedding_set(%'`,
      );
      return rows.map(({ pid }) => pid);
    }

    async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
      for (let waited = 0; ; waited += 50) {
        const found = await look();
        if (found !== undefined && found !== false) return found;
        assert.ok(waited < 30_000, 'it did not come');
        await sleep(50);
      }
    }

    it('answers', async () => {
      service = await serve(env);
      await until(async () => (await builders()).length === 1);
      assert.equal((await service.get('/readyz')).status, 200);
      const answered = await service.post('/v1/extract/concepts', NOTE);
      assert.equal(answered.status, 200);
      answer = await answered.text();
      assert.match(answer, /195967001/);
      assert.equal(await isReady(), false);
    });

    it('is killed in the middle, and the next one takes it up', async () => {
      await service.end('SIGKILL');
      // The server would end the work of the killed one; here it is as if that had been restarted too.
      for (const pid of await builders()) await client.query('SELECT pg_terminate_backend($1)', [pid]);
      await until(async () => (await builders()).length === 0);
      assert.equal(await isReady(), false);
      service = await serve(env);
      await until(async () => (await builders()).length === 1);
    });

    it('ends in the middle at SIGTERM, and leaves nobody who builds', async () => {
      const began = performance.now();
      assert.deepEqual(await service.end(), { code: 0, signal: null });
      assert.ok(performance.now() - began < 5_000);
      await until(async () => (await builders()).length === 0);
      assert.doesNotMatch(service.stdout(), /"level":[56]0/);
      assert.equal(await isReady(), false);
    });

    it('says how far the index is where nothing can be redrawn, and answers alike once it is there', async () => {
      service = await serve(env);
      await until(async () => (await builders()).length === 1);
      await holder.query('COMMIT');
      await service.says(new RegExp(`^${BUILDING}$`, 'm'));
      await until(isReady);
      assert.ok(!service.stderr().includes('\r'));
      // The state is polled.
      await sleep(1_000);
      assert.equal(await (await service.post('/v1/extract/concepts', NOTE)).text(), answer);
    });

    it('is killed while it builds, and the server completes the index', async () => {
      await service.end();
      await client.query(
        "BEGIN; DROP INDEX embeddings_m1_r1_hnsw; UPDATE embedding_sets SET state = 'loading' WHERE release_id = 1; COMMIT",
      );
      await holder.query('BEGIN; LOCK TABLE embeddings_m1_r1 IN ROW EXCLUSIVE MODE');
      service = await serve(env);
      await until(async () => (await builders()).length === 1);
      await service.end('SIGKILL');
      await holder.query('COMMIT');
      await until(isReady);
    });
  });
}
