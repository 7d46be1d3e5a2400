import assert from 'node:assert/strict';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { type DatabaseHandle, openDatabase } from '../../server/db/connect.js';
import { emptyEmbeddedPlace, type TestPlace } from '../support/database.js';

describe('the pool of the embedded database', function () {
  this.timeout(30_000);
  let place: TestPlace;
  let handle: DatabaseHandle;

  before(async function () {
    this.timeout(60_000);
    place = await emptyEmbeddedPlace();
    handle = await openDatabase(place.options);
    await handle.pool.query('CREATE TABLE beds (id int PRIMARY KEY)');
  });

  beforeEach(() => handle.pool.query('TRUNCATE beds'));

  after(async () => {
    await handle.close();
    await place.remove();
  });

  async function bedCount(): Promise<number> {
    const result = await handle.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM beds');
    return result.rows[0]?.count ?? -1;
  }

  it('has no second connection, and shares it with the limiter', () => {
    assert.equal(handle.kind, 'embedded');
    assert.equal(handle.limiterPool, handle.pool);
    assert.equal(handle.pool.options.max, 1);
  });

  it('answers after each of fifty errors in a row', async () => {
    for (let round = 0; round < 50; round += 1) {
      await assert.rejects(handle.pool.query('SELECT $1::int / 0', [round]), { code: '22012' });
      assert.deepEqual((await handle.pool.query('SELECT $1::int AS round', [round])).rows, [{ round }]);
    }
  });

  it('answers queries that were asked at the same time, each with its own rows', async () => {
    const asked = Array.from({ length: 100 }, (_, round) => round);
    const answers = await Promise.all(asked.map((round) => handle.pool.query('SELECT $1::int AS round', [round])));
    assert.deepEqual(
      answers.map((answer) => (answer.rows[0] as { round: number }).round),
      asked,
    );
  });

  it('runs named statements again after errors have replaced the connection', async () => {
    const named = { name: 'bed-by-id', text: 'SELECT $1::int AS id' };
    for (let round = 0; round < 5; round += 1) {
      assert.deepEqual((await handle.pool.query({ ...named, values: [round] })).rows, [{ id: round }]);
      assert.deepEqual((await handle.pool.query({ ...named, values: [round] })).rows, [{ id: round }]);
      await assert.rejects(handle.pool.query({ ...named, values: ['no number'] }), { code: '22P02' });
    }
  });

  it('commits a transaction whole and undoes a failed one whole', async () => {
    await handle.db.transaction().execute(async (trx) => {
      await sql`INSERT INTO beds VALUES (1)`.execute(trx);
      await sql`INSERT INTO beds VALUES (2)`.execute(trx);
    });
    const failing = handle.db.transaction().execute(async (trx) => {
      await sql`INSERT INTO beds VALUES (3)`.execute(trx);
      await sql`INSERT INTO beds VALUES (1)`.execute(trx);
    });
    await assert.rejects(failing, { code: '23505' });
    assert.equal(await bedCount(), 2);
  });

  it('undoes a transaction that a client leaves open when it goes', async () => {
    const client = await handle.pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO beds VALUES (1)');
    client.release(new Error('gone'));
    assert.equal(await bedCount(), 0);
  });

  it('carries a binary parameter and a result of sixteen megabytes', async () => {
    const bytes = Buffer.alloc(16_000_000, 7);
    const result = await handle.pool.query<{ back: Buffer }>('SELECT $1::bytea AS back', [bytes]);
    assert.ok(result.rows[0]?.back.equals(bytes));
  });

  it('hands notices to the client', async () => {
    const client = await handle.pool.connect();
    try {
      const notice = new Promise((resolve) => client.once('notice', (message) => resolve(message.message)));
      await client.query("DO $$ BEGIN RAISE NOTICE 'the ward is full'; END $$");
      assert.equal(await notice, 'the ward is full');
    } finally {
      client.release();
    }
  });

  it('runs several statements of one text', async () => {
    await handle.pool.query('INSERT INTO beds VALUES (1); INSERT INTO beds VALUES (2)');
    assert.equal(await bedCount(), 2);
  });

  it('refuses COPY FROM STDIN, which would kill PGlite, and goes on', async () => {
    await assert.rejects(handle.pool.query('COPY beds FROM STDIN'), /the embedded database takes no COPY data/);
    await assert.rejects(
      handle.pool.query({ name: 'load', text: 'copy beds from stdin', values: [] }),
      /the embedded database takes no COPY data/,
    );
    assert.equal(await bedCount(), 0);
  });

  it('leaves the event loop free while a statement runs', async () => {
    const delays = monitorEventLoopDelay({ resolution: 5 });
    delays.enable();
    const begin = performance.now();
    await handle.pool.query('SELECT count(*) FROM generate_series(1, 4000000)');
    const statementMs = performance.now() - begin;
    delays.disable();
    assert.ok(delays.max / 1e6 < statementMs / 2, `blocked ${delays.max / 1e6} ms of ${statementMs} ms`);
  });

  it('keeps its rows when it is closed and opened again', async () => {
    await handle.pool.query('INSERT INTO beds VALUES (9)');
    await handle.close();
    handle = await openDatabase(place.options);
    assert.equal(await bedCount(), 1);
  });
});
