import assert from 'node:assert/strict';
import { publishBuiltinLexicon } from '../../server/db/lexicon.js';
import { readCases } from '../../server/db/lexicon-checks.js';
import type { CaseRow } from '../../server/db/tables.js';
import { testDatabase } from '../support/database.js';
import { curate, files, rowsOf, trigger } from '../support/lexicon.js';

function shippedCase(text: string, more: Partial<CaseRow> = {}): CaseRow {
  const axes = { assertion: 'negated', subject: null, temporality: null, certainty: null, role: null };
  return { id: 0, language: 'en', text, span: 'fever', occurrence: 1, note_date: null, ...axes, ...more };
}

describe('rows of cases', () => {
  const database = testDatabase();
  const db = () => database.handle.db;
  const run = (statement: string) => curate(db(), { author: 'Dr Martin' }, (trx) => rowsOf(trx, statement));
  const insert = (values: string) =>
    run(
      `INSERT INTO lexicon_cases (language, text, span, occurrence, assertion, subject, certainty) VALUES (${values})`,
    );
  let upgrades = 0;
  const publish = (...cases: CaseRow[]) =>
    publishBuiltinLexicon(db(), { ...files(trigger('no')), cases }, `upgrade ${upgrades++}`);
  const all = () => rowsOf(db(), 'SELECT text, assertion, origin FROM lexicon_cases ORDER BY text');

  it('are refused when they stand already, with the number of the one that does', async () => {
    await insert(`'en', 'No fever.', 'fever', 1, 'negated', NULL, NULL`);
    await assert.rejects(
      insert(`'en', 'No fever.', 'fever', 1, 'affirmed', NULL, NULL`),
      /Case \d+ judges this span of this text already/,
    );
    await run('DELETE FROM lexicon_cases');
  });

  it('come with the service, and an upgrade replaces those that are as shipped', async () => {
    await publish(shippedCase('No fever.'), shippedCase('Denies fever.'));
    assert.deepEqual(await all(), [
      { text: 'Denies fever.', assertion: 'negated', origin: 'builtin' },
      { text: 'No fever.', assertion: 'negated', origin: 'builtin' },
    ]);
    const report = await publish(shippedCase('No fever.', { assertion: 'uncertain' }), shippedCase('Without fever.'));
    assert.deepEqual(report.conflicts, []);
    assert.deepEqual(await all(), [
      { text: 'No fever.', assertion: 'uncertain', origin: 'builtin' },
      { text: 'Without fever.', assertion: 'negated', origin: 'builtin' },
    ]);
  });

  it('stay as a site has made them, and those that it removed do not come back', async () => {
    await publish(shippedCase('No fever.'), shippedCase('Denies fever.'));
    await run(`UPDATE lexicon_cases SET assertion = 'affirmed' WHERE text = 'No fever.'`);
    await run(`DELETE FROM lexicon_cases WHERE text = 'Denies fever.'`);
    await insert(`'en', 'Our fever.', 'fever', 1, 'affirmed', NULL, NULL`);
    await publish(shippedCase('No fever.'), shippedCase('Denies fever.'), shippedCase('Still no fever.'));
    assert.deepEqual(await all(), [
      { text: 'No fever.', assertion: 'affirmed', origin: 'local' },
      { text: 'Our fever.', assertion: 'affirmed', origin: 'local' },
      { text: 'Still no fever.', assertion: 'negated', origin: 'builtin' },
    ]);
    await run(`UPDATE lexicon_cases SET assertion = 'negated' WHERE text = 'No fever.'`);
    await insert(`'en', 'Denies fever.', 'fever', 1, 'negated', NULL, NULL`);
    const mended = (await all()).filter(({ origin }) => origin === 'builtin').map(({ text }) => text);
    assert.deepEqual(mended, ['Denies fever.', 'No fever.', 'Still no fever.']);
  });

  it('are read without those that are switched off, with dates as ISO dates', async () => {
    await run(`UPDATE lexicon_cases SET enabled = text = 'Our fever.', note_date = '2024-05-12'`);
    const { rows, fingerprint } = await readCases(db());
    assert.deepEqual(
      rows.map(({ text, note_date, occurrence, certainty }) => ({ text, note_date, occurrence, certainty })),
      [{ text: 'Our fever.', note_date: '2024-05-12', occurrence: 1, certainty: null }],
    );
    assert.match(fingerprint, /^[0-9a-f]{32}$/);
  });
});
