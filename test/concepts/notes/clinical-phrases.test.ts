import assert from 'node:assert/strict';
import { SUBSTANCES } from '../../../server/domain/semantic-tags.js';
import { testSpans } from './spans.js';

describe('the spans of phrases that the lexicon knows', () => {
  const { spanOf } = testSpans();

  it('are drugs, tests and signs that the terminology lacks, without a code', async () => {
    const { code, candidates } = await spanOf('Started on tucatinib 300 mg for the tumour.', 'tucatinib');
    assert.equal(code, null);
    assert.ok(candidates.every(({ semantic_tag }) => SUBSTANCES.has(semantic_tag)));
    await spanOf('À l’examen, Lasègue à 40 degrés et apyrétique ce jour.', 'apyrétique');
    await spanOf('He had a bullectomy in 2011.', 'bullectomy');
  });

  it('are flagged inside a phrase that the lexicon knows', async () => {
    assert.equal((await spanOf('Le docusate de sodium est arrêté.', 'sodium')).status, 'flag');
  });

  it('are a phrase that the lexicon knows as another thing than the term in it, without a code', async () => {
    for (const [text, phrase] of [
      ['Chest X-ray: subcutaneous emphysema on the right.', 'subcutaneous emphysema'],
      ['Sepsis 6 started at 18:50.', 'Sepsis 6'],
      ['Emphysème sous cutané étendu à droite.', 'Emphysème sous cutané'],
    ] as const) {
      const { code, status } = await spanOf(text, phrase);
      assert.deepEqual([code, status], [null, 'unresolved'], text);
    }
  });
});
