import assert from 'node:assert/strict';
import { phrases, runsOfPhrase } from '../../../server/concepts/mentions/phrases.js';
import { annotated, wordsOf } from '../read.js';

async function phrasesOf(text: string): Promise<string[]> {
  const note = await annotated(text);
  return wordsOf(note, phrases(note));
}

async function runsOf(text: string): Promise<string[]> {
  const note = await annotated(text);
  return phrases(note).flatMap((phrase) => wordsOf(note, runsOfPhrase(note, phrase)));
}

describe('a phrase', () => {
  it('is the longest run between breaks, without the inner words at its ends', async () => {
    assert.deepEqual(await phrasesOf('he has the fracture of the femur and swelling'), [
      'fracture of the femur',
      'swelling',
    ]);
  });

  it('is none where no content word stands', async () => {
    assert.deepEqual(await phrasesOf('he has the 5'), []);
    assert.deepEqual(await phrasesOf(''), []);
  });

  it('is cut into runs that begin and end with a content word', async () => {
    assert.deepEqual(await runsOf('fracture of the femur'), ['fracture', 'fracture of the femur', 'femur']);
  });

  it('is cut into runs of at most six tokens', async () => {
    const note = await annotated('alpha beta gamma delta kappa lambda sigma omega');
    const lengths = phrases(note).flatMap((phrase) => runsOfPhrase(note, phrase).map(({ from, to }) => to - from));
    assert.equal(Math.max(...lengths), 6);
  });
});
