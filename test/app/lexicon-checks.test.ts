import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledRows } from '../../server/app/lexicon-check.js';
import { LexiconChecker } from '../../server/app/lexicon-checker.js';
import { publishBuiltinLexicon, readLexicon } from '../../server/db/lexicon.js';
import { readCheckTarget, takeCheck, writeCheck } from '../../server/db/lexicon-checks.js';
import { compileLexicon } from '../../server/lexicon/compile.js';
import { testDatabase } from '../support/database.js';
import { curate, files, negating, rowsOf, trigger } from '../support/lexicon.js';

const WITHIN_MS = 2_000;

describe('checks of the lexicon by the running service', () => {
  const database = testDatabase();
  const db = () => database.handle.db;
  const errors: unknown[] = [];
  const failures: number[] = [];
  const started: LexiconChecker[] = [];
  let active: CompiledRows | null = null;
  const run = (statement: string) => curate(db(), { author: 'Dr Martin' }, (trx) => rowsOf(trx, statement));
  const status = async () =>
    (await rowsOf(db(), 'SELECT state, changes, passed, failed, broken, fixed FROM lexicon_draft_status'))[0];

  /** What a process of the service does: it serves the newest lexicon and checks beside that. */
  function checker(): LexiconChecker {
    const made = new LexiconChecker({
      db: db(),
      active: () => active,
      onFailures: (failed) => void failures.push(failed),
      onError: (error) => void errors.push(error),
    });
    started.push(made);
    return made;
  }

  async function serve(): Promise<void> {
    const rows = await readLexicon(db(), active?.rows);
    active = { rows, lexicon: compileLexicon(rows) };
  }

  async function until(holds: () => Promise<boolean>, ms = WITHIN_MS): Promise<void> {
    for (const began = performance.now(); !(await holds()); await sleep(25))
      assert.ok(performance.now() - began < ms, 'no check came in time');
  }

  const checked = async () => (await status())?.state === 'checked';
  const isActiveChecked = async () =>
    (await rowsOf(db(), `SELECT checked FROM lexicon_check_targets WHERE target = ''`))[0]?.checked === true;

  const checksOfDrafts = () => rowsOf(db(), `SELECT target FROM lexicon_checks WHERE target <> ''`);

  before('publish three rows and a case', async () => {
    await publishBuiltinLexicon(db(), files(trigger('no'), trigger('denies'), trigger('without')), 'a');
    await run(`INSERT INTO lexicon_cases (language, text, span, assertion)
      VALUES ('en', 'Denies fever.', 'fever', 'negated')`);
    await serve();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()));
    await rowsOf(db(), 'SELECT lexicon_discard(name) FROM lexicon_drafts');
    assert.deepEqual(errors.splice(0), []);
  });

  it('come by themselves within two seconds of an edit', async () => {
    checker().start();
    await run(`INSERT INTO draft_triggers ${negating('no hint of')}`);
    await until(checked);
    // The case, and the examples of the new row and of "no", whose example has a word of the phrase.
    assert.deepEqual(await status(), { state: 'checked', changes: 1, passed: 2, failed: 0, broken: 0, fixed: 0 });
    await run(`UPDATE draft_triggers SET strength = 0.8 WHERE phrase = 'no hint of'`);
    assert.equal((await status())?.state, 'waiting');
    await until(checked);
  });

  it('keep a draft from going live that breaks a case, and say which', async () => {
    checker().start();
    await run(`DELETE FROM draft_triggers WHERE phrase = 'denies'`);
    await assert.rejects(
      run(`SELECT lexicon_activate()`),
      /The cases have not been run on the draft "draft" as it is now/,
    );
    await until(checked);
    const { message, hint } = await run(`SELECT lexicon_activate()`).then(
      () => assert.fail('it went live'),
      (error: { message: string; hint: string }) => error,
    );
    assert.equal(message, 'The draft "draft" breaks 1 of the cases and examples');
    assert.match(hint, /SELECT \* FROM lexicon_broken_cases WHERE draft = 'draft'.*override/);
    const broken = await rowsOf(db(), 'SELECT * FROM lexicon_broken_cases');
    const [{ id }] = (await rowsOf(db(), 'SELECT id FROM lexicon_cases')) as [{ id: number }];
    const values = { axis: 'assertion', expected: 'negated', before: 'negated', after: 'affirmed', trigger: null };
    assert.deepEqual(broken, [
      { draft: 'draft', what: `case ${id}`, sentence: 'Denies fever.', span: 'fever', ...values },
    ]);
  });

  it('count an example that a drafted row does not show', async () => {
    checker().start();
    await run(`INSERT INTO draft_triggers (language, axis, value, phrase, direction, example_ok)
      VALUES ('en', 'assertion', 'negated', 'no sign of', 'forward', 'The [fever] is no sign of it.')`);
    await until(checked);
    assert.equal((await status())?.broken, 1);
    const [row] = await rowsOf(db(), 'SELECT what, expected, before, after FROM lexicon_broken_cases');
    assert.deepEqual(row, {
      what: 'example of triggers -1, "no sign of"',
      expected: 'negated',
      before: null,
      after: 'affirmed',
    });
  });

  it('let a draft go live in spite of a broken case when a reason is given, and keep the reason', async () => {
    checker().start();
    await run(`DELETE FROM draft_triggers WHERE phrase = 'denies'`);
    await until(checked);
    await run(`SELECT lexicon_activate(override => 'the word is ours for something else')`);
    const [version] = await rowsOf(db(), 'SELECT reason FROM lexicon_versions ORDER BY version DESC LIMIT 1');
    assert.match(String(version?.reason), /in spite of the cases: the word is ours for something else/);
  });

  it('follow a new version once it is served, and tell what it gets wrong', async () => {
    checker().start();
    await sleep(600);
    assert.equal(await isActiveChecked(), false);
    await serve();
    await until(isActiveChecked);
    const wrong = await rowsOf(
      db(),
      'SELECT sentence, span, axis, expected, answered, trigger FROM lexicon_case_failures',
    );
    const values = { axis: 'assertion', expected: 'negated', answered: 'affirmed', trigger: null };
    assert.deepEqual(wrong, [{ sentence: 'Denies fever.', span: 'fever', ...values }]);
    assert.deepEqual(failures, [1]);
  });

  it('tell what a draft fixes', async () => {
    checker().start();
    await run(`INSERT INTO draft_triggers ${negating('denies')}`);
    await until(checked);
    assert.deepEqual(await status(), { state: 'checked', changes: 1, passed: 2, failed: 0, broken: 0, fixed: 1 });
    await run(`SELECT lexicon_activate()`);
    await serve();
    await until(isActiveChecked);
    assert.deepEqual(await rowsOf(db(), 'SELECT * FROM lexicon_case_failures'), []);
  });

  it('see an edit of the cases', async () => {
    checker().start();
    await until(isActiveChecked);
    await run(`UPDATE lexicon_cases SET text = 'Denies any fever.'`);
    assert.equal(await isActiveChecked(), false);
    await until(isActiveChecked);
  });

  it('see a direct edit that takes the ground from an example of another row', async () => {
    checker().start();
    await until(isActiveChecked);
    await run(`INSERT INTO triggers (language, axis, value, phrase, direction, priority, example_ok)
      VALUES ('en', 'assertion', 'uncertain', 'without', 'both', 90, 'Without [fever].')`);
    await serve();
    await until(isActiveChecked);
    const wrong = await rowsOf(db(), 'SELECT what, answered FROM lexicon_case_failures ORDER BY what');
    assert.match(String(wrong[0]?.what), /^example of triggers \d+, "without"$/);
    await run(`DELETE FROM triggers WHERE direction = 'both'`);
    await serve();
    await until(isActiveChecked);
    assert.deepEqual(await rowsOf(db(), 'SELECT * FROM lexicon_case_failures'), []);
  });

  it('keep a draft from going live that no lexicon can be made of', async () => {
    checker().start();
    await run(`INSERT INTO draft_triggers ${negating('<KIN> denies')}`);
    await until(checked);
    const [row] = await rowsOf(db(), 'SELECT what, after FROM lexicon_broken_cases');
    assert.equal(row?.what, 'a row of the draft');
    assert.match(String(row?.after), /<KIN>/);
    await assert.rejects(run('SELECT lexicon_activate()'), /The draft "draft" breaks/);
  });

  it('are done by one process at a time', async () => {
    await run(`INSERT INTO draft_triggers ${negating('no hint of')}`);
    assert.deepEqual(
      await Promise.all([takeCheck(db(), 'draft'), takeCheck(db(), 'draft')]).then((taken) => taken.sort()),
      [false, true],
    );
  });

  it('go on when the process that was at one is gone', async () => {
    await run(`INSERT INTO draft_triggers ${negating('no hint of')}`);
    assert.equal(await takeCheck(db(), 'draft'), false);
    checker().start();
    await sleep(600);
    assert.equal(await checked(), false);
    await until(checked, 10_000);
  });

  it('write nothing of a draft that was discarded meanwhile', async () => {
    await run(`INSERT INTO draft_triggers ${negating('no hint of')}`);
    const one = checker();
    const looked = one.look();
    await run('SELECT lexicon_discard()');
    await looked;
    assert.deepEqual(await checksOfDrafts(), []);
  });

  it('write nothing of a draft that is being discarded, and lose what was written of it until then', async () => {
    const found = { passed: 1, failed: 0, broken: 0, fixed: 0, details: [] };
    for (const isWrittenFirst of [false, true]) {
      await run(`INSERT INTO draft_triggers ${negating('no hint of')}`);
      const of = await readCheckTarget(db(), 'draft');
      assert.ok(of);
      const discard = (trx = db()) => rowsOf(trx, `SELECT lexicon_discard('draft')`);
      const write = (trx = db()) => writeCheck(trx, of, found);
      const [first, second] = isWrittenFirst ? [write, discard] : [discard, write];
      let waiting: Promise<unknown> = Promise.resolve();
      await db()
        .transaction()
        .execute(async (trx) => {
          await first(trx);
          waiting = second();
          await sleep(200);
        });
      await waiting;
      assert.deepEqual(await checksOfDrafts(), []);
    }
  });
});
