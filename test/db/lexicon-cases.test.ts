import assert from 'node:assert/strict';
import { testDatabase } from '../support/database.js';
import { curate, negating, rowsOf } from '../support/lexicon.js';

describe('the cases of the lexicon', () => {
  const database = testDatabase();
  const run = (statement: string) => rowsOf(database.handle.db, statement);
  const insert = (values: string) =>
    run(`INSERT INTO lexicon_cases (language, text, span, occurrence, assertion, role, certainty) VALUES (${values})`);

  it('are sentences with a span and what must be read of it', async () => {
    await curate(database.handle.db, { author: 'Dr Martin' }, (trx) =>
      rowsOf(
        trx,
        `INSERT INTO lexicon_cases (language, text, span, assertion, certainty)
         VALUES ('en', 'Return if fever.', 'fever', 'uncertain', 'none')`,
      ),
    );
    await insert(`'fr', E'Fièvre hier.\nPas de fièvre, ni fièvre la nuit.', 'fièvre', 2, 'negated', NULL, NULL`);
    const cases = await run('SELECT author, occurrence, enabled FROM lexicon_cases ORDER BY id');
    assert.deepEqual(cases, [
      { author: 'Dr Martin', occurrence: 1, enabled: true },
      { author: cases[1]?.author, occurrence: 2, enabled: true },
    ]);
  });

  const refused: readonly (readonly [string, RegExp])[] = [
    [`'en', 'No fever.', 'cough', 1, 'negated', NULL, NULL`, /span does not stand in the text/],
    [`'en', 'No fever.', ' ', 1, 'negated', NULL, NULL`, /span does not stand in the text/],
    [`'en', 'No fever.', NULL, 1, 'negated', NULL, NULL`, /span does not stand in the text/],
    [
      `'en', 'No fever.', 'fever', 2, 'negated', NULL, NULL`,
      /span stands 1 times in the text, so there is no occurrence 2/,
    ],
    [`'en', 'No fever.', 'fever', 0, 'negated', NULL, NULL`, /no occurrence 0/],
    [`'en', 'No fever.', 'fever', 1, NULL, NULL, NULL`, /case judges nothing/],
    [`'en', 'No fever.', 'fever', 1, 'absent', NULL, NULL`, /absent is no value of the axis assertion/],
    [`'en', 'No fever.', 'fever', 1, NULL, 'negated', NULL`, /negated is no value of the axis role/],
    [`'en', 'No fever.', 'fever', 1, 'none', NULL, NULL`, /Every statement has a value of assertion/],
    [`'de', 'No fever.', 'fever', 1, 'negated', NULL, NULL`, /language de is unknown/],
    [`NULL, 'No fever.', 'fever', 1, 'negated', NULL, NULL`, /language null is unknown/],
    [`'en', ' ', ' ', 1, 'negated', NULL, NULL`, /text of a case is 2 to 5000 characters/],
    [`'en', repeat('fever ', 1000), 'fever', 1, 'negated', NULL, NULL`, /text of a case is 2 to 5000 characters/],
  ];
  for (const [values, message] of refused)
    it(`are refused as (${values}) with ${message}`, () => assert.rejects(insert(values), message));
});

describe('the guard of an activation', () => {
  const database = testDatabase();
  const run = (statement: string) => rowsOf(database.handle.db, statement);
  const check = (broken: number) =>
    run(`INSERT INTO lexicon_checks (target, version, draft_fingerprint, cases_fingerprint, passed, failed, broken)
      SELECT 'draft', (SELECT max(version) FROM lexicon_versions), lexicon_draft_fingerprint(), lexicon_cases_fingerprint(), 1, ${broken}, ${broken}
      ON CONFLICT (target) DO UPDATE SET version = excluded.version, draft_fingerprint = excluded.draft_fingerprint,
        cases_fingerprint = excluded.cases_fingerprint, broken = excluded.broken`);
  const NOT_RUN = /cases have not been run on the draft "draft" as it is now/;

  before('a version, a case and a draft', async () => {
    await run(`INSERT INTO triggers ${negating('denies')}`);
    await run(
      `INSERT INTO lexicon_cases (language, text, span, assertion) VALUES ('en', 'Denies fever.', 'fever', 'negated')`,
    );
    await run(`INSERT INTO draft_triggers ${negating('zilch')}`);
  });

  it('wants the cases run on exactly this draft, this version and these cases', async () => {
    await assert.rejects(run('SELECT lexicon_activate()'), NOT_RUN);
    for (const change of [
      `UPDATE draft_triggers SET strength = 0.8 WHERE phrase = 'zilch'`,
      `INSERT INTO triggers ${negating('not any')}`,
      `UPDATE lexicon_cases SET temporality = 'current'`,
    ]) {
      await check(0);
      await run(change);
      await assert.rejects(run('SELECT lexicon_activate()'), NOT_RUN);
    }
  });

  it('refuses a draft that breaks a case', async () => {
    await check(1);
    await assert.rejects(run('SELECT lexicon_activate()'), /breaks 1 of the cases/);
    await assert.rejects(run(`SELECT lexicon_activate(override => ' ')`), /breaks 1 of the cases/);
  });

  it('lets it pass for a reason, which is kept', async () => {
    const undone = curate(database.handle.db, {}, async (trx) => {
      await rowsOf(trx, `SELECT lexicon_activate(override => 'the case is wrong')`);
      const [{ reason } = {}] = await rowsOf(trx, 'SELECT reason FROM lexicon_versions ORDER BY version DESC LIMIT 1');
      assert.match(String(reason), /^draft "draft" by .*; in spite of the cases: the case is wrong$/);
      throw new Error('undo');
    });
    await assert.rejects(undone, /undo/);
  });

  it('lets a draft pass that breaks none', async () => {
    await check(0);
    const [made] = await run('SELECT lexicon_activate() AS version');
    assert.deepEqual(made, { version: 3 });
    assert.deepEqual(await run('SELECT * FROM lexicon_checks'), []);
  });

  it('asks for nothing where no case is enabled', async () => {
    await run('UPDATE lexicon_cases SET enabled = false');
    await run(`DELETE FROM draft_triggers WHERE phrase = 'zilch'`);
    await run('SELECT lexicon_activate()');
  });
});
