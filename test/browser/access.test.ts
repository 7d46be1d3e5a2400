import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { SCOPES } from '../../server/domain/key-scope.js';
import { testService } from '../support/service.js';
import { picture, span, visit } from './browser.js';
import { EXAMPLE_EN, EXAMPLE_FR } from './notes.js';

/** What axe-core finds that keeps people from the page: its rule, and where. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

describe('the workbench for everybody', () => {
  const service = testService();
  let key: string;
  before(async () => {
    key = await service.running.makeKey({ scopes: SCOPES, rpm: 1_000_000 });
  });

  for (const width of [1280, 400]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const locale = colorScheme === 'light' ? 'en-GB' : 'fr-FR';
      it(`has no serious barrier at ${width} px, ${colorScheme}, from first sight to a correction`, async () => {
        const look = { locale, width, height: width === 400 ? 800 : 900, colorScheme };
        const { page, analyse, faults } = await visit(service.running.url, look);
        const name = `page-${width}-${colorScheme}`;
        assert.deepEqual(await barriers(page), []);
        await picture(page, `${name}-1-first-sight`);
        await page.fill('#key', key);
        await analyse(locale === 'fr-FR' ? EXAMPLE_FR : EXAMPLE_EN);
        assert.deepEqual(await barriers(page), []);
        await picture(page, `${name}-2-result`);
        await span(page, locale === 'fr-FR' ? 'fièvre' : 'fever').click();
        await page.locator('[data-verdict="accepted"]').click();
        await page.locator('#details .said').waitFor();
        await page.locator('[data-verdict="corrected"]').click();
        assert.deepEqual(await barriers(page), []);
        await picture(page, `${name}-3-review`, 'view');
        assert.deepEqual(
          (await faults()).filter((fault) => !/trusted-types/.test(fault)),
          [],
        );
      });
    }
  }

  it('brings the details to the finger on a phone, and the note back', async () => {
    const { page, analyse } = await visit(service.running.url, { key, width: 400, height: 800 });
    await analyse(EXAMPLE_EN);
    const [first, second] = [span(page, 'hypertension'), span(page, 'breast cancer')];
    await first.click();
    const isSeen = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return box !== null && box.y >= 0 && box.y + Math.min(box.height, 40) <= 800;
    };
    assert.ok(await isSeen('#details-title'));
    assert.ok(await isSeen('[data-verdict="accepted"]'));
    const sheet = await page.locator('#details').boundingBox();
    const chosen = await first.boundingBox();
    assert.ok(chosen && sheet && chosen.y >= 0 && chosen.y + chosen.height <= sheet.y - 16, 'the span is not covered');
    await picture(page, 'workbench-phone', 'view');
    await page.click('#sheet-following');
    assert.equal(await page.textContent('#details-title'), 'type 2 diabetes');
    await page.click('#sheet-close');
    assert.equal(await page.isVisible('#details'), false);
    await second.click();
    const covered = await second.boundingBox();
    assert.ok(covered && covered.y + covered.height <= ((await page.locator('#details').boundingBox())?.y ?? 0));
    await page.locator('#details [data-next]').click();
    assert.ok(await isSeen('#details-title'));
  });
});
