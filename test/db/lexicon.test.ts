import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { publishBuiltinLexicon, readLexicon } from '../../server/db/lexicon.js';
import type { LexiconRows } from '../../server/db/tables.js';
import { testDatabase } from '../support/database.js';
import { files, trigger } from '../support/lexicon.js';

describe('the lexicon tables', () => {
  const database = testDatabase();
  const phrases = async () => (await readLexicon(database.handle.db)).triggers.map((row) => row.phrase).sort();

  it('hold the shipped rows, as one version', async () => {
    const report = await publishBuiltinLexicon(
      database.handle.db,
      files(trigger('no'), trigger('denies'), trigger('without')),
      'a',
    );
    assert.deepEqual({ ...report, conflicts: [] }, { inserted: 3, updated: 0, deleted: 0, conflicts: [] });
    const lexicon = await readLexicon(database.handle.db);
    assert.equal(lexicon.version, 1);
    assert.deepEqual(await phrases(), ['denies', 'no', 'without']);
    assert.equal(lexicon.triggers[0]?.strength, 0.95);
  });

  it('make one version of a transaction that edits several rows, and keep every form of a row', async () => {
    await database.handle.db.transaction().execute(async (trx) => {
      await sql`SELECT set_config('lexicon.author', 'Dr Martin', true), set_config('lexicon.reason', 'too strong', true)`.execute(
        trx,
      );
      await sql`UPDATE triggers SET strength = 0.8 WHERE phrase = 'no'`.execute(trx);
      await sql`UPDATE triggers SET strength = 0.7 WHERE phrase = 'no'`.execute(trx);
      await sql`DELETE FROM triggers WHERE phrase = 'without'`.execute(trx);
    });
    assert.equal((await readLexicon(database.handle.db)).version, 2);
    const { rows } = await sql`
      SELECT h.row_data->>'phrase' AS phrase, (h.row_data->>'strength')::real AS strength, version_from, version_to, v.author, v.reason
      FROM lexicon_history h JOIN lexicon_versions v ON v.version = h.version_from
      WHERE h.row_data->>'phrase' IN ('no', 'without') ORDER BY 1, 3`.execute(database.handle.db);
    assert.deepEqual(rows, [
      { phrase: 'no', strength: 0.95, version_from: 1, version_to: 2, author: 'service', reason: 'built-in rows' },
      { phrase: 'no', strength: 0.7, version_from: 2, version_to: null, author: 'Dr Martin', reason: 'too strong' },
      { phrase: 'without', strength: 0.95, version_from: 1, version_to: 2, author: 'service', reason: 'built-in rows' },
    ]);
  });

  it('keep what a site changed or deleted through an upgrade, and name the conflicts', async () => {
    await sql`INSERT INTO triggers (language, axis, value, phrase, direction, example_ok)
      VALUES ('en', 'assertion', 'negated', 'never any', 'forward', 'never any [fever]')`.execute(database.handle.db);
    const upgrade = files(
      trigger('no', { strength: 0.9 }),
      trigger('denies', { strength: 0.9 }),
      trigger('without', { strength: 0.9 }),
      trigger('free of'),
    );
    const report = await publishBuiltinLexicon(database.handle.db, upgrade, 'b');
    assert.equal(report.inserted, 1);
    assert.equal(report.updated, 1);
    assert.deepEqual(
      report.conflicts.map((conflict) => conflict.key),
      ['en trigger assertion no forward', 'en trigger assertion without forward'],
    );
    const { triggers } = await readLexicon(database.handle.db);
    const strengths = Object.fromEntries(triggers.map((row) => [row.phrase, row.strength]));
    assert.deepEqual(strengths, { no: 0.7, denies: 0.9, 'free of': 0.95, 'never any': 0.95 });
  });

  it('lose a shipped row that a later release no longer ships, unless the site changed it', async () => {
    const report = await publishBuiltinLexicon(database.handle.db, files(trigger('denies', { strength: 0.9 })), 'c');
    assert.equal(report.deleted, 1);
    assert.deepEqual(await phrases(), ['denies', 'never any', 'no']);
  });

  const insert = (columns: string) =>
    sql
      .raw(`INSERT INTO triggers (language, kind, axis, value, phrase, direction, example_ok) VALUES (${columns})`)
      .execute(database.handle.db);
  const refused: readonly (readonly [string, RegExp])[] = [
    [`'en', 'trigger', 'assertion', 'negated', '', 'forward', 'x [y]'`, /phrase is empty/],
    [`'en', 'trigger', 'assertion', 'negated', 'no  sign', 'forward', 'x [y]'`, /single spaces/],
    [`'en', 'trigger', 'assertion', 'negated', 'no (a|b)', 'forward', 'x [y]'`, /not regular expressions/],
    [`'en', 'trigger', 'assertion', 'negated', 'no \\w+', 'forward', 'x [y]'`, /not regular expressions/],
    [`'en', 'trigger', 'assertion', 'negated', 'no \u{1F600}', 'forward', 'x [y]'`, /not regular expressions/],
    [`'en', 'trigger', 'assertion', 'negated', 'no <THING>', 'forward', 'x [y]'`, /<THING> is unknown/],
    [`'en', 'trigger', 'assertion', 'negated', 'no <GAP:9> of', 'forward', 'x [y]'`, /is no gap/],
    [`'en', 'trigger', 'assertion', 'negated', 'no <GAP:2>', 'forward', 'x [y]'`, /gap stands at an end/],
    [`'en', 'trigger', 'assertion', 'negated', 'a b c d e f g h i j k', 'forward', 'x [y]'`, /more than 10 elements/],
    [`'en', 'trigger', 'assertion', 'negated', repeat('a', 121), 'forward', 'x [y]'`, /longer than 120/],
    [`'en', 'trigger', 'assertion', 'absent', 'lacks', 'forward', 'x [y]'`, /absent is no value of the axis assertion/],
    [`'en', 'trigger', 'mood', 'negated', 'lacks', 'forward', 'x [y]'`, /axis mood is unknown/],
    [`'en', 'trigger', '*', 'negated', 'lacks', 'forward', 'x [y]'`, /no value of the axis \*/],
    [`'en', 'trigger', 'assertion', 'negated', 'lacks', 'none', 'x [y]'`, /needs a direction/],
    [`'en', 'trigger', 'assertion', 'negated', 'lacks', 'bracket', 'x [y]'`, /needs a gap/],
    [`'en', 'pseudo', 'assertion', NULL, 'lacks', 'forward', 'x [y]'`, /has no direction/],
    [`'en', 'pseudo', 'assertion', 'negated', 'lacks', 'none', 'x [y]'`, /leave value empty/],
    [`'en', 'terminator', '*', 'stop', 'lacks', 'none', 'x [y]'`, /no class of terminators/],
    [`'en', 'rule', 'assertion', 'negated', 'lacks', 'forward', 'x [y]'`, /kind rule is unknown/],
    [`'en', 'trigger', 'assertion', 'negated', 'lacks', 'forward', 'no span'`, /one span in \[square brackets\]/],
    [`'en', 'trigger', 'assertion', 'negated', 'denies', 'forward', 'x [y]'`, /stands already, in row \d+/],
    [`'de', 'trigger', 'assertion', 'negated', 'kein', 'forward', 'x [y]'`, /language de is unknown/],
  ];
  for (const [columns, message] of refused) {
    it(`refuse (${columns.slice(0, 60)}) with ${message}`, async () => {
      const before = await readLexicon(database.handle.db);
      await assert.rejects(insert(columns), message);
      assert.deepEqual(await readLexicon(database.handle.db), before);
    });
  }

  it('refuse TRUNCATE, which would lose the history', async () => {
    await assert.rejects(sql`TRUNCATE triggers`.execute(database.handle.db), /would lose the history/);
  });

  it('refuse headings and words that cannot work', async () => {
    const { db } = database.handle;
    await assert.rejects(
      sql`INSERT INTO section_rules (language, heading, section, example_ok) VALUES ('en', 'Plan:', 'plan', 'Plan ¶ [x]')`.execute(
        db,
      ),
      /without its colon/,
    );
    await assert.rejects(
      sql`INSERT INTO section_rules (language, heading, section, role, example_ok) VALUES ('en', 'Plan', 'plan', 'negated', 'Plan ¶ [x]')`.execute(
        db,
      ),
      /negated is no value of the axis role/,
    );
    await assert.rejects(
      sql`INSERT INTO token_classes (language, class, word) VALUES ('en', 'COUSIN', 'cousin')`.execute(db),
      /class COUSIN is unknown/,
    );
    await assert.rejects(
      sql`INSERT INTO token_classes (language, class, word) VALUES ('en', 'UNIT', 'fortnight')`.execute(db),
      /needs a number/,
    );
  });

  it('version the points of confidence like every row, and refuse those that cannot work', async () => {
    const { db } = database.handle;
    const insert = (values: string) =>
      sql`INSERT INTO confidence_points (language, axis, value, source, score, confidence) VALUES (${sql.raw(values)})`.execute(
        db,
      );
    const before = await readLexicon(db);
    await insert(`'en', 'assertion', '*', 'cue', 0.9, 0.99`);
    const after = await readLexicon(db);
    assert.equal(after.version, before.version + 1);
    assert.equal(after.confidences.length, before.confidences.length + 1);
    for (const [values, message] of [
      [`'en', 'assertion', 'chronic', 'cue', 0.9, 0.8`, /chronic is no value of the axis assertion/],
      [`'en', 'mood', '*', 'cue', 0.9, 0.8`, /no value of the axis mood/],
      [`'en', 'assertion', '*', 'guess', 0.9, 0.8`, /source guess is unknown/],
      [`'en', 'assertion', '*', 'cue', 0.8, 1.2`, /a confidence from 0.05 to 0.99/],
    ] as const)
      await assert.rejects(insert(values), message);
  });
});

