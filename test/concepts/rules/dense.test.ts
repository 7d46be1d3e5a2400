import assert from 'node:assert/strict';
import { evidenceOf } from '../../../server/concepts/rules/apply.js';
import { LIKENESS_RULES } from '../../../server/concepts/rules/dense.js';
import { review, strongest } from '../../../server/concepts/rules/evidence.js';
import type { ReviewRuleId } from '../../../server/concepts/rules/precedence.js';
import type { DescriptionKind } from '../../../server/domain/candidate.js';

const SCTID = '9';
const AT = { from: 0, to: 1 };
const TOP = { sctid: SCTID, descriptionId: '99', cosine: 0.95, tier: 'dense' } as const;

const term = (text: string, kind: DescriptionKind = 'synonym') => ({ term: text, kind });

/**
 * Why words may not mean the concept of the term that they are most like.
 * @param found what another rule has found already; null for nothing
 */
function doubtOfLikeness(words: string, like: ReturnType<typeof term>, found: ReviewRuleId | null) {
  const isStrange = found === 'unknown-word';
  const subject = { at: AT, words, top: TOP, asWritten: TOP.cosine, isMended: false, isStrange, term: like };
  const before = found === null ? [] : [review(found, SCTID, { at: AT })];
  return strongest([...before, ...evidenceOf(LIKENESS_RULES, subject, SCTID)], SCTID);
}

describe('words that are like a term', () => {
  it('are unlike one that has them all and more', () => {
    assert.equal(doubtOfLikeness('common bile duct', term('common bile duct stone'), 'likeness'), 'unlike');
    assert.equal(doubtOfLikeness('acide folique', term('déficit en acide folique'), null), 'unlike');
    assert.equal(doubtOfLikeness('Lymph nodes', term('swollen lymph node'), 'wider-phrase'), 'unlike');
  });

  it('are as like as they were to one of other words, or of fewer', () => {
    assert.equal(doubtOfLikeness('dental fractures', term('fracture dentaire'), 'likeness'), 'likeness');
    assert.equal(doubtOfLikeness('pain in the shoulder', term('shoulder pain'), null), null);
    assert.equal(doubtOfLikeness('low-grade type fever', term('low-grade fever'), 'wider-phrase'), 'wider');
  });

  it('are unlike an abbreviation, whatever it stands for', () => {
    assert.equal(doubtOfLikeness('polyethylene glycol', term('PEG', 'abbreviation'), 'unknown-word'), 'unlike');
  });

  it('are as like as they were to a term where a word is in none', () => {
    assert.equal(doubtOfLikeness('catheterise', term('bladder catheterization'), 'unknown-word'), 'unknown_word');
    assert.equal(doubtOfLikeness('leucopénique', term('leukopenia'), 'unknown-word'), 'unknown_word');
    assert.equal(doubtOfLikeness('knee swelled', term('swollen knee'), 'unknown-word'), 'unknown_word');
  });

  it('are too few where they are one word', () => {
    assert.equal(doubtOfLikeness('thyromégalie', term('thyromegaly'), 'single-word'), 'single_word');
    assert.equal(doubtOfLikeness('raised', term('raised serum lipids'), 'single-word'), 'unlike');
    assert.equal(doubtOfLikeness('catheter', term('sondé'), 'single-word'), 'single_word');
  });
});
