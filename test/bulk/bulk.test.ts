import assert from 'node:assert/strict';
import { type Kysely, sql } from 'kysely';
import { main } from '../../server/cli/bulk.js';
import type { Database } from '../../server/db/tables.js';
import { call, preparedEnvironment } from '../cli/command.js';
import { addConcepts, makeCdm } from '../support/cdm.js';
import { openOf } from '../support/database.js';
import { curate, negating } from '../support/lexicon.js';

const SOURCE = 'select note_id, note_text from cdm.note;';
const TARGET = ['--target', 'cdm.note_nlp'];
const FEVER = 2_000_000_001;

/** Lets a test look at the database of the commands, which is open nowhere else. */
async function inDatabase<T>(look: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const handle = await openOf(process.env);
  return look(handle.db).finally(() => handle.close());
}

describe('the command bulk', () => {
  for (const [what, argv, message] of [
    ['without a command', [], /^Missing: COMMAND\./],
    ['with an unknown command', ['begin'], /^The command must be one of start, work, /],
    ['with an option of another command', ['work', '--batch', '5'], /^work takes no --batch\./],
    ['where start lacks its target', ['start', '--source', SOURCE], /^start needs --source and --target\./],
    ['with a batch of nothing', ['--source', SOURCE, ...TARGET, '--batch', '0'], /^--batch must be a whole number/],
  ] as const) {
    it(`ends with 2 and its usage ${what}, and opens nothing`, async () => {
      const { code, err } = await call(main, ...argv);
      assert.equal(code, 2);
      assert.match(err, message);
      assert.match(err, /\n\nUsage:\n {2}npm run --silent bulk -- /);
    });
  }

  describe('on a prepared database', () => {
    preparedEnvironment();

    const ok = async (...argv: string[]) => {
      const { code, out, err } = await call(main, ...argv);
      assert.equal(code, 0, err);
      return out;
    };
    const note = (db: Kysely<Database>, id: number, text: string) =>
      sql`INSERT INTO cdm.note VALUES (${id}, ${text})`.execute(db);
    const rows = () =>
      inDatabase(async (db) => {
        const found = await sql<{ line: string }>`
          SELECT concat_ws(' ', note_id, "offset", lexical_variant, term_exists, note_nlp_concept_id) AS line
          FROM cdm.note_nlp ORDER BY note_id, "offset"::int`.execute(db);
        return found.rows.map(({ line }) => line);
      });
    const reasons = () =>
      inDatabase(async (db) => {
        const found = await sql<{ id: string; reason: string }>`
          SELECT note_id::text AS id, reason FROM bulk_notes WHERE reason IS NOT NULL ORDER BY note_id`.execute(db);
        return Object.fromEntries(found.rows.map(({ id, reason }) => [id, reason]));
      });

    before('make the tables of a site', () =>
      inDatabase(async (db) => {
        await makeCdm(db, 'cdm');
        await addConcepts(db, 'cdm', [{ id: FEVER, sctid: '386661006', standard: true }]);
        await note(db, 1, '🙂 Denies fever.');
        await note(db, 2, 'Father had a myocardial infarction.');
        await note(db, 3, ' ');
        await note(db, 4, `Fever. ${'Slept well. '.repeat(10_000)}`);
        await note(db, 5, 'Known asthma.');
        await note(db, 5, 'Known psoriasis.');
        // What another system wrote of the same note stays.
        await sql`INSERT INTO cdm.note_nlp (note_nlp_id, note_id, lexical_variant, nlp_system, nlp_date)
          VALUES (41, 1, 'other', 'another system', '2020-01-01')`.execute(db);
      }),
    );

    it('refuses a source and a target that it cannot work with, and says why', async () => {
      const refused = async (...argv: string[]) => {
        const { code, err } = await call(main, ...argv);
        assert.equal(code, 1);
        assert.doesNotMatch(err, /Usage/);
        return err;
      };
      assert.match(await refused('--source', 'select 1', ...TARGET), /two columns.*it has 1/);
      assert.match(await refused('--source', "select 'a', 'b'", ...TARGET), /first column .* whole number/);
      assert.match(await refused('--source', 'select 1, 2', ...TARGET), /second column .* text/);
      assert.match(
        await refused('--source', "select 1, 'a') x; drop table cdm.note; select (1", ...TARGET),
        /^The database refuses the source: .*multiple commands/,
      );
      assert.match(
        await refused('--source', "select nextval('bulk_note_nlp_id'), 'a'", ...TARGET),
        /^The database refuses the source: .*read-only/,
      );
      assert.match(await refused('--source', SOURCE, '--target', 'cdm.missing'), /no table cdm\.missing.*--create/);
      assert.match(await refused('--source', SOURCE, '--target', 'cdm.concept'), /lacks columns .*lexical_variant/);
      assert.match(await refused('work'), /Nothing was started/);
    });

    it('queues each note once, however often it is started', async () => {
      assert.match((await ok('--source', SOURCE, ...TARGET, '--batch', '2'))[0] ?? '', /: 5 notes queued/);
      assert.match((await ok('start', '--source', SOURCE, ...TARGET))[0] ?? '', /: 0 notes queued/);
      assert.match(
        (await ok('status')).join('\n'),
        /^cdm\.note_nlp: waits .*\n {2}notes +0 done, 0 set apart, 5 wait in 3 b/,
      );
    });

    it('writes the rows of each note, with the concepts of the site, and sets apart what it cannot read', async () => {
      await ok('work');
      assert.deepEqual((await rows()).sort(), ['1 9 fever N 2000000001', '1 other', '2 13 myocardial infarction N 0']);
      assert.deepEqual(await reasons(), { 3: 'TOO_SHORT', 4: 'TOO_LONG', 5: 'TWICE' });
      assert.match((await ok('status')).join('\n'), /: done\n {2}notes +2 done, 3 set apart, 0 wait/);
    });

    it('does what was set apart again, once it is mended', async () => {
      await inDatabase(async (db) => {
        await sql`DELETE FROM cdm.note WHERE note_text LIKE 'Known p%'`.execute(db);
        await sql`DELETE FROM cdm.note WHERE note_id = 4`.execute(db);
      });
      assert.match((await ok('retry'))[0] ?? '', /: 3 notes queued/);
      await ok('work');
      assert.ok((await rows()).includes('5 6 asthma Y 0'));
      assert.deepEqual(await reasons(), { 3: 'TOO_SHORT', 4: 'GONE' });
    });

    it('does again only what was made with other versions, in the place of its earlier rows', async () => {
      assert.match((await ok('stale'))[0] ?? '', /: 0 notes queued/);
      await inDatabase(async (db) => {
        await curate(db, { author: 'a' }, (trx) =>
          sql
            .raw(`INSERT INTO triggers ${negating('known')}`)
            .execute(trx)
            .then(() => undefined),
        );
        await note(db, 6, 'Chest pain.');
      });
      assert.match((await ok('status')).join('\n'), /\n {2}stale +3 were made/);
      assert.match((await ok('stale', '--batch', '1'))[0] ?? '', /: 3 notes queued/);
      assert.match((await ok('stale'))[0] ?? '', /: 0 notes queued/);
      assert.match((await ok('start', '--source', SOURCE, ...TARGET))[0] ?? '', /: 1 notes queued/);
      await ok('work');
      const after = await rows();
      assert.ok(after.includes('5 6 asthma N 0'), after.join('\n'));
      assert.equal(after.length, 5);
      assert.match((await ok('status')).join('\n'), /4 done, 2 set apart, 0 wait(?!.*stale)/s);
    });

    it('numbers its rows above those that were there', () =>
      inDatabase(async (db) => {
        const { rows: found } = await sql<{ least: number }>`
          SELECT min(note_nlp_id) AS least FROM cdm.note_nlp WHERE nlp_system <> 'another system'`.execute(db);
        assert.ok((found[0]?.least ?? 0) > 41);
      }));

    it('takes no batch while the run is paused', async () => {
      await inDatabase((db) => note(db, 7, 'Known asthma.'));
      await ok('pause');
      await ok('start', '--source', SOURCE, ...TARGET);
      assert.match((await ok('status')).join('\n'), /: paused\n.* 1 wait/);
      await ok('resume');
      assert.doesNotMatch((await ok('status')).join('\n'), /paused/);
    });

    it('says what the target has against the rows, without a word of them, and goes on once that is mended', async () => {
      const change = (statement: string) => inDatabase((db) => sql.raw(statement).execute(db));
      await change("ALTER TABLE cdm.note_nlp ADD CHECK (lexical_variant <> 'asthma') NOT VALID");
      const { code, err } = await call(main, 'work');
      assert.equal(code, 1);
      assert.match(err, /^cdm\.note_nlp refuses the rows \(SQLSTATE 23514\)/m);
      assert.doesNotMatch(err, /asthma/);
      await change('ALTER TABLE cdm.note_nlp DROP CONSTRAINT note_nlp_lexical_variant_check');
      assert.match((await ok('status')).join('\n'), / 1 wait in 1 batches/);
      await change("UPDATE bulk_queue.job SET state = 'retry' WHERE state = 'active'");
      await ok('work');
      assert.ok((await rows()).includes('7 6 asthma N 0'));
    });

    it('does the notes alone of a batch that workers ended on, and sets apart the one that goes on ending them', async () => {
      await inDatabase(async (db) => {
        for (const id of [8, 9]) await note(db, id, 'Known asthma.');
      });
      await ok('start', '--source', SOURCE, ...TARGET);
      const lose = (where: string) =>
        inDatabase((db) =>
          sql
            .raw(`UPDATE bulk_queue.job SET retry_count = 3, started_on = now() WHERE state < 'active' AND ${where}`)
            .execute(db),
        );
      await lose('true');
      await ok('work');
      assert.deepEqual(await reasons(), { 3: 'TOO_SHORT', 4: 'GONE' });
      await inDatabase((db) => note(db, 10, 'Known asthma.'));
      await ok('start', '--source', SOURCE, ...TARGET);
      await lose('true');
      await ok('work');
      assert.deepEqual(await reasons(), { 3: 'TOO_SHORT', 4: 'GONE', 10: 'WORKER_ENDED' });
    });

    it('makes a table of results where it is asked to, and asks which run is meant where there are two', async () => {
      await ok('start', '--source', SOURCE, '--target', '"My Results"', '--create');
      const { code, err } = await call(main, 'status');
      assert.equal(code, 2);
      assert.match(err, /^Name one with --target: cdm\.note_nlp, public\."My Results"\./);
      await ok('work', '--target', '"My Results"');
      assert.match((await ok('status', '--target', '"My Results"')).join('\n'), /: done/);
    });
  });
});
