import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { answeredSpans } from '../../server/app/decision-fit.js';
import { calibrationError, crossValidated, fitDecision, reliability } from '../../server/app/fit-decision.js';
import { fitLanguages } from '../../server/app/threshold-fit.js';
import { readJudgedNotes } from '../../server/cli/evaluation/judged-notes.js';
import { releaseChecksum } from '../../server/db/terminology.js';
import { readPhraseTables } from '../../server/terminology/labelled-phrases.js';
import { DECISION_FILE, decisionFile } from '../../server/terminology/shipped-decision.js';
import {
  phrasesChecksum,
  shippedThresholds,
  THRESHOLDS_FILE,
  thresholdsFile,
} from '../../server/terminology/shipped-thresholds.js';
import { isHeldOut } from '../evaluation/held-out.js';
import { testService } from '../support/service.js';

const DIRECTORY = fileURLToPath(new URL('../../../seed/calibration', import.meta.url));

const JUDGED = fileURLToPath(new URL('../../../test/evaluation/judged/', import.meta.url));
/** How far a fit on another machine, whose vectors differ in their last digits, may be from the shipped one. */
const NEAR = 0.1;

describe('the shipped weights of the decision', () => {
  const service = testService();

  it('are those that a fit on the judged notes that are not held out gives; else run npm run thresholds', async function () {
    this.timeout(300_000);
    const { opened } = service.running;
    const files = readdirSync(JUDGED).filter((name) => name.endsWith('.json') && !isHeldOut(name, 'judged'));
    const notes = readJudgedNotes(files.sort().map((name) => JUDGED + name));
    const spans = await answeredSpans((request, signal) => opened.service.extractConcepts(request, signal), notes);
    const weights = fitDecision(spans);
    const path = `${DIRECTORY}/${DECISION_FILE}`;
    const version = opened.live.state?.serving.modelVersion ?? '';
    if (process.env.UPDATE === '1') writeFileSync(path, decisionFile(version, spans.length, notes.length, weights));
    const shipped = JSON.parse(readFileSync(path, 'utf8')) as { model: string; weights: Record<string, number> };
    assert.equal(shipped.model, version);
    assert.deepEqual(Object.keys(shipped.weights), [...weights.keys()].sort());
    for (const [feature, weight] of weights)
      assert.ok(Math.abs((shipped.weights[feature] ?? 0) - weight) < NEAR, `${feature}: ${weight}`);
    const error = calibrationError(reliability(spans, crossValidated(spans)));
    assert.ok(error <= 0.03, `expected calibration error ${error}`);
  });
});

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
