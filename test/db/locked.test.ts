import assert from 'node:assert/strict';
import pg from 'pg';
import { openDatabase } from '../../server/db/connect.js';
import { whileLocked } from '../../server/db/transaction.js';
import { emptyPlace } from '../support/database.js';
import { DOORS, urlThrough } from '../support/doors.js';

const LOCK = 'a test of locks';

for (const { through, door } of DOORS) {
  describe(`work under a lock${through}`, () => {
    const opened: { end: () => Promise<unknown> }[] = [];

    /** The database as the service opens it, and a client that looks at it from beside. */
    async function open() {
      const place = await emptyPlace();
      const databaseUrl = urlThrough(door, place.options.databaseUrl as string);
      const handle = await openDatabase({ ...place.options, databaseUrl });
      const client = new pg.Client(place.options.databaseUrl);
      await client.connect();
      opened.push({ end: handle.close }, client, { end: place.remove });
      const holders = async () => {
        const { rows } = await client.query<{ pid: number; backend_xmin: string | null }>(
          `SELECT a.pid, a.backend_xmin FROM pg_locks l JOIN pg_stat_activity a USING (pid)
           WHERE l.locktype = 'advisory' AND a.datname = current_database()`,
        );
        return rows;
      };
      return { db: handle.db, client, holders };
    }

    afterEach(async () => {
      for (const each of opened.splice(0)) await each.end();
    });

    it('holds it meanwhile, keeps no old rows from vacuum, and leaves none behind', async () => {
      const { db, holders } = await open();
      const during = await whileLocked(db, LOCK, holders);
      assert.deepEqual(
        during.map(({ backend_xmin }) => backend_xmin),
        [null],
      );
      assert.deepEqual(await holders(), []);
      await assert.rejects(
        whileLocked(db, LOCK, () => Promise.reject(new Error('the work failed'))),
        /the work failed/,
      );
      assert.deepEqual(await holders(), []);
    });

    it('is done where the connection of the lock is lost in the middle', async () => {
      const { db, client, holders } = await open();
      const work = async () => {
        for (const { pid } of await holders()) await client.query('SELECT pg_terminate_backend($1)', [pid]);
        return 'done';
      };
      assert.equal(await whileLocked(db, LOCK, work), 'done');
    });
  });
}
