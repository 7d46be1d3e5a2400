import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { IndexBuilder } from '../../server/app/index-builder.js';
import { MemorySearch, searchInMemory } from '../../server/app/memory-search.js';
import { type DatabaseHandle, openDatabase } from '../../server/db/connect.js';
import { nearestOfRelease } from '../../server/db/rank.js';
import { readState, type Serving } from '../../server/db/serving.js';
import { vectorTypeId } from '../../server/db/vector-parameter.js';
import { prepareTerminology } from '../../server/terminology/prepare.js';
import { migratedPlace, type TestPlace } from '../support/database.js';
import { DOORS, urlThrough } from '../support/doors.js';
import { ASTHMA, FEVER, PAIN, smallSeed, testModel } from '../terminology/small-seed.js';

/** Sessions that wait to build an index, for a lock that a test holds. */
const WAITING = `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE d.datname = current_database() AND l.mode = 'ShareLock' AND l.locktype = 'relation' AND NOT l.granted`;

for (const { through, door } of DOORS) {
  describe(`the index of a server${through}`, () => {
    const shipped = testModel();
    const builders: IndexBuilder[] = [];
    let place: TestPlace;
    let options: TestPlace['options'];
    let handle: DatabaseHandle;
    let client: pg.Client;
    let serving: Serving;
    let errors: unknown[] = [];

    before('serve a small seed', async () => {
      place = await migratedPlace();
      options = { ...place.options, databaseUrl: urlThrough(door, place.options.databaseUrl as string) };
      handle = await openDatabase(options);
      client = new pg.Client(place.options.databaseUrl);
      await client.connect();
      const seed = smallSeed(FEVER, ASTHMA, PAIN);
      await prepareTerminology(handle.db, { seed, ...shipped, model: shipped.model, progress: () => {} });
      serving = await served();
    });

    afterEach(async () => {
      await Promise.all(builders.splice(0).map((each) => each.stop()));
      await client.query('ROLLBACK');
      errors = [];
    });

    after(async () => {
      await handle.close();
      await client.end();
      await place.remove();
    });

    async function served(): Promise<Serving> {
      const state = await readState(handle.db);
      assert.ok(state.serving);
      return state.serving;
    }

    /** A builder as a process has one, with the stages that it tells. */
    function build() {
      const told: number[] = [];
      let state = serving;
      const builder = new IndexBuilder({
        db: handle.background,
        open: () => openDatabase({ ...options, statementTimeoutMs: 0 }),
        served: () => {
          void served().then((now) => {
            state = now;
          });
          return state;
        },
        progress: (_, share) => void told.push(share),
        onIndexed: () => void told.push(Number.POSITIVE_INFINITY),
        onError: (error) => void errors.push(error),
      });
      builders.push(builder);
      builder.start();
      return { builder, told };
    }

    /** No index can be built until the client's transaction ends; reading goes on. */
    async function hold(): Promise<void> {
      await client.query(`BEGIN; LOCK TABLE ${serving.releaseTable} IN ROW EXCLUSIVE MODE`);
    }

    async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
      for (let waited = 0; ; waited += 50) {
        const found = await look();
        if (found !== undefined && found !== false) return found;
        assert.ok(waited < 20_000, 'it did not come');
        await sleep(50);
      }
    }

    const waiting = async () => (await client.query<{ pid: number }>(WAITING)).rows.map(({ pid }) => pid);
    const oneWaits = () => until(async () => (await waiting())[0]);

    async function indexes(): Promise<string[]> {
      const { rows } = await client.query<{ method: string }>(
        `SELECT am.amname AS method FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am am ON am.oid = c.relam
         WHERE i.indrelid = $1::regclass AND i.indisvalid ORDER BY 1`,
        [serving.releaseTable],
      );
      return rows.map(({ method }) => method);
    }

    it('is left to the service: the terminology is served before, and searched in memory exactly as by a scan', async () => {
      assert.equal(serving.ready, false);
      assert.deepEqual(await indexes(), ['btree']);
      const memory = new MemorySearch(handle.vectorType);
      const types = { id: await vectorTypeId(handle.db), stored: handle.vectorType };
      const release = searchInMemory(handle.kind, memory);
      assert.equal(release({ ...serving, ready: true }), undefined);
      const vectors = await shipped.encode(['pyrexia', 'asthme', 'a sore leg', 'breathless']);
      const search = async (more: object) =>
        (await nearestOfRelease(handle.db, serving, vectors, { types: { ...types, ...more } })).map((concepts) =>
          concepts.map(({ cosine, ...found }) => ({ ...found, cosine: cosine.toFixed(5) })),
        );
      assert.deepEqual(await search({ release }), await search({}));
      await memory.close();
    });

    it('is cancelled at the end of the process, at once', async () => {
      await hold();
      const { builder } = build();
      await oneWaits();
      const began = performance.now();
      await builder.stop();
      assert.ok(performance.now() - began < 1_000);
      await until(async () => (await waiting()).length === 0);
      assert.deepEqual(errors, []);
      assert.equal((await served()).ready, false);
    });

    it('stays away where the session that builds it is ended, and that is told', async () => {
      await hold();
      build();
      await client.query('SELECT pg_terminate_backend($1)', [await oneWaits()]);
      await until(async () => errors.length > 0);
      assert.equal((await served()).ready, false);
    });

    it('is built once by processes that start together', async () => {
      await hold();
      const both = [build(), build()];
      await oneWaits();
      await sleep(500);
      assert.equal((await waiting()).length, 1);
      await client.query('COMMIT');
      await until(async () => (await served()).ready);
      assert.deepEqual(await indexes(), ['btree', 'hnsw']);
      await until(async () => both.every(({ told }) => told.at(-1) === Number.POSITIVE_INFINITY));
      const shares = both.map(({ told }) => told.filter(Number.isFinite)).filter(({ length }) => length > 0);
      assert.equal(shares.length, 1);
      assert.deepEqual([shares[0]?.at(0), shares[0]?.at(-1)], [0, 1]);
      assert.deepEqual(errors, []);
    });
  });
}
