import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testService } from '../support/service.js';
import { axis, chooseDraft, picture, span, statement, until, untilChecked, visit } from './browser.js';
import { EXAMPLE_EN } from './notes.js';

describe('a draft on the workbench', () => {
  const service = testService();

  it('is made with the statement of the page, compared, and goes live', async () => {
    const { db } = service.running.opened.handle;
    const { page, analyse, faults } = await visit(service.running.url, { key: service.running.key, height: 1500 });
    await chooseDraft(page, 'radiology');
    await analyse(EXAMPLE_EN);
    assert.match((await page.textContent('#problem')) ?? '', /^There is no draft named “radiology”/);
    await span(page, 'fever').click();
    const drafted = (await statement(page, 'Switch it off in a draft').locator('code').textContent()) ?? '';
    assert.match(
      drafted,
      /^SELECT lexicon_begin\('radiology'\);\nUPDATE draft_triggers SET enabled = false WHERE draft = 'radiology' AND id = \d+;$/,
    );
    for (const each of drafted.split('\n')) await sql.raw(each).execute(db);
    await analyse(EXAMPLE_EN);
    assert.equal(await page.textContent('#problem'), '');
    const rows = await page.locator('table.comparison tbody tr').allTextContents();
    assert.ok(
      rows.some((row) => /^feverAssertionnegated Denies triggers \d+affirmed +$/.test(row)),
      rows.join('\n'),
    );
    assert.match((await axis(page, 'assertion').textContent()) ?? '', /≠ The draft reads: affirmed/);
    await picture(page, 'workbench-draft', '#results');
    const live = (await statement(page, 'Make the draft live').locator('code').textContent()) ?? '';
    await untilChecked(db, 'radiology');
    // The shipped cases say that "denies" negates.
    await assert.rejects(sql.raw(live).execute(db), /of the cases/);
    await sql.raw(live.replace("'REASON'", "override => 'tried on the page'")).execute(db);
    await chooseDraft(page, '');
    await until(async () => {
      await analyse(EXAMPLE_EN);
      return ((await span(page, 'fever').getAttribute('data-marks')) ?? '') === '';
    });
    // The name of a draft that there is not yet is answered with 400, which a browser notes on its console.
    assert.deepEqual(
      (await faults()).filter((fault) => !/400 \(Bad Request\)/.test(fault)),
      [],
    );
  });
});
