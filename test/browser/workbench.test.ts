import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { SCOPES } from '../../server/domain/key-scope.js';
import { testService } from '../support/service.js';
import { analyseAgain, axis, picture, span, statement, until, visit } from './browser.js';
import { EXAMPLE_EN, EXAMPLE_FR } from './notes.js';

/** A window that shows all details of a span, for the pictures. */
const TALL = 1850;

describe('the workbench', () => {
  const service = testService();
  const open = (options = {}) => visit(service.running.url, { key: service.running.key, ...options });

  it('shows a note with its spans, and why the chosen one is negated', async () => {
    const key = await service.running.makeKey({ scopes: SCOPES });
    const { page, analyse, faults } = await open({ key, height: TALL });
    await analyse(EXAMPLE_EN);
    assert.equal(await page.textContent('#reading'), EXAMPLE_EN);
    const fever = span(page, 'fever');
    assert.equal(await fever.getAttribute('data-marks'), 'no');
    assert.equal(await fever.getAttribute('aria-label'), 'fever, resolved, negated');
    await fever.click();
    assert.equal(await page.textContent('#details-title'), 'fever');
    assert.match((await page.textContent('#details .summary')) ?? '', /Absent \("Denies"\)/);
    assert.equal(await page.textContent('#reading .trigger'), 'Denies');
    assert.match((await axis(page, 'assertion').textContent()) ?? '', /Row \d+ of triggers: denies/);
    const cells = await page.locator('.candidates tbody tr').first().locator('td').allTextContents();
    assert.deepEqual(cells.slice(0, 4), ['386661006', 'fever', 'finding', '1.0000']);
    await picture(page, 'workbench-en');
    await span(page, 'blue lips').click();
    await picture(page, 'workbench-synonym', '#results');
    assert.deepEqual(await faults(), []);
  });

  it('gives a statement that changes the rule, and shows the change in the next analysis', async () => {
    const { db } = service.running.opened.handle;
    await sql`INSERT INTO triggers (language, axis, value, phrase, direction, example_ok)
      VALUES ('en', 'assertion', 'negated', 'zilch sign of', 'forward', 'Zilch sign of [fever].')`.execute(db);
    const { page, analyse, faults } = await open();
    const reads = (mark: string | null) =>
      until(async () => {
        await analyseAgain(page);
        return (await span(page, 'fever').getAttribute('data-marks')) === mark;
      });
    await analyse('Zilch sign of fever today.');
    await reads('no');
    await span(page, 'fever').click();
    assert.equal(await page.textContent('#reading .trigger'), 'Zilch sign of');
    const live = statement(page, 'Switch it off at once');
    await live.getByRole('button').click();
    await live.getByText('Copied').waitFor();
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string;
    assert.match(copied, /^UPDATE triggers SET enabled = false WHERE id = \d+;$/);
    assert.equal(copied, await live.locator('code').textContent());
    await sql.raw(copied).execute(db);
    await reads(null);
    assert.equal(await page.textContent('#details-title'), 'fever');
    assert.equal(await axis(page, 'assertion').locator('[data-value]').getAttribute('data-value'), 'affirmed');
    assert.deepEqual(await faults(), []);
  });

  it('gives an INSERT that makes a phrase a term of the site, and shows it resolved', async () => {
    const { db } = service.running.opened.handle;
    const { page, analyse, faults } = await open();
    await analyse("Grosseur de l'aine depuis avril. Pas de fièvre. ATCD : lymphome en 2018.");
    await span(page, 'Grosseur').click();
    assert.equal(await page.locator('#details .status').textContent(), 'unresolved: no code');
    const insert = (await statement(page, 'Insert the term').locator('code').textContent()) ?? '';
    assert.match(insert, /^INSERT INTO [^;]+\nVALUES \(\d+, 'fr', 'Grosseur de l''aine'\);$/);
    await page.selectOption('#synonym', '');
    assert.match((await statement(page, 'Insert the term').textContent()) ?? '', /VALUES \(SCTID, 'fr'/);
    await sql.raw(insert).execute(db);
    await until(async () => {
      await analyseAgain(page);
      return (await page.locator('#details .status').textContent()) === 'resolved';
    });
    assert.deepEqual(await faults(), []);
  });

  it('says why a span is for review although its words are a term', async () => {
    const { page, analyse, faults } = await open();
    await analyse('History of htn and diabetes, on treatment.');
    await span(page, 'htn').click();
    assert.equal(await page.locator('#details .status').textContent(), 'flag: review');
    assert.match((await page.textContent('#details .doubt')) ?? '', /^For review: these letters may stand/);
    await span(page, 'diabetes').click();
    assert.equal(await page.locator('#details .doubt').count(), 0);
    assert.deepEqual(await faults(), []);
  });

  it('is used by keyboard alone', async () => {
    const { page, faults } = await visit(service.running.url);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = (what: string) => page.evaluate(`document.activeElement.${what}`);
    await press('Tab', 'Tab', 'Tab');
    assert.equal(await focused('id'), 'note');
    await press('Control+a');
    await page.keyboard.type('Denies fever or cough. Father had a stroke.');
    await press('Tab');
    assert.equal(await focused('id'), 'key');
    await page.keyboard.type(service.running.key);
    await press('Control+Enter');
    await page.waitForSelector('#reading [data-index]');
    while ((await focused('dataset.index')) === undefined) await press('Tab');
    assert.equal(await focused('textContent'), 'fever');
    await press('ArrowRight', 'ArrowRight');
    assert.equal(await focused('textContent'), 'stroke');
    await press('Home', 'ArrowDown', 'Enter');
    assert.equal(await focused('textContent'), 'cough');
    assert.equal(await page.textContent('#details-title'), 'cough');
    await page.getByText('cough: Absent ("Denies"), patient, current.').waitFor({ state: 'attached' });
    await press('Enter');
    assert.equal(await focused('id'), 'details-title');
    while (!((await focused('parentElement.dataset.axis')) === 'assertion')) await press('Tab');
    await press('Enter');
    assert.equal(await axis(page, 'assertion').getAttribute('open'), null);
    await press('Escape');
    assert.equal(await focused('textContent'), 'cough');
    assert.deepEqual(await faults(), []);
  });

  it('speaks French, to a reader whose browser does and to one who asks for it', async () => {
    const key = await service.running.makeKey({ scopes: SCOPES });
    const { page, analyse, faults } = await open({ key, locale: 'fr-FR', height: TALL });
    assert.equal(await page.textContent('h1'), 'Atelier');
    await analyse(EXAMPLE_FR);
    await span(page, 'fièvre').click();
    assert.match((await page.textContent('#details .summary')) ?? '', /Absent \(« ni »\)/);
    assert.match((await axis(page, 'assertion').textContent()) ?? '', /Présence.*absent.*negated/);
    assert.match((await page.textContent('.losers')) ?? '', /plus loin de l'expression/);
    await picture(page, 'workbench-fr', '#results');
    await page.getByRole('button', { name: 'English' }).click();
    assert.equal(await page.textContent('h1'), 'Workbench');
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    assert.match((await page.textContent('#use')) ?? '', /is not a medical device/);
    assert.equal(await page.textContent('#details-title'), 'fièvre');
    assert.deepEqual(await faults(), []);
  });

  it('keeps the key nowhere, and the note out of every URL', async () => {
    const { page, context, analyse, requests } = await open();
    await analyse('Denies fever.');
    const stored = await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])');
    assert.equal(stored, '[{},{},""]');
    assert.deepEqual(await context.cookies(), []);
    assert.ok(requests.every((url) => !url.includes(service.running.key) && !url.includes('?')));
    assert.equal(page.url(), `${service.running.url}/workbench`);
    await page.reload();
    assert.equal(await page.inputValue('#key'), '');
    assert.doesNotMatch(await page.inputValue('#note'), /Denies fever\.$/);
  });

  it('shows markup in a note as text', async () => {
    const { page, analyse, faults } = await open();
    const note = 'Denies <b>fever</b> <img src=x onerror=alert(1)> and cough.\n<script>alert(2)</script> No rash.';
    await analyse(note);
    assert.equal(await page.textContent('#reading'), note);
    await span(page, 'fever').click();
    assert.equal(await page.locator('main img, main script, main b').count(), 0);
    assert.deepEqual(await faults(), []);
  });

  it('marks the right words behind characters of two code units', async () => {
    const { page, analyse } = await open();
    await analyse('🙂🙂 Denies fever 🙂 and cough.');
    await span(page, 'cough').click();
    assert.equal(await page.textContent('#reading .trigger'), 'Denies');
    assert.equal(await span(page, 'cough').textContent(), 'cough');
  });

  it('fits a narrow screen, and a wide one at 200 %', async () => {
    for (const width of [320, 640]) {
      const { page, analyse } = await open({ width });
      await analyse(EXAMPLE_EN);
      await span(page, 'fever').click();
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.equal(overflow, 0, `${width} px`);
    }
  });
});
