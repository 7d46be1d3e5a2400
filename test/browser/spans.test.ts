import assert from 'node:assert/strict';
import type { ExtractionService } from '../../server/app/operations.js';
import type { ConceptEntry } from '../../server/concepts/answer.js';
import { painService, type Served, serve } from '../http/serve.js';
import { statement, visit } from './browser.js';

const NOTE = "Severe o'chest pain today.";

/** A span of the note without any candidate. */
function entry(words: string): ConceptEntry {
  const start = NOTE.indexOf(words);
  const place = { span: words, start, end: start + words.length };
  return { ...place, candidates: [], code: null, cosine: 0, margin: 0, concept_confidence: 0, status: 'unresolved' };
}

describe('spans that a service should not give', () => {
  let served: Served;
  const service: ExtractionService = {
    ...painService,
    extractConcepts: async () => ({
      concepts: [entry("o'chest pain"), entry('pain today'), entry('pain')],
      language: 'en',
      versions: { model: 'm', terminology: 't', lexicon: '3' },
      timings: {},
    }),
    extractContexts: async (request, signal) => {
      const answer = await painService.extractContexts(request, signal);
      return { ...answer, contexts: answer.contexts.map((each) => ({ ...each, explain: [] })) };
    },
  };
  before(async () => {
    served = await serve({ service });
  });
  after(() => served.close());

  it('are shown below the note where they overlap another, and can be chosen', async () => {
    const { page, analyse, faults } = await visit(served.url, { key: served.key });
    await analyse(NOTE);
    assert.equal(await page.locator('#reading > [data-index]').textContent(), "o'chest pain");
    assert.equal(await page.textContent('#reading .overlapping'), 'Spans inside others: pain today pain');
    await page.locator('.overlapping [data-index]').first().click();
    assert.equal(await page.textContent('#details-title'), 'pain today');
    assert.deepEqual(await faults(), []);
  });

  it('have a statement to complete where there is no candidate, with its quotes doubled', async () => {
    const { page, analyse } = await visit(served.url, { key: served.key });
    await analyse(NOTE);
    await page.locator('#reading > [data-index]').click();
    const insert = await statement(page, 'Insert the term').locator('code').textContent();
    assert.match(insert ?? '', /VALUES \(SCTID, 'en', 'o''chest pain'\);$/);
  });
});
