import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fitLanguages } from '../../server/app/threshold-fit.js';
import { releaseChecksum } from '../../server/db/terminology.js';
import { readPhraseTables } from '../../server/terminology/labelled-phrases.js';
import {
  phrasesChecksum,
  shippedThresholds,
  THRESHOLDS_FILE,
  thresholdsFile,
} from '../../server/terminology/shipped-thresholds.js';
import { testService } from '../support/service.js';

const DIRECTORY = fileURLToPath(new URL('../../../seed/calibration', import.meta.url));

describe('the shipped thresholds', () => {
  const service = testService();
  const phrases = readPhraseTables(DIRECTORY);

  async function current() {
    const { opened } = service.running;
    const { db } = opened.handle;
    const serving = opened.live.state?.serving;
    assert.ok(serving);
    const seed = (await releaseChecksum(db, serving.releaseId)) ?? '';
    const of = { seed, model: serving.modelVersion, phrases: phrasesChecksum(phrases) };
    return { of, fitted: () => fitLanguages(db, serving.releaseId, phrases, opened.rank) };
  }

  it('are those that a fit on the shipped seed, model and phrases gives; else run npm run thresholds', async function () {
    this.timeout(300_000);
    const { of, fitted } = await current();
    const content = thresholdsFile(of, await fitted());
    if (process.env.UPDATE === '1') writeFileSync(`${DIRECTORY}/${THRESHOLDS_FILE}`, content);
    assert.equal(readFileSync(`${DIRECTORY}/${THRESHOLDS_FILE}`, 'utf8'), content);
  });

  it('are for that seed, that model and these phrases only', async () => {
    const { of } = await current();
    assert.equal(shippedThresholds(DIRECTORY, of)?.length, 2);
    for (const other of [{ seed: 'x' }, { model: 'x' }, { phrases: 'x' }])
      assert.equal(shippedThresholds(DIRECTORY, { ...of, ...other }), undefined);
  });
});
