import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { OpenService } from '../../server/app/open-service.js';
import { copyOf, openOf, type TestPlace } from '../support/database.js';
import { FIRST_USE_MS } from '../support/run.js';
import { openAt, preparedPlace } from '../support/service.js';

const NOTE = 'Asthma. Denies fever.';
if (process.env.TEST_DATABASE_URL !== undefined) {
  describe('a replica (DATABASE_READ_URL)', function () {
    this.timeout(FIRST_USE_MS);
    let place: TestPlace;
    let replica: TestPlace;
    let opened: OpenService;
    const told: string[] = [];

    before('open a service on a database and its copy', async () => {
      place = await preparedPlace();
      replica = await copyOf(place.options);
      const url = replica.options.databaseUrl as string;
      const env = { DATABASE_READ_URL: url, NEIGHBOUR_CACHE_MB: '0' };
      opened = await openAt(place, env, (code) => told.push(code));
    });
    after(async () => {
      await opened.close();
      await replica.remove();
      await place.remove();
    });

    const answer = async () => {
      const { concepts } = await opened.service.extractConcepts(
        { text: NOTE, language: 'auto', explain: false },
        AbortSignal.timeout(5_000),
      );
      return concepts.map(({ span, code }) => [span, code]);
    };
    const until = async (is: () => boolean | Promise<boolean>) => {
      for (let tries = 0; !(await is()); tries++) {
        assert.ok(tries < 100, `after ${told.join()}`);
        await sleep(50);
      }
    };
    /** Switches the terms "asthma" of one of the two databases off or on. */
    const turn = async ({ options }: TestPlace, active: boolean) => {
      const handle = await openOf({ DATABASE_URL: options.databaseUrl as string });
      try {
        await sql`UPDATE descriptions SET active = ${active} WHERE term_key = 'asthma'`.execute(handle.db);
      } finally {
        await handle.close();
      }
    };

    it('answers what ranking reads while it has what is served', async () => {
      await until(() => told.at(-1) === 'replica_read');
      const both = await answer();
      assert.deepEqual(
        both.map(([span]) => span),
        ['Asthma', 'fever'],
      );
      await turn(replica, false);
      assert.notDeepEqual(await answer(), both);
      await turn(replica, true);
      assert.deepEqual(await answer(), both);
    });

    it('is left out as soon as it lacks what is served, and taken up again once it has it', async () => {
      await turn(replica, false);
      const lags = await openOf({ DATABASE_URL: replica.options.databaseUrl as string });
      try {
        await sql`UPDATE serving SET local_version = local_version + 1`.execute(lags.db);
        await until(() => told.at(-1) === 'replica_left_out');
        assert.deepEqual((await answer())[0], ['Asthma', '195967001']);
        await turn(replica, true);
        await sql`UPDATE serving SET local_version = local_version - 1`.execute(lags.db);
        await until(() => told.at(-1) === 'replica_read');
      } finally {
        await lags.close();
      }
    });

    it('that goes away costs no answer', async () => {
      const admin = new pg.Client(place.options.databaseUrl as string);
      await admin.connect();
      const name = new URL(replica.options.databaseUrl as string).pathname.slice(1);
      try {
        await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
        await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
        for (let i = 0; i < 20; i++) assert.deepEqual((await answer())[0], ['Asthma', '195967001']);
        await until(() => told.at(-1) === 'replica_left_out');
      } finally {
        await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
        await admin.end();
      }
    });
  });
}
