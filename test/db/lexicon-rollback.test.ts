import assert from 'node:assert/strict';
import { publishBuiltinLexicon, readLexicon } from '../../server/db/lexicon.js';
import type { LexiconRows } from '../../server/db/tables.js';
import { withDatabase } from '../support/database.js';
import { curate, files, negating, rowsOf, trigger } from '../support/lexicon.js';

const SHIPPED = files(trigger('no'), trigger('denies'), trigger('without'));
type Db = Parameters<typeof rowsOf>[0];

const published = (work: (db: Db) => Promise<void>) =>
  withDatabase(async ({ db }) => {
    await publishBuiltinLexicon(db, SHIPPED, 'a');
    await work(db);
  });
/** The rows without the versions, which a rollback gives anew. */
const content = ({ triggers, words }: LexiconRows) =>
  [...triggers, ...words].map((row) => ({ ...row, version: undefined }));
const origins = (db: Db) =>
  rowsOf(db, 'SELECT phrase, origin, shipped IS NOT NULL AS shipped FROM triggers ORDER BY phrase');
const AS_SHIPPED = ['denies', 'no', 'without'].map((phrase) => ({ phrase, origin: 'builtin', shipped: true }));

describe('a rollback of the lexicon', () => {
  it('goes back over three versions with added, changed and deleted rows, as a new version', () =>
    published(async (db) => {
      await rowsOf(db, `INSERT INTO triggers ${negating('zilch')}`);
      const wanted = await readLexicon(db);
      await rowsOf(db, `UPDATE triggers SET strength = 0.6 WHERE phrase IN ('no', 'zilch')`);
      await curate(db, {}, async (trx) => {
        await rowsOf(trx, `DELETE FROM triggers WHERE phrase IN ('without', 'zilch')`);
        await rowsOf(trx, `UPDATE triggers SET phrase = 'nope', example_ok = 'nope [fever]' WHERE phrase = 'no'`);
        await rowsOf(trx, `INSERT INTO token_classes (language, class, word) VALUES ('en', 'KIN', 'gran')`);
      });
      await rowsOf(db, `INSERT INTO triggers ${negating('no')}`);
      const made = await curate(db, { author: 'Dr Roy' }, (trx) =>
        rowsOf(trx, `SELECT lexicon_rollback(2, 'too many false alarms') AS version`),
      );
      assert.deepEqual(made, [{ version: 6 }]);
      const now = await readLexicon(db);
      assert.equal(now.version, 6);
      assert.deepEqual(content(now), content(wanted));
      const [last] = await rowsOf(db, 'SELECT author, reason FROM lexicon_versions WHERE version = 6');
      assert.deepEqual(last, { author: 'Dr Roy', reason: 'back to version 2; too many false alarms' });
      assert.deepEqual(await origins(db), [...AS_SHIPPED, { phrase: 'zilch', origin: 'local', shipped: false }]);
      assert.deepEqual(await rowsOf(db, 'SELECT * FROM lexicon_removals'), []);
      // And it can be taken back in turn.
      await rowsOf(db, `SELECT lexicon_rollback(5, 'they were not')`);
      const phrases = (await readLexicon(db)).triggers.map(({ phrase }) => phrase);
      assert.deepEqual(phrases.sort(), ['denies', 'no', 'nope']);
    }));

  it('goes back to before an upgrade, and the next upgrade leaves it so', () =>
    published(async (db) => {
      const upgrade = files(trigger('no', { strength: 0.9 }), trigger('denies'), trigger('free of'));
      await publishBuiltinLexicon(db, upgrade, 'b');
      await rowsOf(db, `SELECT lexicon_rollback(1, 'the old rows were better')`);
      const again = files(trigger('no', { strength: 0.8 }), trigger('denies'), trigger('free of'));
      const report = await publishBuiltinLexicon(db, again, 'c');
      assert.deepEqual(
        report.conflicts.map(({ key }) => key),
        ['en trigger assertion no forward'],
      );
      assert.deepEqual(await rowsOf(db, 'SELECT phrase, strength FROM triggers ORDER BY phrase'), [
        { phrase: 'denies', strength: 0.95 },
        { phrase: 'no', strength: 0.95 },
        { phrase: 'without', strength: 0.95 },
      ]);
    }));

  it('brings back the shipped form of a row that was changed and then deleted', () =>
    published(async (db) => {
      await rowsOf(db, `UPDATE triggers SET phrase = 'nope', example_ok = 'nope [fever]' WHERE phrase = 'no'`);
      await rowsOf(db, `DELETE FROM triggers WHERE phrase = 'nope'`);
      await rowsOf(db, `SELECT lexicon_rollback(2, 'we need it')`);
      const [row] = await rowsOf(
        db,
        `SELECT origin, shipped ->> 'phrase' AS shipped FROM triggers WHERE phrase = 'nope'`,
      );
      assert.deepEqual(row, { origin: 'local', shipped: 'no' });
      assert.deepEqual(await rowsOf(db, 'SELECT * FROM lexicon_removals'), []);
    }));

  it('is refused without a reason, to a version that there is not, and to what is already so', () =>
    published(async (db) => {
      await assert.rejects(rowsOf(db, `SELECT lexicon_rollback(1, ' ')`), /needs a reason/);
      for (const version of ['7', '0', 'NULL'])
        await assert.rejects(rowsOf(db, `SELECT lexicon_rollback(${version}, 'x')`), /There is no version/);
      await assert.rejects(rowsOf(db, `SELECT lexicon_rollback(1, 'x')`), /rows are those of version 1 already/);
      assert.equal((await readLexicon(db)).version, 1);
    }));
});

