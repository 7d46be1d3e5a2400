import assert from 'node:assert/strict';
import { tornOff } from '../../server/detection/torn-off.js';
import { termWindows } from '../../server/detection/windows.js';
import type { Language } from '../../server/domain.js';
import { read, wordsOf } from './read.js';

/** Whether the chosen words of a text are torn off. */
function torn(text: string, chosen: readonly string[], language: Language = 'en'): boolean[] {
  const { note, roles } = read(text, { language });
  const windows = termWindows(note, roles);
  const words = wordsOf(note, windows);
  return tornOff(
    note,
    roles,
    chosen.map((each) => windows[words.indexOf(each)] as (typeof windows)[number]),
  );
}

describe('a span', () => {
  it('is torn off where a content word that no span has stands beside its only word', () => {
    assert.deepEqual(torn('nasopharyngeal carcinoma', ['carcinoma']), [true]);
    assert.deepEqual(torn('gastrite érosive', ['gastrite'], 'fr'), [true]);
  });

  it('is torn off where a hyphen binds it to a word outside', () => {
    assert.deepEqual(torn('she is a non-smoker', ['smoker']), [true]);
    assert.deepEqual(torn('unité de gastro-entérologie', ['gastro'], 'fr'), [true]);
  });

  it('is whole beside qualifiers, function words, punctuation and other spans', () => {
    assert.deepEqual(torn('severe headache and nausea', ['headache', 'nausea']), [false, false]);
    assert.deepEqual(torn('fever, nasopharyngeal carcinoma', ['fever']), [false]);
    assert.deepEqual(torn('diabetes hypertension', ['diabetes', 'hypertension']), [false, false]);
  });

  it('of several words is whole', () => {
    assert.deepEqual(torn('episodic chest pain', ['chest pain']), [false]);
  });
});
