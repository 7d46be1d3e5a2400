import assert from 'node:assert/strict';
import { predicateMentions } from '../../../server/concepts/mentions/predicate-mentions.js';
import { annotated, wordsOf } from '../read.js';

async function predicates(text: string): Promise<string[]> {
  const note = await annotated(text, { language: 'auto' });
  return wordsOf(
    note,
    note.sentences.flatMap((_, index) => predicateMentions(note, index)),
  );
}

describe('things with what a verb says of them', () => {
  it('have up to three words on either side, the nearest first', async () => {
    assert.deepEqual(await predicates('Her left knee is swollen.'), ['knee is swollen']);
    assert.deepEqual(await predicates("L'ECG est normal ce jour."), ['ECG est normal']);
    assert.deepEqual(await predicates('The cough was dry overnight.'), ['cough was dry', 'cough was dry overnight']);
  });

  it('end at other verbs, at cues and at signs', async () => {
    assert.deepEqual(await predicates('The ECG is not normal.'), []);
    assert.deepEqual(await predicates('It is pneumonia. Rash: it was there, is gone'), []);
  });
});