describe('a shipped row', () => {
  it("is the service's again once it reads as shipped, however it got there", () =>
    published(async (db) => {
      await rowsOf(db, `UPDATE triggers SET strength = 0.6 WHERE phrase = 'no'`);
      await rowsOf(db, `UPDATE triggers SET enabled = false WHERE phrase = 'denies'`);
      await rowsOf(db, `DELETE FROM triggers WHERE phrase = 'without'`);
      assert.ok((await origins(db)).every(({ origin }) => origin === 'local'));
      await rowsOf(db, `UPDATE triggers SET strength = 0.95, enabled = true`);
      await rowsOf(db, `INSERT INTO triggers ${negating('without').replace('without [fever].', 'without [fever]')}`);
      assert.deepEqual(await origins(db), AS_SHIPPED);
      const upgrade = files(trigger('no', { strength: 0.9 }), trigger('denies'), trigger('without', { strength: 0.9 }));
      const report = await publishBuiltinLexicon(db, upgrade, 'b');
      assert.deepEqual(report, { inserted: 0, updated: 2, deleted: 0, conflicts: [] });
    }));

  it("with notes of the site stays the site's", () =>
    published(async (db) => {
      await rowsOf(db, `UPDATE triggers SET notes = 'seen on ward 3' WHERE phrase = 'no'`);
      const [row] = await rowsOf(db, `SELECT origin FROM triggers WHERE phrase = 'no'`);
      assert.deepEqual(row, { origin: 'local' });
    }));
});

describe('the changes of the lexicon', () => {
  it('say who changed what, when and why, and what it was before', () =>
    published(async (db) => {
      await curate(db, { author: 'Dr Martin', reason: 'too strong' }, async (trx) => {
        await rowsOf(
          trx,
          `UPDATE triggers SET strength = 0.7, phrase = 'nope', example_ok = 'nope [fever]' WHERE phrase = 'no'`,
        );
        await rowsOf(trx, `DELETE FROM triggers WHERE phrase = 'without'`);
        await rowsOf(trx, `INSERT INTO token_classes (language, class, word) VALUES ('en', 'KIN', 'gran')`);
      });
      const changes = await rowsOf(
        db,
        `SELECT author, reason, created_at IS NOT NULL AS dated, table_name, action, phrase,
          coalesce(old_row ->> 'phrase', '') AS was, old_row ->> 'strength' AS old, new_row ->> 'strength' AS new
        FROM lexicon_changes WHERE version = 2 ORDER BY table_name, action`,
      );
      const who = { author: 'Dr Martin', reason: 'too strong', dated: true };
      assert.deepEqual(changes, [
        { ...who, table_name: 'token_classes', action: 'added', phrase: 'gran', was: '', old: null, new: null },
        { ...who, table_name: 'triggers', action: 'changed', phrase: 'nope', was: 'no', old: '0.95', new: '0.7' },
        {
          ...who,
          table_name: 'triggers',
          action: 'deleted',
          phrase: 'without',
          was: 'without',
          old: '0.95',
          new: null,
        },
      ]);
      const [changed] = await rowsOf(
        db,
        `SELECT old_row, new_row FROM lexicon_changes WHERE version = 2 AND action = 'changed'`,
      );
      assert.deepEqual(changed, {
        old_row: { phrase: 'no', strength: 0.95, example_ok: 'no [fever]' },
        new_row: { phrase: 'nope', strength: 0.7, example_ok: 'nope [fever]' },
      });
      const at = (version: number) =>
        rowsOf(db, `SELECT row_data ->> 'phrase' AS phrase FROM lexicon_rows_at('triggers', ${version})`);
      assert.deepEqual(await at(1), [{ phrase: 'no' }, { phrase: 'denies' }, { phrase: 'without' }]);
      assert.deepEqual(await at(2), [{ phrase: 'nope' }, { phrase: 'denies' }]);
    }));
});
