import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foldTerm, foldText } from '../../server/text/normalize.js';

describe('folding', () => {
  it('drops case, accents, ligatures and typographic variants', () => {
    assert.equal(foldTerm('  Œdème \u00A0 d’Éthylique\n'), "oedeme d'ethylique");
    assert.equal(foldTerm('Straße ÆØŁ Ἀ ΣΊΣΥΦΟΣ'), 'strasse aeol α σισυφοσ');
    assert.equal(foldTerm('non\u2011invasif \u2013 «\u00A0x\u00A0»'), 'non-invasif - " x "');
    assert.equal(foldTerm('soft\u00ADhyphen e\u0301'), 'softhyphen e');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(foldTerm(foldTerm(text)), foldTerm(text))),
    );
  });

  it('maps each folded character back to where it came from', () => {
    const text = 'Cœur É𝒜 e\u0301!';
    const folded = foldText(text);
    assert.equal(folded.text, 'coeur e𝒜 e!');
    assert.deepEqual([...folded.offsets], [0, 1, 1, 2, 3, 4, 5, 6, 6, 8, 9, 11, 12]);
  });

  it('has the same result for a text as for its characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(
          foldText(text)
            .text.replace(/[ \t\n\r\f\v]+/g, ' ')
            .trim(),
          foldTerm(text),
        );
      }),
    );
  });
});
