import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TermWords } from '../../../server/concepts/annotate/term-words.js';
import { isDictionaryWord } from '../../../server/text/dictionary.js';

const words = new TermWords({
  counts: new Map([
    ['pneumonia', 40],
    ['fever', 30],
    ['fracture', 50],
    ['fractures', 4],
    ['ileum', 5],
    ['ilium', 5],
    ['hypokalaemia', 3],
    ['hyperkalaemia', 3],
    ['arm', 9],
    ['meniere', 6],
    ['hta', 6],
  ]),
  letters: new Set(['hta']),
});

describe('the words of the terminology', () => {
  it('are words where terms have them in small letters', () => {
    assert.deepEqual(
      [words.isWord('arm', true), words.isWord('arms', true), words.isWord('hta', true), words.has('hta')],
      [true, true, false, true],
    );
  });

  it('tell what a word with one typo was meant to be', () => {
    for (const typo of ['pnuemonia', 'pneumnia', 'pneumonnia', 'pneumoniz'])
      assert.equal(words.correct(typo), 'pneumonia', typo);
  });

  it('leave known words, short words and first letters alone', () => {
    for (const word of ['ileum', 'fever', 'arn', 'never', 'fevr3', 'pneumonias'])
      assert.equal(words.correct(word), undefined, word);
  });

  it('do not mend words of everyday language', () => {
    for (const word of ['maniere', 'feverish', 'fracturer']) assert.equal(words.correct(word), undefined, word);
    assert.equal(words.correct('menieer'), 'meniere');
  });

  it('do not guess between two words, unless they are forms of one or one is far more frequent', () => {
    assert.equal(words.correct('ilum'), undefined);
    assert.equal(words.correct('ileumm'), 'ileum');
    assert.equal(words.correct('illum'), undefined);
    assert.equal(words.correct('fractuer'), 'fracture');
  });

  it('do not guess which of two opposites was meant', () => {
    for (const word of ['hyporkalaemia', 'hypekalaemia']) assert.equal(words.correct(word), undefined, word);
    assert.equal(words.correct('hypokalaemi'), 'hypokalaemia');
  });

  it('find every word again after one letter is lost, whatever the word', () => {
    const word = fc.stringMatching(/^[a-z]{6,12}$/);
    fc.assert(
      fc.property(word, fc.nat(), (known, at) => {
        const place = 1 + (at % (known.length - 1));
        const typo = known.slice(0, place) + known.slice(place + 1);
        const only = new TermWords({ counts: new Map([[known, 1]]), letters: new Set() });
        const isWord = only.has(typo) || isDictionaryWord(typo);
        assert.equal(only.correct(typo), isWord || typo.length < 5 ? undefined : known);
      }),
    );
  });
});
