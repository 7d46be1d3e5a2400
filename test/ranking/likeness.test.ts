import assert from 'node:assert/strict';
import type { DescriptionKind } from '../../server/domain.js';
import { doubtOfLikeness } from '../../server/ranking/likeness.js';

const term = (text: string, kind: DescriptionKind = 'synonym') => ({ term: text, kind });

describe('words that are like a term', () => {
  it('are unlike one that has them all and more', () => {
    assert.equal(doubtOfLikeness('common bile duct', term('common bile duct stone'), 'likeness'), 'unlike');
    assert.equal(doubtOfLikeness('acide folique', term('déficit en acide folique'), null), 'unlike');
    assert.equal(doubtOfLikeness('Lymph nodes', term('swollen lymph node'), 'wider'), 'unlike');
  });

  it('are as like as they were to one of other words, or of fewer', () => {
    assert.equal(doubtOfLikeness('dental fractures', term('fracture dentaire'), 'likeness'), 'likeness');
    assert.equal(doubtOfLikeness('pain in the shoulder', term('shoulder pain'), null), null);
    assert.equal(doubtOfLikeness('low-grade type fever', term('low-grade fever'), 'wider'), 'wider');
  });

  it('are unlike an abbreviation, whatever it stands for', () => {
    assert.equal(doubtOfLikeness('polyethylene glycol', term('PEG', 'abbreviation'), 'unknown_word'), 'unlike');
  });

  it('are unlike a term where they are one word that no term has, of another family', () => {
    assert.equal(doubtOfLikeness('myiasis', term('toxoplasmosis'), 'unknown_word'), 'single_word');
    assert.equal(doubtOfLikeness('catheterise', term('bladder catheterization'), 'unknown_word'), 'unknown_word');
    assert.equal(doubtOfLikeness('leucopénique', term('leukopenia'), 'unknown_word'), 'unknown_word');
    assert.equal(doubtOfLikeness('knee swelled', term('swollen knee'), 'unknown_word'), 'unknown_word');
  });

  it('may be one word in the spelling of the other language', () => {
    assert.equal(doubtOfLikeness('thyromégalie', term('thyromegaly'), 'single_word'), 'likeness');
    assert.equal(doubtOfLikeness('raised', term('raised serum lipids'), 'single_word'), 'unlike');
    assert.equal(doubtOfLikeness('catheter', term('sondé'), 'single_word'), 'single_word');
  });
});
