import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../../server/db/connect.js';
import { emptyPlace, type TestPlace } from '../support/database.js';
import { urlThrough } from '../support/doors.js';

const serverUrl = process.env.TEST_DATABASE_URL;

describe('openDatabase', () => {
  let place: TestPlace;

  before(async function () {
    this.timeout(60_000);
    place = await emptyPlace();
  });

  after(() => place.remove());

  it('opens a database that answers through kysely and through both pools', async () => {
    const handle = await openDatabase(place.options);
    try {
      const result = await sql<{ sum: number }>`SELECT ${1}::int + 1 AS sum`.execute(handle.db);
      assert.deepEqual(result.rows, [{ sum: 2 }]);
      assert.equal((await handle.limiterPool.query('SELECT 1')).rowCount, 1);
    } finally {
      await handle.close();
    }
  });

  it('names the vector type that is fast on this kind of database', async () => {
    const handle = await openDatabase(place.options);
    await handle.close();
    assert.equal(handle.vectorType, handle.kind === 'server' ? 'halfvec' : 'vector');
  });

  it('reads int8 as a string, which keeps every digit of an SCTID', async () => {
    const handle = await openDatabase(place.options);
    try {
      const result = await handle.pool.query('SELECT 900000000000207008::int8 AS sctid');
      assert.deepEqual(result.rows, [{ sctid: '900000000000207008' }]);
    } finally {
      await handle.close();
    }
  });

  it('may be closed twice', async () => {
    const handle = await openDatabase(place.options);
    await handle.close();
    await handle.close();
  });

  it('refuses a DATABASE_URL that is none, without repeating it', async () => {
    for (const databaseUrl of [
      'secret-password',
      'mysql://app:secret-password@db.example/x',
      'postgres://app:secret-password#/@db/x',
      '',
    ]) {
      await assert.rejects(openDatabase({ databaseUrl, dataDir: '' }), (error: Error) => {
        assert.match(error.message, /DATABASE_URL is not a URL such as .* set PGPASSWORD/);
        return !JSON.stringify(faultOf(error)).includes('secret-password');
      });
    }
  });

  it('takes any character in a password, percent-encoded or beside the URL in PGPASSWORD', async () => {
    const password = 'a@b:c/d?e#f%25 é';
    const given: string[] = [];
    const server = createServer((socket) =>
      socket.on('data', (bytes) => {
        // The startup packet is answered with the wish for a password in plain text, and that with the end.
        if (bytes.readInt32BE(0) === bytes.length) return socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
        given.push(bytes.toString('utf8', 5, bytes.length - 1));
        return socket.end();
      }),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const before = process.env.PGPASSWORD;
    try {
      process.env.PGPASSWORD = password;
      for (const login of [`app:${encodeURIComponent(password)}`, 'app'])
        await assert.rejects(openDatabase({ databaseUrl: `postgres://${login}@127.0.0.1:${port}/x`, dataDir: '' }));
    } finally {
      if (before === undefined) delete process.env.PGPASSWORD;
      else process.env.PGPASSWORD = before;
      server.close();
    }
    assert.deepEqual([...new Set(given)], [password]);
    assert.ok(given.length >= 2);
  });

  it('says where nothing listens, without the password', async () => {
    const databaseUrl = 'postgresql://app:secret-password@127.0.0.1:1/clinical';
    await assert.rejects(openDatabase({ databaseUrl, dataDir: '' }), (error: Error) => {
      assert.match(error.message, /^Cannot connect to the database at 127\.0\.0\.1:1\/clinical: ECONNREFUSED\. Check/);
      return !JSON.stringify(faultOf(error)).includes('secret-password');
    });
  });
});

if (serverUrl !== undefined) {
  describe('openDatabase on a server', () => {
    let place: TestPlace;

    before(async () => {
      const made = await emptyPlace();
      // Settings of a connection and its loss are those of the server: a pooler has others.
      const databaseUrl = urlThrough(serverUrl, made.options.databaseUrl as string);
      place = { ...made, options: { ...made.options, databaseUrl } };
    });

    after(() => place.remove());

    it('keeps parameters out of the log of errors, and warns of a server that logs them with statements', async () => {
      const warnings = async () => {
        const codes: string[] = [];
        const handle = await openDatabase({ ...place.options, onWarning: (code) => codes.push(code) });
        try {
          for (const pool of [handle.pool, handle.limiterPool]) {
            const { rows } = await pool.query('SHOW log_parameter_max_length_on_error');
            assert.deepEqual(rows, [{ log_parameter_max_length_on_error: '0' }]);
          }
          return codes.filter((code) => code === 'database_logs_parameters');
        } finally {
          await handle.close();
        }
      };
      const set = async (setting: string) => {
        const handle = await openDatabase(place.options);
        await handle.pool.query(
          `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${setting}', current_database()); END $$`,
        );
        await handle.close();
      };
      assert.deepEqual(await warnings(), []);
      await set('log_parameter_max_length_on_error = -1');
      await set('log_min_duration_statement = 60000');
      assert.deepEqual(await warnings(), ['database_logs_parameters']);
      await set('log_parameter_max_length = 0');
      assert.deepEqual(await warnings(), []);
    });

    it('cancels a statement that runs longer than the limit', async () => {
      const handle = await openDatabase({ ...place.options, statementTimeoutMs: 100 });
      try {
        await assert.rejects(handle.pool.query('SELECT pg_sleep(5)'), { code: '57014' });
      } finally {
        await handle.close();
      }
    });

    it('lends no connection in the transaction of another, whose rollback was given up', async () => {
      const handle = await openDatabase({ ...place.options, statementTimeoutMs: 100, poolMax: 1 });
      try {
        const hanging = handle.db.transaction().execute(async (trx) => {
          await sql`SELECT set_config('statement_timeout', '0', true), set_config('app.left', 'over', true)`.execute(
            trx,
          );
          await sql`SELECT pg_sleep(1.5)`.execute(trx);
        });
        await assert.rejects(hanging, { message: 'Query read timeout' });
        await delay(500);
        const left = sql<{ left: string | null }>`SELECT current_setting('app.left', true) AS left`;
        assert.deepEqual((await left.execute(handle.db)).rows, [{ left: null }]);
      } finally {
        await handle.close();
      }
    });

    it('sets no limit where none is wanted', async () => {
      const handle = await openDatabase({ ...place.options, statementTimeoutMs: 0 });
      try {
        assert.deepEqual((await handle.pool.query('SHOW statement_timeout')).rows, [{ statement_timeout: '0' }]);
      } finally {
        await handle.close();
      }
    });

    it('commits the counters of the limiter lazily, and nothing else', async () => {
      const handle = await openDatabase(place.options);
      try {
        const setting = 'SHOW synchronous_commit';
        assert.deepEqual((await handle.limiterPool.query(setting)).rows, [{ synchronous_commit: 'off' }]);
        assert.deepEqual((await handle.pool.query(setting)).rows, [{ synchronous_commit: 'on' }]);
      } finally {
        await handle.close();
      }
    });

    it('survives the loss of an idle connection with a warning', async () => {
      const warnings: string[] = [];
      const handle = await openDatabase({ ...place.options, onWarning: (code) => warnings.push(code) });
      try {
        const result = await handle.limiterPool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await handle.pool.query('SELECT pg_terminate_backend($1)', [result.rows[0]?.pid]);
        for (let tries = 0; tries < 50 && !warnings.includes('database_connection_lost'); tries += 1) {
          await delay(20);
        }
        assert.ok(warnings.includes('database_connection_lost'));
        assert.equal((await handle.limiterPool.query('SELECT 1')).rowCount, 1);
      } finally {
        await handle.close();
      }
    });

    it('tells when an index outgrows the memory of its build, once it does', async () => {
      const warnings: string[] = [];
      const onWarning = (code: string) => warnings.push(code);
      const handle = await openDatabase({ ...place.options, onWarning, statementTimeoutMs: 0 });
      const build = (memory: string) =>
        handle.pool.query(`CREATE EXTENSION IF NOT EXISTS vector;
          BEGIN; SET LOCAL maintenance_work_mem = '${memory}'; SET LOCAL max_parallel_maintenance_workers = 0;
          CREATE TEMP TABLE graph ON COMMIT DROP AS
            SELECT ARRAY[n, n * n % 997, n * 31 % 89]::real[]::vector(3) AS v FROM generate_series(1, 4000) n;
          CREATE INDEX ON graph USING hnsw (v vector_l2_ops); COMMIT`);
      try {
        await build('64MB');
        assert.ok(!warnings.includes('index_outgrows_memory'));
        await build('1MB');
        assert.ok(warnings.includes('index_outgrows_memory'));
      } finally {
        await handle.close();
      }
    });

    it('says which database does not exist, without the password', async () => {
      const url = new URL(serverUrl);
      url.pathname = '/no_such_database';
      url.password = 'secret-password';
      await assert.rejects(openDatabase({ databaseUrl: url.href, dataDir: '' }), (error: Error) => {
        assert.match(error.message, /\/no_such_database: database "no_such_database" does not exist \(3D000\)/);
        return !JSON.stringify(faultOf(error)).includes('secret-password');
      });
    });
  });
}

/** All that a logger could find in an error. */
function faultOf(error: Error): unknown {
  return { ...error, message: error.message, stack: error.stack, cause: error.cause };
}
