import assert from 'node:assert/strict';
import { publishBuiltinLexicon, readLexicon } from '../../server/db/lexicon.js';
import { readDraftState, readLexiconAt, readLexiconDraft } from '../../server/db/lexicon-versions.js';
import type { LexiconRows } from '../../server/db/tables.js';
import { testDatabase } from '../support/database.js';
import { files, negating, rowsOf, trigger } from '../support/lexicon.js';

describe('the rows of another lexicon than the newest', () => {
  const database = testDatabase();
  const versions: LexiconRows[] = [];
  const rowOf = (rows: LexiconRows | null | undefined, phrase: string) =>
    rows?.triggers.find((row) => row.phrase === phrase);

  before('make versions', async () => {
    const { db } = database.handle;
    const shipped = files(trigger('no', { stops: ['now'] }), trigger('denies'), trigger('without', { max_tokens: 5 }));
    await publishBuiltinLexicon(db, shipped, 'a');
    versions.push(await readLexicon(db));
    for (const edit of [
      `UPDATE triggers SET strength = 0.6, stops = '{contrast,cause}' WHERE phrase = 'no'`,
      `DELETE FROM triggers WHERE phrase = 'without'`,
      `INSERT INTO confidence_points (language, axis, source, score, confidence) VALUES ('en', 'role', 'cue', 0.9, 0.8)`,
      `UPDATE triggers SET enabled = false WHERE phrase = 'denies'`,
      `SELECT lexicon_rollback(2, 'better')`,
    ]) {
      await rowsOf(db, edit);
      versions.push(await readLexicon(db));
    }
  });

  it('are those of an earlier version, whichever version is at hand', async () => {
    for (const known of versions)
      for (const wanted of versions)
        assert.deepEqual(await readLexiconAt(database.handle.db, wanted.version, known), wanted);
  });

  it('are the same objects as those at hand where they did not change', async () => {
    const known = versions[5] as LexiconRows;
    const first = await readLexiconAt(database.handle.db, 4, known);
    assert.notEqual(rowOf(first, 'denies'), rowOf(known, 'denies'));
    assert.equal(rowOf(first, 'no'), rowOf(known, 'no'));
  });

  it('are none of a version that there is not', async () => {
    for (const version of [0, 7])
      assert.equal(await readLexiconAt(database.handle.db, version, versions[0] as LexiconRows), null);
  });

  it('are those of a draft laid over the newest, new rows last', async () => {
    const { db } = database.handle;
    const newest = versions[5] as LexiconRows;
    assert.equal(await readLexiconDraft(db, 'draft', newest), null);
    assert.equal(await readDraftState(db, 'draft'), null);
    await rowsOf(db, `INSERT INTO draft_triggers ${negating('zilch')}`);
    await rowsOf(db, `INSERT INTO draft_triggers ${negating('nary a')}`);
    await rowsOf(db, `UPDATE draft_triggers SET strength = 0.7 WHERE phrase = 'denies'`);
    await rowsOf(db, `UPDATE draft_triggers SET enabled = false WHERE phrase = 'without'`);
    const before = await readDraftState(db, 'draft');
    const drafted = await readLexiconDraft(db, 'draft', versions[2] as LexiconRows);
    assert.deepEqual({ version: drafted?.version, fingerprint: drafted?.fingerprint }, before);
    const { triggers = [] } = drafted?.rows ?? {};
    assert.deepEqual(
      triggers.map(({ phrase, strength }) => `${phrase} ${strength}`),
      ['no 0.6', 'denies 0.7', 'zilch 0.95', 'nary a 0.95'],
    );
    const again = await readLexiconDraft(db, 'draft', newest);
    assert.deepEqual(again, drafted);
    assert.equal(rowOf(again?.rows, 'no'), rowOf(newest, 'no'));
    await rowsOf(db, 'SELECT lexicon_activate()');
    const live = await readLexicon(db);
    const plain = (rows: LexiconRows['triggers']) => rows.map((row) => ({ ...row, id: 0, version: 0 }));
    assert.deepEqual(plain(live.triggers), plain(triggers));
  });
});