describe('the rows of the lexicon', () => {
  const database = testDatabase();

  it('are read again as far as they changed, and the other rows stay the same objects', async () => {
    const { db } = database.handle;
    await publishBuiltinLexicon(db, files(trigger('no'), trigger('denies'), trigger('without')), 'a');
    const before = await readLexicon(db);
    await sql`UPDATE triggers SET strength = 0.5 WHERE phrase = 'denies'`.execute(db);
    await sql`INSERT INTO token_classes (language, class, word) VALUES ('en', 'CLINICAL', 'dalteparin')`.execute(db);
    const after = await readLexicon(db, before);
    assert.deepEqual(after, await readLexicon(db));
    const rowOf = (rows: LexiconRows, phrase: string) => rows.triggers.find((row) => row.phrase === phrase);
    assert.equal(rowOf(after, 'no'), rowOf(before, 'no'));
    assert.equal(rowOf(after, 'denies')?.strength, 0.5);
    await sql`UPDATE triggers SET enabled = false WHERE phrase = 'without'`.execute(db);
    await sql`DELETE FROM token_classes WHERE word = 'dalteparin'`.execute(db);
    assert.deepEqual(await readLexicon(db, after), await readLexicon(db));
    await sql`UPDATE triggers SET enabled = true WHERE phrase = 'without'`.execute(db);
    await sql`UPDATE triggers SET strength = 0.95 WHERE phrase = 'denies'`.execute(db);
    assert.deepEqual(await readLexicon(db, after), await readLexicon(db));
  });
});
