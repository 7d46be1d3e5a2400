import assert from 'node:assert/strict';
import { AppError } from '../../server/errors.js';
import type { ContextsAnswer, ContextsRequest, ExtractionService } from '../../server/service/answers.js';
import { painService, type Served, serve } from '../http/serve.js';
import { axis, span, statement, visit } from './browser.js';

/** Answers the first call of each analysis with the active lexicon and the second as `draft` says. */
function withDraft(draft: (answer: ContextsAnswer) => ContextsAnswer): ExtractionService {
  let calls = 0;
  return {
    ...painService,
    async extractContexts(request: ContextsRequest, signal: AbortSignal) {
      const answer = await painService.extractContexts(request, signal);
      const plain = { ...answer, contexts: answer.contexts.map((entry) => ({ ...entry, explain: [] })) };
      return ++calls % 2 === 1 ? plain : draft(plain);
    },
  };
}

const denied = (answer: ContextsAnswer): ContextsAnswer => ({
  versions: { ...answer.versions, lexicon: '3+draft.radiology' },
  contexts: answer.contexts.map((entry) => ({
    ...entry,
    context: { ...entry.context, assertion: { value: 'negated', confidence: 0.9, trigger: 'Zilch' } },
  })),
});

describe('the comparison with a draft on the workbench', () => {
  let served: Served | undefined;
  afterEach(() => served?.close());

  async function compare(service: ExtractionService) {
    served = await serve({ service });
    const visited = await visit(served.url, { key: served.key });
    await visited.page.fill('#draft', 'radiology');
    await visited.analyse('Zilch pain.');
    return visited;
  }

  it('asks once more with the name of the draft, and shows both readings side by side', async () => {
    const { page, bodies, faults } = await compare(withDraft(denied));
    assert.deepEqual(
      bodies('/contexts').map((body) => body.draft),
      [undefined, 'radiology'],
    );
    assert.equal(await page.textContent('#status'), '1 span was found. The draft changes 1 of them.');
    const rows = await page.locator('table.comparison tbody td').allTextContents();
    assert.deepEqual(
      rows.map((cell) => cell.trim()),
      ['pain', 'Assertion', 'affirmed', 'negated Zilch'],
    );
    assert.equal(await span(page, 'pain').getAttribute('data-marks'), '≠');
    await page.getByRole('button', { name: 'pain', exact: true }).last().click();
    assert.match((await axis(page, 'assertion').textContent()) ?? '', /≠ The draft reads: negated, “Zilch”/);
    assert.match((await page.textContent('#versions')) ?? '', /^Lexicon 3 \/ 3\+draft\.radiology/);
    assert.equal(
      await statement(page, 'Make the draft live').locator('code').textContent(),
      "SELECT lexicon_activate('radiology', 'REASON');",
    );
    assert.deepEqual(await faults(), []);
  });

  it('says so when the draft changes nothing', async () => {
    const { page } = await compare(
      withDraft((answer) => ({ ...answer, versions: { ...answer.versions, lexicon: '3+draft.radiology' } })),
    );
    assert.match((await page.textContent('#comparison')) ?? '', /reads every span of this note as the active lexicon/);
  });

  it('says in words that there is no such draft, and still shows the active reading', async () => {
    const refuse = () => {
      const details = [{ pointer: '/draft', rule: 'must be the name of a draft' }];
      throw new AppError('VALIDATION_ERROR', { details });
    };
    const { page } = await compare(withDraft(refuse));
    assert.match((await page.textContent('#problem')) ?? '', /^There is no draft named “radiology”/);
    assert.equal(await span(page, 'pain').count(), 1);
  });

  it('does not take an answer of the active lexicon for one of the draft', async () => {
    const { page } = await compare(withDraft((answer) => answer));
    assert.match((await page.textContent('#problem')) ?? '', /does not compare drafts/);
    assert.equal(await page.textContent('#comparison'), '');
  });
});
