import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, rename, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { type DatabaseHandle, openDatabase } from '../../server/db/connect.js';
import { emptyEmbeddedPlace, type TestPlace } from '../support/database.js';

describe('the local socket of the embedded database', function () {
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

  async function localClient(): Promise<pg.Client> {
    const client = new pg.Client({ host: place.options.dataDir, user: 'postgres', database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async function withLocalClient(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = await localClient();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }

  async function bedCount(): Promise<number> {
    const result = await handle.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM beds');
    return result.rows[0]?.count ?? -1;
  }

  it('is open to its own user only', async () => {
    const { mode } = await stat(join(place.options.dataDir, '.s.PGSQL.5432'));
    assert.equal(mode & 0o777, 0o600);
  });

  it('serves an ordinary client while the pool is in use, each with its own answers', async () => {
    await withLocalClient(async (client) => {
      const round = async (asker: pg.Client | pg.Pool, whose: string): Promise<void> => {
        for (let at = 0; at < 100; at += 1) {
          const answer = await asker.query('SELECT $1::text AS whose, $2::int AS at', [whose, at]);
          assert.deepEqual(answer.rows, [{ whose, at }]);
        }
      };
      await Promise.all([round(client, 'client'), round(handle.pool, 'pool'), round(handle.pool, 'other')]);
    });
  });

  it('lets the pool wait until a transaction of the client is over', async () => {
    await withLocalClient(async (client) => {
      await client.query('BEGIN');
      await client.query('INSERT INTO beds VALUES (1)');
      const counted = bedCount();
      await client.query('INSERT INTO beds VALUES (2)');
      await client.query('COMMIT');
      assert.equal(await counted, 2);
    });
  });

  it('lets the client wait until a transaction of the pool is over', async () => {
    await withLocalClient(async (client) => {
      const pooled = await handle.pool.connect();
      await pooled.query('BEGIN');
      await pooled.query('INSERT INTO beds VALUES (1)');
      const counted = client.query('SELECT * FROM beds');
      await pooled.query('ROLLBACK');
      pooled.release();
      assert.equal((await counted).rowCount, 0);
    });
  });

  it('rolls back a transaction that is left idle for five seconds, and cuts the client off', async () => {
    const client = await localClient();
    const fault = once(client, 'error') as Promise<[Error]>;
    await client.query('BEGIN');
    await client.query('INSERT INTO beds VALUES (1)');
    const begin = performance.now();
    assert.equal(await bedCount(), 0);
    const waited = performance.now() - begin;
    assert.ok(waited > 4_000 && waited < 9_000, `waited ${waited} ms`);
    assert.match((await fault)[0].message, /rolled back: it was left idle for 5 s/);
  });

  it('rolls back the transaction of a client that goes away', async () => {
    const client = await localClient();
    await client.query('BEGIN');
    await client.query('INSERT INTO beds VALUES (1)');
    await client.end();
    assert.equal(await bedCount(), 0);
  });

  it('never lets settings of the client reach the pool', async () => {
    await withLocalClient(async (client) => {
      await client.query("SET search_path = 'pg_catalog'; SET client_encoding = 'LATIN1'; SET ROLE pg_monitor");
      const result = await handle.pool.query(
        "SELECT current_setting('search_path') AS path, current_user AS who, $1::text AS word",
        ['œdème'],
      );
      assert.deepEqual(result.rows, [{ path: 'public', who: 'postgres', word: 'œdème' }]);
    });
  });

  it('takes the name that a client logs in with for the author of its edits, and nobody else for it', async () => {
    const asked = "SELECT current_setting('lexicon.author', true) AS author, current_user AS who";
    const client = new pg.Client({ host: place.options.dataDir, user: "dr_o'shah", database: 'postgres' });
    await client.connect();
    try {
      for (let round = 0; round < 3; round += 1) {
        assert.deepEqual((await client.query(asked)).rows, [{ author: "dr_o'shah", who: 'postgres' }]);
        assert.deepEqual((await handle.pool.query(asked)).rows, [{ author: '', who: 'postgres' }]);
      }
    } finally {
      await client.end();
    }
    await withLocalClient(async (next) => {
      assert.deepEqual((await next.query(asked)).rows, [{ author: '', who: 'postgres' }]);
    });
  });

  it('discards what a client leaves behind', async () => {
    await withLocalClient(async (client) => {
      await client.query('CREATE TEMP TABLE scratch (id int)');
      await client.query('PREPARE leftover AS SELECT 1');
      await client.query('DECLARE held CURSOR WITH HOLD FOR SELECT 1');
      await client.query('LISTEN ward');
    });
    await withLocalClient(async (client) => {
      const left = await client.query(`
        SELECT (SELECT count(*)::int FROM pg_prepared_statements) AS statements,
          (SELECT count(*)::int FROM pg_cursors) AS cursors,
          (SELECT count(*)::int FROM pg_listening_channels()) AS channels,
          to_regclass('scratch') AS scratch`);
      assert.deepEqual(left.rows, [{ statements: 0, cursors: 0, channels: 0, scratch: null }]);
    });
  });

  it('keeps named statements of the client and of the pool apart', async () => {
    const ours = { name: 'same-name', text: "SELECT 'pool' AS whose" };
    const theirs = { name: 'same-name', text: "SELECT 'client' AS whose" };
    await withLocalClient(async (client) => {
      for (let round = 0; round < 3; round += 1) {
        assert.deepEqual((await handle.pool.query(ours)).rows, [{ whose: 'pool' }]);
        assert.deepEqual((await client.query(theirs)).rows, [{ whose: 'client' }]);
      }
      await client.query('DISCARD ALL');
      assert.deepEqual((await handle.pool.query(ours)).rows, [{ whose: 'pool' }]);
    });
    assert.deepEqual((await handle.pool.query(ours)).rows, [{ whose: 'pool' }]);
  });

  it('refuses a second client and says why', async () => {
    await withLocalClient(async () => {
      await assert.rejects(localClient(), { code: '53300', message: /serves one local client at a time/ });
    });
  });

  it('serves a script that connects again and again', async () => {
    for (let round = 0; round < 20; round += 1) {
      await withLocalClient(async (client) => {
        assert.equal((await client.query('SELECT 1')).rowCount, 1);
      });
    }
  });

  it('refuses COPY FROM STDIN and goes on', async () => {
    await withLocalClient(async (client) => {
      await assert.rejects(client.query('COPY beds FROM STDIN'), /the embedded database takes no COPY data/);
      assert.equal((await client.query('SELECT 1')).rowCount, 1);
    });
  });

  it('answers a request for TLS with no, and a cancel request not at all', async () => {
    const asking = await rawSocket();
    asking.write(packet(80877103));
    assert.equal(((await once(asking, 'data')) as [Buffer])[0].toString(), 'N');
    asking.destroy();
    const cancelling = await rawSocket();
    cancelling.write(packet(80877102, Buffer.alloc(8)));
    cancelling.resume();
    await once(cancelling, 'close');
    assert.equal(await bedCount(), 0);
  });

  it('cuts off a client that does not speak the protocol, and lives on', async () => {
    for (const garbage of [Buffer.from('z\0\0\0\x04', 'latin1'), Buffer.from('Q\xff\xff\xff\xff', 'latin1')]) {
      const socket = await rawSocket();
      socket.write(packet(196608, Buffer.from('user\0postgres\0\0')));
      await once(socket, 'data');
      socket.write(garbage);
      assert.match(((await once(socket, 'data')) as [Buffer])[0].toString('latin1'), /SFATAL.*C08P01/s);
      socket.destroy();
      assert.equal(await bedCount(), 0);
    }
  });

  it('is what a second opener of the directory gets', async () => {
    const joined = await openDatabase(place.options);
    try {
      assert.equal(joined.kind, 'socket');
      await joined.pool.query('INSERT INTO beds VALUES (5)');
      assert.equal(await bedCount(), 1);
    } finally {
      await joined.close();
    }
  });

  it('moves to a short path, with a warning, where that of the data directory is too long', async () => {
    const warnings: string[] = [];
    const original = await emptyEmbeddedPlace();
    const dataDir = join(original.options.dataDir, 'long'.repeat(30));
    await mkdir(dataDir);
    await rename(join(original.options.dataDir, 'pgdata'), join(dataDir, 'pgdata'));
    const opened = await openDatabase({ dataDir, onWarning: (_code, message) => warnings.push(message) });
    const joined = await openDatabase({ dataDir });
    try {
      assert.equal(joined.kind, 'socket');
      assert.equal((await joined.pool.query('SELECT 1')).rowCount, 1);
      assert.match(warnings[0] ?? '', /too long for a socket: connect with "psql -h /);
    } finally {
      await joined.close();
      await opened.close();
      await original.remove();
    }
  });

  async function rawSocket(): Promise<Socket> {
    const socket = connect(join(place.options.dataDir, '.s.PGSQL.5432'));
    await once(socket, 'connect');
    return socket;
  }
});

function packet(code: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length, 0);
  head.writeInt32BE(code, 4);
  return Buffer.concat([head, body]);
}
