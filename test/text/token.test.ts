import assert from 'node:assert/strict';
import { tokenize } from '../../server/text/token.js';

function norms(text: string): string[] {
  return tokenize(text).map((token) => (token.joined ? `~${token.norm}` : token.norm));
}

describe('tokens', () => {
  it('keep elisions, clitics and abbreviations with a slash or dots whole', () => {
    assert.deepEqual(norms("N'a pas d’œdème"), ["n'", 'a', 'pas', "d'", 'oedeme']);
    assert.deepEqual(norms("doesn't, patient's"), ['does', "n't", ',', 'patient', "'s"]);
    assert.deepEqual(norms('h/o DVT s/p w/ i.v. e.g.'), ['h/o', 'dvt', 's/p', 'w/', 'i.v', '.', 'e.g', '.']);
    assert.deepEqual(norms("aujourd'hui qu'elle"), ["aujourd'hui", "qu'", 'elle']);
    assert.deepEqual(norms('SI/HI'), ['si', '/', 'hi']);
  });

  it('take numbers with their decimals, fractions, ranges and dates', () => {
    assert.deepEqual(norms('38,5 38.5 120/80 12/03/2019 2-3'), ['38,5', '38.5', '120/80', '12/03/2019', '2-3']);
    assert.deepEqual(norms('x3d 5mg 10h'), ['x', '3', 'd', '5', 'mg', '10', 'h']);
  });

  it('split words at hyphens and remember that they were joined', () => {
    assert.deepEqual(norms('COVID-19 non-smoker peut-être'), ['covid', '~19', 'non', '~smoker', 'peut', '~etre']);
    assert.deepEqual(norms('- fever (-) ?PE'), ['-', 'fever', '(', '-', ')', '?', 'pe']);
  });

  it('end before an invisible character and behind a combining mark', () => {
    const ends = tokenize('fever\u200B, fatigue\u0301\uFEFF. \u00ADtoux').map(({ start, end }) => [start, end]);
    assert.deepEqual(ends, [
      [0, 5],
      [6, 7],
      [8, 16],
      [17, 18],
      [20, 24],
    ]);
  });

  it('cut no character of two units', () => {
    for (const text of ['p\u2019\u{1D41F}ar', 'i.\u{1D41F}', 'h/\u{1D41F} x', '\u{1D41F}\u2019\u{1D41F}'])
      for (const { start, end } of tokenize(text)) assert.doesNotMatch(text.slice(start, end), /\p{Surrogate}/u, text);
  });

  it('read a lone letter that stands for the empty set as that sign, not as the letter o', () => {
    assert.deepEqual(norms('Ø toux, ø rash, ∅ fever, o, Øst'), [
      ...['∅', 'toux', ',', '∅', 'rash', ',', '∅', 'fever', ',', 'o', ',', 'ost'],
    ]);
  });

  it('take a number sign for a word inside a line, where no number follows it', () => {
    const words = (text: string) =>
      tokenize(text).flatMap(({ kind, start, end }) => (kind === 'word' ? text.slice(start, end) : []));
    assert.deepEqual(words('Hip # 2019, #NOF, wrist # (old)'), ['Hip', '#', '#', 'NOF', 'wrist', '#', 'old']);
    assert.deepEqual(words('# Plan\nroom #4, bed # 12, ## b'), ['Plan', 'room', 'bed', 'b']);
    assert.deepEqual(words('hip #4421 MRN, femur # 22451'), ['hip', 'MRN', 'femur']);
  });

  it('have the offsets of the text, and know the spaces and line ends before them', () => {
    const text = 'a  b\r\n\r\nc\nd\u00A0e\u0301t\u00e9 😀';
    const tokens = tokenize(text);
    assert.deepEqual(
      tokens.map((token) => text.slice(token.start, token.end)),
      ['a', 'b', 'c', 'd', 'e\u0301t\u00e9', '😀'],
    );
    assert.deepEqual(
      tokens.map((token) => token.breaks),
      [0, 0, 2, 1, 0, 0],
    );
    assert.equal(tokens[1]?.spaces, 2);
    assert.equal(tokens[4]?.norm, 'ete');
    assert.equal(tokens[4]?.lower, 'été');
  });

  it('leave out marks and invisible signs with no letter before them', () => {
    for (const text of [
      '\u26a0\ufe0f Asthma',
      '\u200d Asthma',
      '(\u0301 Asthma',
      '\u200bAsthma',
      '1\ufe0f\u20e3 Asthma',
    ]) {
      const last = tokenize(text).at(-1);
      assert.equal(text.slice(last?.start, last?.end), 'Asthma', JSON.stringify(text));
      assert.equal(tokenize(text).filter(({ kind }) => kind === 'word').length, 1);
    }
  });
});
