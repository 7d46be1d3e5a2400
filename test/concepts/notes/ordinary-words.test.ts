import assert from 'node:assert/strict';
import { testSpans } from './spans.js';

describe('words of everyday language that a concept has too', () => {
  const { ask, spanOf } = testSpans();

  for (const [text, words] of [
    ['We will address this again once she is walking and eating.', ['address', 'walking', 'eating']],
    ['A home health aide comes twice a week.', ['aide']],
    ['Collyre : deux gouttes matin et soir.', ['gouttes']],
    ['Patient de race blanche, inspection sans particularité.', ['race', 'inspection']],
  ] as const) {
    it(`are no spans: ${text}`, async () => {
      const spans = (await ask(text)).map(({ span }) => span);
      for (const word of words) assert.ok(!spans.includes(word), spans.join(', '));
    });
  }

  it('are spans where they name what somebody may be allergic to', async () => {
    assert.equal((await spanOf('ALLERGIES\nStrawberry (rash).', 'Strawberry')).status, 'flag');
    assert.notEqual((await spanOf('Allergie au latex et à la fraise.', 'fraise')).code, null);
    assert.notEqual((await spanOf('ALLERGIES\nFood, dust.', 'Food')).code, null);
  });

  it('are spans where only their letters are those of an abbreviation', async () => {
    assert.notEqual((await spanOf('Last Pap 2019, normal.', 'Pap')).status, 'resolved');
  });

  it('are spans in a longer term', async () => {
    assert.notEqual((await spanOf('She reports difficulty walking.', 'difficulty walking')).code, null);
  });

  it('leave letters a span, for they may stand for something that we do not know', async () => {
    assert.equal((await spanOf('Seen in ED last night.', 'ED')).status, 'unresolved');
  });
});
