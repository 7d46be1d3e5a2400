import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { SCOPES } from '../../server/domain/key-scope.js';
import { curate, rowsOf } from '../support/lexicon.js';
import { testService } from '../support/service.js';
import { analyseAgain, chooseDraft, span, type VisitOptions, visit } from './browser.js';

const NOTE = 'History of htn and diabetes. Denies fever. Wobbly on feet, blue lips.\nNo fever tonight. Known htn.';

describe('a day of review on the workbench', () => {
  const service = testService();
  let key: string;
  before(async () => {
    key = await service.running.makeKey({ scopes: SCOPES, rpm: 1_000_000 });
  });

  const open = (options: VisitOptions = {}) => visit(service.running.url, { key, ...options });
  const rows = (page: Page) => page.locator('#spans [data-row] .span').allTextContents();
  const chips = (page: Page) => page.locator('#statuses button').allTextContents();
  const reviews = () =>
    rowsOf(service.running.opened.handle.db, 'SELECT * FROM span_reviews ORDER BY id') as Promise<
      Record<string, unknown>[]
    >;
  const focused = (page: Page, what: string) => page.evaluate(`document.activeElement.${what}`);

  it('begins with an example in the language of the reader, and says where the key is', async () => {
    const { page } = await visit(service.running.url, { locale: 'fr-FR' });
    assert.match(await page.inputValue('#note'), /^Femme de 64 ans/);
    assert.match((await page.textContent('#key-where')) ?? '', /^Pas encore de clé \?.*\.data\/api-key/);
    await page.getByRole('button', { name: 'English' }).click();
    assert.match(await page.inputValue('#note'), /^Emergency department, 64-year-old woman/);
    await page.fill('#key', key);
    assert.equal(await page.isVisible('#key-where'), false);
    await page.fill('#note', 'My own words.');
    await page.getByRole('button', { name: 'Français' }).click();
    assert.equal(await page.inputValue('#note'), 'My own words.');
  });

  it('asks once for concepts and contexts together', async () => {
    const { analyse, bodies, requests } = await open();
    await analyse(NOTE);
    assert.deepEqual(
      bodies('/v1/extract').filter(({ explain }) => explain),
      [{ text: NOTE, language: 'auto', explain: true }],
    );
    assert.equal(requests.filter((url) => /extract\/(concepts|contexts)$/.test(url)).length, 0);
  });

  it('lists the spans by status with their counts, and fewer by assertion and words', async () => {
    const { page, analyse, faults } = await open();
    await analyse(NOTE);
    const all = await rows(page);
    assert.deepEqual(all, await page.locator('#reading [data-index]').allTextContents());
    const counts = (await chips(page)).map((chip) => Number(/\d+$/.exec(chip)?.[0]));
    assert.equal(counts[0], all.length);
    assert.equal((counts[1] ?? 0) + (counts[2] ?? 0) + (counts[3] ?? 0), all.length);
    await page.getByRole('button', { name: /^Flag/ }).click();
    assert.deepEqual(await rows(page), ['htn', 'diabetes']);
    await page.getByRole('button', { name: /^All/ }).click();
    await page.selectOption('#filter-assertion', 'negated');
    assert.deepEqual(await rows(page), ['fever', 'fever']);
    await page.selectOption('#filter-assertion', 'all');
    await page.fill('#filter-text', 'DIABÈTES');
    assert.deepEqual(await rows(page), ['diabetes']);
    await page.fill('#filter-text', '386661006');
    assert.deepEqual(await rows(page), ['fever', 'fever']);
    assert.equal(await span(page, 'diabetes').getAttribute('class'), 'span flag off');
    await page.fill('#filter-text', 'xyz');
    assert.equal(await page.textContent('#none-listed'), 'No span matches the filter.');
    assert.deepEqual(await faults(), []);
  });

  it('goes from one span to review to the next by key, and stores each verdict once', async () => {
    const { page, analyse, faults } = await open();
    await analyse(NOTE);
    const before = Number(/^\d+/.exec((await page.textContent('#progress')) ?? '')?.[0]);
    await page.fill('#reviewer', 'Dr Martin');
    await page.focus('#reading [tabindex="0"]');
    await page.keyboard.press('n');
    assert.equal(await page.textContent('#details-title'), 'htn');
    assert.equal(await focused(page, 'textContent'), 'htn');
    await page.keyboard.press('a');
    await page.getByText('Accepted by Dr Martin.').waitFor();
    // The same words stand twice: both are reviewed.
    assert.equal(await page.textContent('#progress'), `${before - 2} to review, 2 reviewed`);
    assert.match((await span(page, 'htn').getAttribute('data-marks')) ?? '', /✓$/);
    await page.keyboard.press('n');
    assert.notEqual(await page.textContent('#details-title'), 'htn');
    await page.keyboard.press('r');
    await page.getByText('Rejected by Dr Martin.').waitFor();
    const stored = (await reviews()).map(({ span: words, verdict, reviewer, notes }) => [
      words,
      verdict,
      reviewer,
      notes,
    ]);
    assert.deepEqual(stored[0], ['htn', 'accepted', 'Dr Martin', null]);
    assert.deepEqual(
      stored.map(([, verdict]) => verdict),
      ['accepted', 'rejected'],
    );
    // Typing in a field is no verdict.
    await page.focus('#filter-text');
    await page.keyboard.type('nar');
    assert.equal((await reviews()).length, 2);
    assert.deepEqual(await faults(), []);
  });

  it('corrects a span to a concept that is looked up by its words, by keyboard alone', async () => {
    const { page, analyse, faults } = await open();
    await analyse(NOTE);
    await span(page, 'diabetes').click();
    await span(page, 'diabetes').focus();
    await page.keyboard.press('c');
    await page.waitForSelector('#look-up');
    while ((await focused(page, 'id')) !== 'look-up') await page.keyboard.press('Tab');
    await page.keyboard.type('type 2 diabetes');
    await page.keyboard.press('Enter');
    await page.getByText(/concepts? w(as|ere) found/).waitFor();
    assert.equal(await page.inputValue('#right'), '44054006');
    while ((await focused(page, 'textContent')) !== 'Save the correction') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(/^Corrected by test: .*44054006/).waitFor();
    const { span: words, verdict, correct_code, reviewer } = (await reviews()).at(-1) ?? {};
    assert.deepEqual([words, verdict, String(correct_code), reviewer], ['diabetes', 'corrected', '44054006', 'test']);
    assert.deepEqual(await faults(), []);
  });

  it('knows the verdicts that others have given', async () => {
    const { page, analyse, faults } = await open();
    await analyse(`Seen today.\n${NOTE}`);
    assert.match((await span(page, 'htn').getAttribute('data-marks')) ?? '', /✓$/);
    await span(page, 'htn').click();
    await page.getByText('Accepted by Dr Martin.').waitFor();
    assert.deepEqual(await faults(), []);
  });

  it('says why a key without the scope can review nothing', async () => {
    const { page, analyse, faults } = await open({ key: service.running.key });
    await analyse(NOTE);
    await span(page, 'fever').click();
    assert.match((await page.textContent('#details .review')) ?? '', /may not write reviews/);
    assert.equal(await page.locator('[data-verdict]').count(), 0);
    assert.equal(await page.isVisible('#reviewer'), false);
    assert.deepEqual(await faults(), []);
  });

  it('shows no reading beside a note that was changed, and shows it again when the change is undone', async () => {
    const { page, analyse } = await open();
    await analyse(NOTE);
    await page.focus('#note');
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    assert.equal(await page.isVisible('#results'), false);
    assert.match((await page.textContent('#status')) ?? '', /^You have changed the note/);
    await page.keyboard.press('Backspace');
    assert.equal(await page.isVisible('#results'), true);
    assert.match((await page.textContent('#status')) ?? '', /spans were found/);
    await page.selectOption('#language', 'en');
    assert.equal(await page.isVisible('#results'), false);
    // A note that changes while it is read is not shown as read.
    await page.selectOption('#language', 'auto');
    await page.click('#run');
    await page.fill('#note', 'Other words.');
    await page.waitForSelector('#run[aria-disabled="false"]');
    assert.equal(await page.isVisible('#results'), false);
  });

  it('saves what is listed, as JSON and as a table', async () => {
    const { page, analyse } = await open();
    await analyse(NOTE);
    await page.selectOption('#filter-assertion', 'negated');
    const saved = async (button: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
    };
    const json = await saved('#export-json');
    assert.equal(json.name, 'spans.json');
    const { spans } = JSON.parse(json.text) as { spans: { span: string; code: string; review: unknown }[] };
    assert.deepEqual(
      spans.map(({ span: words, code, review }) => [words, code, review]),
      [
        ['fever', '386661006', null],
        ['fever', '386661006', null],
      ],
    );
    assert.ok(!json.text.includes('Wobbly'));
    const csv = await saved('#export-csv');
    const lines = csv.text.split('\r\n');
    assert.match(lines[0] ?? '', /^\ufeffspan,start,end,language,section,status,code,/);
    assert.match(lines[1] ?? '', /^fever,36,41,en,.*,386661006,fever,finding,1,negated,patient,/);
    assert.match(lines[1] ?? '', /"Absent \(""Denies""\), patient, current\."/);
    assert.equal(lines.length, 4);
  });

  it('offers FHIR where the service answers in it, and nowhere else', async () => {
    const { page, analyse } = await open();
    await analyse(NOTE);
    const asked = { text: NOTE, language: 'auto', format: 'fhir' };
    const answer = await service.running.post('/v1/extract', asked, { Accept: 'application/fhir+json' });
    const inFhir = answer.headers.get('content-type')?.startsWith('application/fhir+json') ?? false;
    assert.equal(await page.isVisible('#export-fhir'), inFhir);
  });

  it('lists the drafts to compare with', async () => {
    const { db } = service.running.opened.handle;
    await curate(db, { draft: 'ward' }, (trx) =>
      rowsOf(
        trx,
        `INSERT INTO draft_triggers (language, axis, value, phrase, direction, example_ok)
         VALUES ('en', 'assertion', 'negated', 'zilch sign of', 'forward', 'Zilch sign of [fever].')`,
      ),
    );
    const { page, analyse, faults } = await open();
    await analyse('Zilch sign of fever.');
    assert.match((await page.textContent('#draft-choice')) ?? '', /ward \(1 change, /);
    await page.selectOption('#draft-choice', 'ward');
    assert.equal(await page.isVisible('#draft'), false);
    await analyseAgain(page);
    assert.equal(await page.locator('table.comparison tbody tr').count(), 1);
    await chooseDraft(page, 'ward');
    assert.equal(await page.isVisible('#draft'), true);
    assert.deepEqual(await faults(), []);
  });
});
