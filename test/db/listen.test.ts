import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type Listener, listen } from '../../server/db/listen.js';
import type { Database } from '../../server/db/tables.js';
import { testDatabase } from '../support/database.js';
import { negating, rowsOf } from '../support/lexicon.js';

const url = process.env.TEST_DATABASE_URL;

describe('a new version of the lexicon', () => {
  const database = testDatabase();

  it('is announced once, with its number only', async () => {
    const client = await database.handle.pool.connect();
    const heard: string[] = [];
    client.on('notification', ({ payload }) => void heard.push(payload ?? ''));
    await client.query('LISTEN lexicon');
    await client.query('BEGIN');
    await client.query(`INSERT INTO triggers ${negating('zilch')}`);
    await client.query(`INSERT INTO triggers ${negating('nary a')}`);
    await client.query('COMMIT');
    await client.query(`INSERT INTO draft_triggers ${negating('nilch')}`);
    await client.query('SELECT 1');
    client.release(true);
    assert.deepEqual(heard, ['1']);
  });
});

if (url !== undefined) {
  describe('a listener', () => {
    let listener: Listener | undefined;
    afterEach(() => listener?.close());
    const database = testDatabase();

    it('hears at once, and again after its connection was ended', async () => {
      const { db } = database.handle;
      const there = await urlOf(db, url);
      let notices = 0;
      listener = listen(there.href, 'lexicon', () => {
        notices++;
      });
      const heard = async (work: () => Promise<unknown>) => {
        const before = notices;
        await work();
        for (let waited = 0; notices === before; waited += 10) {
          assert.ok(waited < 5_000, 'nothing was heard');
          await sleep(10);
        }
      };
      await heard(async () => undefined);
      await heard(() => rowsOf(db, `INSERT INTO triggers ${negating('zilch')}`));
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE '%listener'`;
      await heard(() => rowsOf(db, end));
      await heard(() => rowsOf(db, `INSERT INTO triggers ${negating('nary a')}`));
    });

    it('leaves the sessions of a pooler alone', async () => {
      const { db } = database.handle;
      const there = await urlOf(db, url);
      const pooler = poolerTo(Number(there.port || 5432), there.hostname).listen(0, '127.0.0.1');
      await once(pooler, 'listening');
      there.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
      const ended = once(pooler, 'ended');
      listener = listen(there.href, 'lexicon', () => assert.fail('it listens'));
      await ended;
      await rowsOf(db, `INSERT INTO triggers ${negating('zilch of')}`);
      await sleep(500);
      const sessions = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '%listener'`;
      assert.deepEqual(await rowsOf(db, sessions), []);
      pooler.close();
    });

    it('does no harm where it cannot listen', async () => {
      const nowhere = listen('postgres://nobody@127.0.0.1:1/nothing', 'lexicon', () => assert.fail('nothing is there'));
      await sleep(500);
      await nowhere.close();
    });
  });
}

async function urlOf(db: Kysely<Database>, server: string): Promise<URL> {
  const [{ name } = {}] = await rowsOf(db, 'SELECT current_database() AS name');
  return Object.assign(new URL(server), { pathname: String(name) });
}

/** Passes all on but for the number of the session (BackendKeyData), which is its own; emits `ended` when its client goes. */
function poolerTo(port: number, host: string): Server {
  const key = Buffer.from([0x4b, 0, 0, 0, 12]);
  const pooler = createServer((client) => {
    const upstream = connect(port, host);
    client.pipe(upstream);
    upstream.on('data', (data) => {
      const at = data.indexOf(key);
      if (at >= 0) data.writeInt32BE(data.readInt32BE(at + 5) + 1, at + 5);
      client.write(data);
    });
    client.on('close', () => {
      upstream.destroy();
      pooler.emit('ended');
    });
  });
  return pooler;
}
