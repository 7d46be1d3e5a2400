import assert from 'node:assert/strict';
import { isDictionaryWord } from '../../server/text/dictionary.js';

describe('the dictionary', () => {
  it('has everyday words of both languages, inflected and without accents', () => {
    for (const word of ['maniere', 'decidee', 'feverish', 'listing', 'shouted'])
      assert.ok(isDictionaryWord(word), word);
  });

  it('has no misspelt word', () => {
    for (const word of ['pnuemonia', 'diabets', 'fractuer', 'hypertenssion', 'maniiere'])
      assert.ok(!isDictionaryWord(word), word);
  });
});
