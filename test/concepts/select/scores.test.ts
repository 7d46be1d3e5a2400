import assert from 'node:assert/strict';
import { likenessScore, scoreOfTerm } from '../../../server/concepts/select/scores.js';
import { term } from '../known.js';

/** The score of a term with so many content words among its tokens. */
function termScore(content: number, tokens: number): number {
  const place = { from: 0, to: tokens, start: 0, end: tokens, sentence: 0, language: 'en' as const };
  const known = { words: 'x', strange: false, exact: [term('9', 'x', 'preferred')], refused: new Set<string>() };
  return scoreOfTerm({ ...place, ...known, content, evidence: [], clinical: null });
}

describe('the score of words', () => {
  it('prefers one long term to the terms inside it', () => {
    assert.ok(termScore(2, 3) > termScore(2, 2));
    assert.ok(termScore(1, 2) < termScore(1, 1) + termScore(1, 1));
  });

  it('is higher for a term than for as many words that are only like one', () => {
    assert.ok(likenessScore(2, 0.99, 0.8) < termScore(2, 2));
  });

  it('grows with the likeness from nothing at the floor, and is never negative', () => {
    assert.equal(likenessScore(3, 0.8, 0.8), 0);
    assert.equal(likenessScore(3, 0.5, 0.8), 0);
    assert.ok(likenessScore(3, 0.95, 0.8) > likenessScore(3, 0.9, 0.8));
    assert.equal(likenessScore(3, 1, 0.8), 3);
  });
});
