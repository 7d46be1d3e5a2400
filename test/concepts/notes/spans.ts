/** The spans that a service with the whole seed finds. */

import assert from 'node:assert/strict';
import type { OpenService } from '../../../server/app/open-service.js';
import type { ConceptEntry } from '../../../server/concepts/answer.js';
import { replaceDecisionWeights } from '../../../server/db/serving.js';
import type { TestPlace } from '../../support/database.js';
import { FIRST_USE_MS } from '../../support/run.js';
import { openAt, preparedPlace } from '../../support/service.js';

/** A service for all tests of the enclosing `describe`, and what asks it: for all spans of a text, or for the one with these words. */
export function testSpans() {
  let place: TestPlace;
  let opened: OpenService;

  before('open the service', async function () {
    this.timeout(FIRST_USE_MS);
    place = await preparedPlace();
    opened = await openAt(place);
    // What rules, cosine and margin say: weights are fitted anew with every change of the seed, and tested by themselves.
    await replaceDecisionWeights(opened.handle.db, opened.live.state?.serving.modelId ?? 0, new Map(), 'none');
    await opened.live.refresh();
  });
  after('close the service', async () => {
    await opened?.close();
    await place?.remove();
  });

  async function ask(text: string, explain = false): Promise<readonly ConceptEntry[]> {
    const { signal } = new AbortController();
    return (await opened.service.extractConcepts({ text, language: 'auto', explain }, signal)).concepts;
  }
  async function spanOf(text: string, span: string): Promise<ConceptEntry> {
    const concepts = await ask(text);
    const found = concepts.find((entry) => entry.span === span);
    assert.ok(found, `${span} among ${concepts.map((entry) => entry.span).join(', ')}`);
    return found;
  }
  return { ask, spanOf };
}
