import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Gate } from '../../server/db/embedded/gate.js';
import { EmbeddedSession } from '../../server/db/embedded/session.js';
import { SessionStream } from '../../server/db/embedded/stream.js';
import { emptyEmbeddedPlace, type TestPlace } from '../support/database.js';

/** The wait that is tested is short; a thread may take longer than that to die on a busy machine. */
const [SHORT_WAIT_MS, LONG_WAIT_MS] = [300, 20_000];

describe('the one session of the embedded database', function () {
  this.timeout(30_000);
  let place: TestPlace;
  let session: EmbeddedSession;
  let gate: Gate;
  let first: pg.Pool;
  let second: pg.Pool;
  let lost: string[];

  beforeEach(async function () {
    this.timeout(60_000);
    place = await emptyEmbeddedPlace();
    lost = [];
    session = new EmbeddedSession(join(place.options.dataDir, 'pgdata'), (error) => {
      lost.push(error.message);
      gate.reset(error);
    });
    open(LONG_WAIT_MS);
  });

  function open(maxWaitMs: number): void {
    gate = new Gate(session, maxWaitMs);
    first = makePool();
    second = makePool();
  }

  afterEach(async () => {
    await Promise.all([first.end(), second.end()]);
    await session.close();
    await place.remove();
  });

  function makePool(): pg.Pool {
    const pool = new pg.Pool({ max: 1, idleTimeoutMillis: 0, stream: () => new SessionStream(session, gate) });
    pool.on('error', () => undefined);
    return pool;
  }

  /** A startup packet of no known version, which PGlite does not survive. */
  function breakSession(): Promise<unknown> {
    return session.run([Buffer.from([0, 0, 0, 8, 9, 9, 9, 9])]);
  }

  it('gives a user that waits too long an error, and the next turn an answer', async () => {
    open(SHORT_WAIT_MS);
    const client = await first.connect();
    await client.query('BEGIN');
    await assert.rejects(second.query('SELECT 1'), { code: '55P03', message: /was busy for 0\.3 s .* try again/ });
    await client.query('COMMIT');
    client.release();
    assert.equal((await second.query('SELECT 1')).rowCount, 1);
  });

  it('serves those who wait in the order in which they came', async () => {
    const third = makePool();
    const order: string[] = [];
    const client = await first.connect();
    await Promise.all([second.query('SELECT 1'), third.query('SELECT 1')]);
    await client.query('BEGIN');
    const waiting = [
      second.query('SELECT 1').then(() => order.push('second')),
      delay(20).then(() => third.query('SELECT 1').then(() => order.push('third'))),
    ];
    await delay(60);
    await client.query('COMMIT');
    client.release();
    await Promise.all(waiting);
    await third.end();
    assert.deepEqual(order, ['second', 'third']);
  });

  it('fails what runs when its thread dies, and starts again for the next query', async () => {
    await first.query('CREATE TABLE beds AS SELECT 1 AS id');
    const client = await first.connect();
    client.on('error', () => undefined);
    await client.query('BEGIN');
    await client.query('INSERT INTO beds VALUES (2)');
    const waiting = assert.rejects(second.query('SELECT 1'), /The embedded database stopped/);
    await assert.rejects(breakSession(), /The embedded database stopped/);
    await waiting;
    await assert.rejects(client.query('COMMIT'));
    client.release(true);
    assert.equal(lost.length, 1);
    assert.equal((await second.query('SELECT * FROM beds')).rowCount, 1);
    assert.equal((await first.query('SELECT * FROM beds')).rowCount, 1);
  });

  it('refuses work after it is closed', async () => {
    await first.query('SELECT 1');
    await session.close();
    await assert.rejects(first.query('SELECT 1'), /The embedded database is closed/);
  });
});
