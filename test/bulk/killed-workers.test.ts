import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../../server/db/connect.js';
import type { Database } from '../../server/db/tables.js';
import { makeCdm } from '../support/cdm.js';
import type { TestPlace } from '../support/database.js';
import { FIRST_USE_MS } from '../support/run.js';
import { preparedPlace } from '../support/service.js';

const BULK = fileURLToPath(new URL('../../server/cli/bulk.js', import.meta.url));
const NOTES = 300;
const KILLS = 5;
const POLL_MS = 20;
/** The longest that a worker goes on after its first batch, before it is killed. */
const LONGEST_MS = 1_500;
/** Short enough that a batch whose worker was killed comes back soon, long enough for a batch beside other tests. */
const LEASE = ['--batch', '10', '--lease', '5'];

const TEXTS = [
  'Denies fever and cough. Known asthma, takes salbutamol.',
  'Father had a myocardial infarction. No chest pain today.',
  'History of appendicitis. Possible pneumonia, started on amoxicillin.',
  'Pas de fièvre. Asthme connu. Mère : épilepsie.',
];

/** A number of 0 to 1 for each kill: spread over the run, the same in every test. */
const moment = (kill: number) => (kill * 0.618_033_988_75) % 1;

// The embedded database has one process: its worker cannot be killed without it.
if (process.env.TEST_DATABASE_URL !== undefined) {
  describe('bulk workers that are killed', function () {
    this.timeout(FIRST_USE_MS);
    let place: TestPlace;

    const start = (...argv: string[]): ChildProcess =>
      spawn(process.execPath, [BULK, ...argv], {
        env: { ...process.env, DATABASE_URL: place.options.databaseUrl },
        stdio: 'ignore',
      });
    async function run(...argv: string[]): Promise<void> {
      const [code] = await once(start(...argv), 'exit');
      assert.equal(code, 0, argv.join(' '));
    }
    async function inDatabase<T>(look: (db: Kysely<Database>) => Promise<T>): Promise<T> {
      const handle = await openDatabase({ ...place.options, statementTimeoutMs: 0 });
      return look(handle.db).finally(() => handle.close());
    }
    const numberOf = async (db: Kysely<Database>, query: string) =>
      Number((await sql.raw<{ n: string }>(`SELECT (${query}) AS n`).execute(db)).rows[0]?.n);
    /** The rows of a table without their numbers and times, in the order of the notes. */
    const written = (table: string) =>
      inDatabase(async (db) => {
        const { rows } = await sql<{ line: string }>`
          SELECT (to_jsonb(n) - '{note_nlp_id,nlp_date,nlp_datetime}'::text[])::text AS line FROM ${sql.table(table)} n
          ORDER BY note_id, "offset"::int, 1`.execute(db);
        return rows.map(({ line }) => line);
      });

    before('make notes, and read them without a kill', async () => {
      place = await preparedPlace();
      await inDatabase(async (db) => {
        await makeCdm(db, 'cdm');
        await sql`INSERT INTO cdm.note SELECT i, (${TEXTS}::text[])[1 + i % ${TEXTS.length}::int] || ' Visit ' || i || '.'
          FROM generate_series(1, ${NOTES}::int) i`.execute(db);
        await sql`UPDATE cdm.note SET note_text = '' WHERE note_id % 60 = 0`.execute(db);
        await sql`CREATE TABLE cdm.undisturbed (LIKE cdm.note_nlp INCLUDING ALL)`.execute(db);
      });
      for (const table of ['cdm.undisturbed', 'cdm.note_nlp'])
        await run('start', '--source', 'select * from cdm.note', '--target', table, ...LEASE);
      await run('work', '--target', 'cdm.undisturbed');
    });
    after('drop the database', () => place?.remove());

    it(`at ${KILLS} moments lose no note, double none, and leave the rows of an undisturbed run`, async () => {
      const done = (db: Kysely<Database>) =>
        numberOf(
          db,
          `SELECT count(*) FROM bulk_notes JOIN bulk_runs USING (run_id) WHERE target = 'cdm.note_nlp' AND NOT waits`,
        );
      await inDatabase(async (db) => {
        for (let kill = 0; kill < KILLS; kill++) {
          const before = await done(db);
          const workers = [start('work', '--target', 'cdm.note_nlp'), start('work', '--target', 'cdm.note_nlp')];
          const ended = Promise.all(workers.map((worker) => once(worker, 'exit')));
          let over = false;
          void ended.then(() => {
            over = true;
          });
          while (!over && (await done(db)) === before) await sleep(POLL_MS);
          await sleep(LONGEST_MS * moment(kill));
          for (const worker of workers) worker.kill('SIGKILL');
          await ended;
        }
      });
      await run('work', '--target', 'cdm.note_nlp');
      const rows = await written('cdm.note_nlp');
      assert.ok(rows.length > NOTES);
      assert.deepEqual(rows, await written('cdm.undisturbed'));
      await inDatabase(async (db) => {
        const records = await sql<{ target: string; done: number; apart: number; progress: number }>`
          SELECT target, count(*) FILTER (WHERE NOT waits AND reason IS NULL)::int AS done,
            count(*) FILTER (WHERE reason = 'TOO_SHORT')::int AS apart,
            (SELECT sum(notes)::int FROM bulk_progress p WHERE p.run_id = r.run_id) AS progress
          FROM bulk_notes JOIN bulk_runs r USING (run_id) GROUP BY r.run_id ORDER BY target`.execute(db);
        const apart = NOTES / 60;
        assert.deepEqual(
          records.rows,
          ['cdm.note_nlp', 'cdm.undisturbed'].map((target) => ({
            target,
            done: NOTES - apart,
            apart,
            progress: NOTES,
          })),
        );
      });
    });
  });
}
