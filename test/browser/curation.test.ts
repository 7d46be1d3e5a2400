import assert from 'node:assert/strict';
import { curate, rowsOf } from '../support/lexicon.js';
import { testService } from '../support/service.js';
import { analyseAgain, axis, chooseDraft, picture, span, statement, until, untilChecked, visit } from './browser.js';

/** Of a picture: the note and the axis that is open. */
const HEIGHT = 760;

const WALKS = [
  {
    locale: 'en-GB',
    pictures: ['curation-en-1-why', 'curation-en-2-draft', 'curation-en-3-live', 'curation-en-4-synonym'],
    note: 'No let-up in the vomiting overnight despite cyclizine.',
    words: 'vomiting',
    draft: 'let-up',
    row: `('en', 'pseudo', 'assertion', 'no let-up in', 'No let-up in the [vomiting] overnight.')`,
    synonym: 'Tight chested',
    asked: 'Tight chested at night.',
  },
  {
    locale: 'fr-FR',
    pictures: [
      'curation-fr-1-pourquoi',
      'curation-fr-2-brouillon',
      'curation-fr-3-production',
      'curation-fr-4-synonyme',
    ],
    note: 'Pas de fonte des œdèmes sous furosémide.',
    words: 'œdèmes',
    draft: 'fonte',
    row: `('fr', 'pseudo', 'assertion', 'pas de fonte des', 'Pas de fonte des [œdèmes] sous furosémide.')`,
    synonym: 'Bronches encombrées',
    asked: 'Bronches encombrées ce matin.',
  },
];

for (const { locale, pictures, note, words, draft, row, synonym, asked } of WALKS) {
  describe(`the walk of the curators’ guide on the page (${locale})`, () => {
    const service = testService();

    it('goes from a wrong answer to live, and to a synonym', async () => {
      const { db } = service.running.opened.handle;
      const { page, analyse, faults } = await visit(service.running.url, {
        key: service.running.key,
        locale,
      });
      const untilShown = (holds: () => Promise<boolean>) =>
        until(async () => {
          await analyseAgain(page);
          return holds();
        });
      const marks = () => span(page, words).getAttribute('data-marks');
      await analyse(note);
      await span(page, words).click();
      assert.equal(await marks(), locale === 'fr-FR' ? 'non' : 'no');
      assert.match((await axis(page, 'assertion').textContent()) ?? '', /triggers/);
      await picture(page, pictures[0] ?? '', '#results', HEIGHT);

      await curate(db, { draft }, (trx) =>
        rowsOf(trx, `INSERT INTO draft_triggers (language, kind, axis, phrase, example_ok) VALUES ${row}`),
      );
      await chooseDraft(page, draft);
      await analyseAgain(page);
      assert.equal(await page.locator('table.comparison tbody tr').count(), 1);
      await picture(page, pictures[1] ?? '', '#results', HEIGHT);

      await untilChecked(db, draft);
      await rowsOf(db, `SELECT lexicon_activate('${draft}', 'as the guide says')`);
      await chooseDraft(page, '');
      await untilShown(async () => (await marks()) === null);
      await picture(page, pictures[2] ?? '', '#results', HEIGHT);

      await analyse(asked);
      await span(page, synonym).click();
      const insert = await statement(page, 'INSERT INTO descriptions').locator('code').textContent();
      await rowsOf(db, insert ?? '');
      await untilShown(async () =>
        ['resolved', 'codé'].includes((await page.locator('#details .status').textContent()) ?? ''),
      );
      const opened = page.locator('#details details[data-axis][open] summary');
      if ((await opened.count()) > 0) await opened.click();
      await picture(page, pictures[3] ?? '', '#results', HEIGHT);
      assert.deepEqual(await faults(), []);
    });
  });
}
