import assert from 'node:assert/strict';
import { tokenize } from '../../server/text/token.js';
import { WordIndex } from '../../server/text/words.js';

const WORDS = new WordIndex(
  ['montre', 'a montré', 'se dit'].map((word) => ({ language: 'fr', class: 'RESTART', word, value: null })),
);

function opens(text: string, to?: number): boolean {
  return WORDS.is('RESTART', tokenize(text), 0, to);
}

describe('the words of a class', () => {
  it('are found over several tokens only where the caller allows as many', () => {
    assert.equal(opens('se dit fatigué', 3), true);
    assert.equal(opens('se dit fatigué', 1), false);
    assert.equal(opens('se dit fatigué'), false);
    assert.equal(opens('montre', 1), true);
  });

  it('keep the accent of a short first word', () => {
    assert.equal(opens('a montré', 2), true);
    assert.equal(opens('à montre', 2), false);
  });
});
