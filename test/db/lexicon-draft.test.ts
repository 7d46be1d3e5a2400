import assert from 'node:assert/strict';
import { once } from 'node:events';
import { publishBuiltinLexicon, readLexicon } from '../../server/db/lexicon.js';
import { testDatabase } from '../support/database.js';
import { curate, files, negating, rowsOf, trigger } from '../support/lexicon.js';

describe('a draft of the lexicon', () => {
  const database = testDatabase();
  const db = () => database.handle.db;
  const run = (statement: string, draft = '', author = 'Dr Martin') =>
    curate(db(), { author, draft, reason: 'radiology wording' }, (trx) => rowsOf(trx, statement));
  const live = () => rowsOf(db(), 'SELECT phrase, strength FROM triggers WHERE enabled ORDER BY phrase');
  const drafts = () => rowsOf(db(), 'SELECT name FROM lexicon_drafts ORDER BY name');
  const history = () => rowsOf(db(), 'SELECT * FROM lexicon_history ORDER BY history_id');

  before('publish three rows', () =>
    publishBuiltinLexicon(db(), files(trigger('no'), trigger('denies'), trigger('without')), 'a'),
  );
  afterEach('discard what is left', () => rowsOf(db(), 'SELECT lexicon_discard(name) FROM lexicon_drafts'));

  it('is edited like the live table and changes nothing that is served', async () => {
    const before = [await readLexicon(db()), await history()];
    const added = await run(
      `INSERT INTO draft_triggers ${negating('no hint of')} RETURNING id, kind, priority, origin, draft_change`,
    );
    assert.deepEqual(added, [{ id: -1, kind: 'trigger', priority: 50, origin: 'local', draft_change: 'added' }]);
    await run(`UPDATE draft_triggers SET strength = 0.8 WHERE phrase = 'no'`);
    await run(`DELETE FROM draft_triggers WHERE phrase = 'without'`);
    assert.deepEqual([await readLexicon(db()), await history()], before);
    assert.deepEqual(await rowsOf(db(), 'SELECT phrase, strength, draft_change FROM draft_triggers ORDER BY phrase'), [
      { phrase: 'denies', strength: 0.95, draft_change: null },
      { phrase: 'no', strength: 0.8, draft_change: 'changed' },
      { phrase: 'no hint of', strength: 0.95, draft_change: 'added' },
    ]);
  });

  it('says what it would change, and by whom', async () => {
    await run(`INSERT INTO draft_triggers ${negating('no hint of')}`);
    await run(`UPDATE draft_triggers SET strength = 0.8, notes = 'weak' WHERE phrase = 'no'`, '', 'Dr Roy');
    await run(`DELETE FROM draft_triggers WHERE phrase = 'without'`);
    const diff = await rowsOf(
      db(),
      `SELECT action, phrase, author, conflict, CASE action WHEN 'changed' THEN old_row END AS old_row,
        CASE action WHEN 'changed' THEN new_row END AS new_row FROM lexicon_draft_diff ORDER BY action`,
    );
    const nothing = { conflict: null, old_row: null, new_row: null };
    assert.deepEqual(diff, [
      { ...nothing, action: 'added', phrase: 'no hint of', author: 'Dr Martin' },
      {
        action: 'changed',
        phrase: 'no',
        author: 'Dr Roy',
        conflict: null,
        old_row: { notes: null, strength: 0.95 },
        new_row: { notes: 'weak', strength: 0.8 },
      },
      { ...nothing, action: 'deleted', phrase: 'without', author: 'Dr Martin' },
    ]);
  });

  it('forgets an edit that is taken back', async () => {
    await run(`INSERT INTO draft_triggers ${negating('no hint of')}`);
    await run(`UPDATE draft_triggers SET strength = 0.8 WHERE phrase = 'no'`);
    await run(`DELETE FROM draft_triggers WHERE phrase = 'without'`);
    await run(`DELETE FROM draft_triggers WHERE phrase = 'no hint of'`);
    await run(`UPDATE draft_triggers SET strength = 0.95 WHERE phrase = 'no'`);
    const [row] = await rowsOf(db(), `SELECT id FROM triggers WHERE phrase = 'without'`);
    await rowsOf(db(), `SELECT lexicon_discard('draft', 'triggers', ${row?.id})`);
    assert.deepEqual(await rowsOf(db(), 'SELECT * FROM lexicon_draft_changes'), []);
    await assert.rejects(rowsOf(db(), 'SELECT lexicon_activate()'), /The draft "draft" is empty/);
  });

  const refused = [
    [`INSERT INTO # ${negating('no (a|b)')}`, /not regular expressions/],
    [`INSERT INTO # ${negating('no')}`, /stands already, in /],
    [`UPDATE # SET value = 'absent' WHERE phrase = 'no'`, /absent is no value of the axis assertion/],
    [`UPDATE # SET strength = 2 WHERE phrase = 'no'`, /The strength 2 is not between/],
    [`UPDATE # SET phrase = 'DENIES' WHERE phrase = 'no'`, /stands already, in /],
    [`UPDATE # SET example_ok = 'Denies [fever]' WHERE phrase = 'no'`, /"no" does not stand in its own example_ok/],
    [`UPDATE # SET example_ok = NULL WHERE phrase = 'no'`, /The column example_ok is empty/],
  ] as const;
  for (const [statement, message] of refused) {
    it(`is refused what the live table refuses, in the same words: ${statement.slice(0, 60)}`, async () => {
      const messageOf = (table: string) =>
        run(statement.replace('#', table)).then(
          () => 'accepted',
          (error: Error) => error.message,
        );
      const [drafted, lived] = [await messageOf('draft_triggers'), await messageOf('triggers')];
      assert.match(drafted, message);
      assert.equal(drafted, lived);
      assert.deepEqual(await drafts(), []);
    });
  }

  it('is refused a phrase that it has already, numbers of rows, and a name that cannot be', async () => {
    await run(`INSERT INTO draft_triggers ${negating('no hint of')}`);
    await assert.rejects(run(`INSERT INTO draft_triggers ${negating('No hint of')}`), /stands already, in the draft$/);
    const numbered = negating('x').replace('(language', '(id, language').replace(`('en'`, `(7, 'en'`);
    await assert.rejects(run(`INSERT INTO draft_triggers ${numbered}`), /gives the numbers of rows/);
    await assert.rejects(run(`UPDATE draft_triggers SET id = 9 WHERE phrase = 'no'`), /gives the numbers of rows/);
    await assert.rejects(run(`DELETE FROM draft_triggers`, 'x'.repeat(61)), /name of a draft is 1 to 60 characters/);
  });

  it('may give the phrase of a row that it deletes or changes to another, and swap two', async () => {
    await run(`DELETE FROM draft_triggers WHERE phrase = 'without'`);
    await run(`INSERT INTO draft_triggers ${negating('without')} RETURNING id`);
    await run(`UPDATE draft_triggers SET phrase = 'aside', example_ok = 'aside [fever]' WHERE phrase = 'no'`);
    await run(`UPDATE draft_triggers SET phrase = 'no', example_ok = 'no [fever]' WHERE phrase = 'denies'`);
    await run(`UPDATE draft_triggers SET phrase = 'denies', example_ok = 'denies [fever]' WHERE phrase = 'aside'`);
    const names = await rowsOf(db(), 'SELECT id, phrase FROM triggers ORDER BY id');
    await curate(db(), {}, async (trx) => {
      await rowsOf(trx, 'SELECT lexicon_activate()');
      const after = await rowsOf(
        trx,
        'SELECT phrase, origin, shipped IS NOT NULL AS shipped FROM triggers ORDER BY id',
      );
      assert.deepEqual(after, [
        { phrase: 'denies', origin: 'local', shipped: true },
        { phrase: 'no', origin: 'local', shipped: true },
        { phrase: 'without', origin: 'local', shipped: true },
      ]);
      throw new Error('undo');
    }).catch((error: Error) => assert.equal(error.message, 'undo'));
    assert.deepEqual(await rowsOf(db(), 'SELECT id, phrase FROM triggers ORDER BY id'), names);
  });

  it('of one curator does not show in that of another, and both go live', async () => {
    await run(`INSERT INTO draft_triggers ${negating('zilch')}`, 'radiology', 'Dr Martin');
    await run(`INSERT INTO draft_triggers ${negating('nary a')}`, 'cardiology', 'Dr Roy');
    await run(`UPDATE draft_triggers SET strength = 0.9 WHERE phrase = 'denies'`, 'cardiology', 'Dr Roy');
    const shown = (draft: string) =>
      run(`SELECT phrase FROM draft_triggers WHERE draft_change IS NOT NULL ORDER BY 1`, draft);
    assert.deepEqual(await shown('radiology'), [{ phrase: 'zilch' }]);
    assert.deepEqual(await shown('cardiology'), [{ phrase: 'denies' }, { phrase: 'nary a' }]);
    const [{ version: before } = {}] = await rowsOf(db(), 'SELECT max(version) AS version FROM lexicon_versions');
    for (const [i, draft] of ['radiology', 'cardiology'].entries()) {
      const made = await run(`SELECT lexicon_activate('${draft}', 'agreed on Monday') AS version`, '', 'Dr Chief');
      assert.deepEqual(made, [{ version: Number(before) + i + 1 }]);
    }
    const versions = await rowsOf(db(), 'SELECT author, reason FROM lexicon_versions ORDER BY version DESC LIMIT 2');
    assert.deepEqual(versions, [
      { author: 'Dr Chief', reason: 'radiology wording; agreed on Monday; draft "cardiology" by Dr Roy' },
      { author: 'Dr Chief', reason: 'radiology wording; agreed on Monday; draft "radiology" by Dr Martin' },
    ]);
    assert.deepEqual(await drafts(), []);
    assert.deepEqual(await live(), [
      { phrase: 'denies', strength: 0.9 },
      { phrase: 'nary a', strength: 0.95 },
      { phrase: 'no', strength: 0.95 },
      { phrase: 'without', strength: 0.95 },
      { phrase: 'zilch', strength: 0.95 },
    ]);
  });

  it('that is unknown is not activated, and the drafts that there are are named', async () => {
    await run(`DELETE FROM draft_triggers WHERE phrase = 'no'`, 'radiology');
    await assert.rejects(
      run(`SELECT lexicon_activate('radiologie')`),
      (error: Error & { hint?: string }) =>
        /no draft named "radiologie"/.test(error.message) && error.hint === 'Drafts: radiology.',
    );
  });

  it('is not activated over rows that were edited live since, and nothing of either is lost', async () => {
    await run(`UPDATE draft_triggers SET strength = 0.6 WHERE phrase = 'no'`);
    await run(`UPDATE draft_triggers SET strength = 0.6 WHERE phrase = 'without'`);
    await run(`INSERT INTO draft_triggers ${negating('nought')}`);
    await run(`UPDATE triggers SET strength = 0.7 WHERE phrase = 'no'`);
    await run(`DELETE FROM triggers WHERE phrase = 'without'`);
    const [before, diff] = [await live(), await rowsOf(db(), 'SELECT * FROM lexicon_draft_changes ORDER BY row_id')];
    await assert.rejects(
      run('SELECT lexicon_activate()'),
      /edited live: triggers \d+ \(no\) was changed since, in version \d+; triggers \d+ \(without\) was deleted since/,
    );
    assert.deepEqual(
      [await live(), await rowsOf(db(), 'SELECT * FROM lexicon_draft_changes ORDER BY row_id')],
      [before, diff],
    );
    await run(`UPDATE draft_triggers SET strength = 0.65 WHERE phrase IN ('no', 'without')`);
    await assert.rejects(run('SELECT lexicon_activate()'), /edited live/);
    const conflicts = await rowsOf(db(), 'SELECT row_id FROM lexicon_draft_diff WHERE conflict IS NOT NULL');
    for (const { row_id: id } of conflicts) await run(`SELECT lexicon_discard('draft', 'triggers', ${id})`);
    await run(`INSERT INTO triggers ${negating('nought')}`);
    await assert.rejects(run('SELECT lexicon_activate()'), /someone has added live since.*nought/);
    await run(`DELETE FROM draft_triggers WHERE id = -1`);
    await run(`UPDATE draft_triggers SET strength = 0.6 WHERE phrase = 'no'`);
    await run('SELECT lexicon_activate()');
    assert.deepEqual(await rowsOf(db(), `SELECT strength FROM triggers WHERE phrase = 'no'`), [{ strength: 0.6 }]);
  });

  it('holds headings, words and points of confidence as well', async () => {
    await run(
      `INSERT INTO draft_section_rules (language, heading, section, example_ok) VALUES ('en', 'Plan', 'plan', 'Plan ¶ [x]')`,
    );
    await run(`INSERT INTO draft_token_classes (language, class, word) VALUES ('en', 'KIN', 'gran')`);
    await run(
      `INSERT INTO draft_confidence_points (language, axis, source, score, confidence) VALUES ('en', 'role', 'cue', 0.9, 0.8)`,
    );
    await assert.rejects(run(`UPDATE draft_token_classes SET class = 'COUSIN'`), /class COUSIN is unknown/);
    await run('SELECT lexicon_activate()');
    const { sections, words, confidences } = await readLexicon(db());
    assert.equal(sections[0]?.heading, 'Plan');
    assert.equal(words[0]?.word, 'gran');
    assert.equal(confidences[0]?.confidence, 0.8);
  });

  describe('named by each statement', () => {
    const drafted = (draft: string) =>
      rowsOf(db(), `SELECT phrase, draft_change FROM draft_triggers WHERE draft = '${draft}' AND draft_change <> ''`);
    const insert = (draft: string, phrase: string) =>
      rowsOf(
        db(),
        `INSERT INTO draft_triggers ${negating(phrase).replace('(', '(draft, ').replace(`('en'`, `('${draft}', 'en'`)}`,
      );

    it('needs no transaction and no setting, and stands beside others', async () => {
      assert.deepEqual(await rowsOf(db(), `SELECT lexicon_begin('radiology', 'agreed on Monday') AS draft`), [
        { draft: 'radiology' },
      ]);
      await rowsOf(db(), `UPDATE draft_triggers SET strength = 0.85 WHERE draft = 'radiology' AND phrase = 'zilch'`);
      await insert('cardiology', 'no whiff of');
      await rowsOf(db(), `DELETE FROM draft_triggers WHERE draft = 'cardiology' AND phrase = 'zilch'`);
      assert.deepEqual(await drafted('radiology'), [{ phrase: 'zilch', draft_change: 'changed' }]);
      assert.deepEqual(await drafted('cardiology'), [{ phrase: 'no whiff of', draft_change: 'added' }]);
      await rowsOf(db(), `SELECT lexicon_activate('radiology')`);
      const [version] = await rowsOf(db(), 'SELECT reason FROM lexicon_versions ORDER BY version DESC LIMIT 1');
      assert.match(String(version?.reason), /^agreed on Monday; draft "radiology" by /);
    });

    it('is never edited together with another one', async () => {
      for (const draft of ['radiology', 'cardiology']) await rowsOf(db(), `SELECT lexicon_begin('${draft}')`);
      for (const edit of ['UPDATE draft_triggers SET strength = 0.85', 'DELETE FROM draft_triggers'])
        await assert.rejects(
          rowsOf(db(), `${edit} WHERE phrase = 'zilch'`),
          (error: Error & { hint?: string }) =>
            /would edit the drafts "\w+" and "\w+"/.test(error.message) &&
            /^Say which one: WHERE draft = /.test(error.hint ?? ''),
        );
      assert.deepEqual([await drafted('radiology'), await drafted('cardiology')], [[], []]);
      const moved = `UPDATE draft_triggers SET draft = 'cardiology' WHERE draft = 'radiology' AND phrase = 'zilch'`;
      await assert.rejects(rowsOf(db(), moved), /A row stays in its draft/);
    });

    it('is told apart from one that there is not', async () => {
      await rowsOf(db(), `SELECT lexicon_begin('radiology')`);
      const client = await database.handle.pool.connect();
      const told = once(client, 'notice') as Promise<[{ message: string; hint?: string }]>;
      try {
        await client.query(`UPDATE draft_triggers SET strength = 0.85 WHERE draft = 'radiologie' AND phrase = 'zilch'`);
      } finally {
        client.release();
      }
      const [{ message, hint }] = await told;
      assert.equal(message, 'No row of a draft was changed');
      assert.equal(hint, `Drafts: radiology. Begin one: SELECT lexicon_begin('name').`);
    });
  });

  it('that is only begun is empty, and a name that cannot be is refused', async () => {
    await rowsOf(db(), `SELECT lexicon_begin('radiology')`);
    await assert.rejects(rowsOf(db(), `SELECT lexicon_activate('radiology')`), /The draft "radiology" is empty/);
    for (const name of [`''`, `' x'`, 'NULL', `E'a\\nb'`])
      await assert.rejects(rowsOf(db(), `SELECT lexicon_begin(${name})`), /name of a draft is 1 to 60 characters/);
  });

  it('leaves no way to edit live rows past the history', async () => {
    const before = [await live(), await history()];
    for (const edit of [`UPDATE triggers SET strength = 0.5`, `DELETE FROM triggers`])
      await assert.rejects(
        curate(db(), {}, async (trx) => {
          await rowsOf(trx, `SELECT set_config('lexicon.draft_check', 'on', true)`);
          await rowsOf(trx, edit);
        }),
        /Nothing was changed/,
      );
    assert.deepEqual([await live(), await history()], before);
  });
});
