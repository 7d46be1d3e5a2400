import assert from 'node:assert/strict';
import * as examples from '../../server/http/examples.js';
import { testService } from '../support/service.js';

/** How many of the candidates of a span the documentation shows. */
const SHOWN = 2;

interface Concepts {
  readonly concepts: readonly { readonly candidates: readonly unknown[] }[];
}

describe('the examples of the API', () => {
  const service = testService();
  const answer = async (path: string, body: unknown) => (await service.running.post(path, body)).json();

  it('are what extract/concepts answers, with the first candidates of each span', async () => {
    const { concepts, ...rest } = (await answer('/v1/extract/concepts', examples.conceptsRequestExample)) as Concepts;
    const shown = concepts.map((concept) => ({ ...concept, candidates: concept.candidates.slice(0, SHOWN) }));
    assert.deepEqual({ concepts: shown, ...rest }, examples.conceptsAnswerExample);
  });

  it('are what extract answers', async () => {
    const { spans, ...rest } = (await answer('/v1/extract', examples.extractRequestExample)) as {
      readonly spans: Concepts['concepts'];
    };
    const shown = spans.map((span) => ({ ...span, candidates: span.candidates.slice(0, SHOWN) }));
    assert.deepEqual({ ...rest, spans: shown }, examples.extractAnswerExample);
  });

  it('are what extract/contexts answers', async () => {
    assert.deepEqual(
      await answer('/v1/extract/contexts', examples.contextsRequestExample),
      examples.contextsAnswerExample,
    );
  });
});
