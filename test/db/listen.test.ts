import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Listener, listen } from '../../server/db/listen.js';
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
      const [{ name } = {}] = await rowsOf(db, 'SELECT current_database() AS name');
      const there = new URL(url);
      there.pathname = String(name);
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

    it('does no harm where it cannot listen', async () => {
      const nowhere = listen('postgres://nobody@127.0.0.1:1/nothing', 'lexicon', () => assert.fail('nothing is there'));
      await sleep(500);
      await nowhere.close();
    });
  });
}
