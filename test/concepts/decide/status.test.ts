import assert from 'node:assert/strict';
import { floorOf, leastMargin, mentionOf, shownOf, statusOf } from '../../../server/concepts/decide/status.js';
import type { Thresholds } from '../../../server/db/serving.js';
import type { Tier } from '../../../server/domain/candidate.js';

const thresholds = { mention: 0.7, floor: 0.8, resolvedCosine: 0.85, resolvedMargin: 0.02, termMargin: 0.01 };

function statusAt(cosine: number, margin: number, fitted: Thresholds | undefined, tier: Tier = 'dense') {
  return statusOf({ cosine, margin, tier, doubt: null, probability: null }, fitted);
}

describe('the status of a span', () => {
  it('is resolved from the cosine and the margin on, both included', () => {
    assert.equal(statusAt(0.85, 0.02, thresholds), 'resolved');
    assert.equal(statusAt(1, 1, thresholds), 'resolved');
  });

  it('is flag where the cosine or the margin is too small', () => {
    assert.equal(statusAt(0.8499, 0.5, thresholds), 'flag');
    assert.equal(statusAt(1, 0.0199, thresholds), 'flag');
    assert.equal(statusAt(0.8, 0.5, thresholds), 'flag');
  });

  it('asks for a smaller margin where the words are a term of the first concept', () => {
    assert.equal(statusAt(1, 0.01, thresholds, 'exact'), 'resolved');
    assert.equal(statusAt(1, 0.0099, thresholds, 'inflection'), 'flag');
    assert.equal(leastMargin(thresholds, 'abbreviation'), 0.01);
    assert.equal(leastMargin(thresholds, 'dense'), 0.02);
  });

  it('is never resolved when it is in doubt', () => {
    assert.equal(
      statusOf({ cosine: 1, margin: 1, tier: 'exact', doubt: 'letters', probability: null }, thresholds),
      'flag',
    );
  });

  it('is resolved only where the first concept is likely enough to be right, and has a code only where it is likelier than not', () => {
    const at = (probability: number) =>
      statusOf({ cosine: 1, margin: 1, tier: 'exact', doubt: null, probability }, thresholds);
    assert.deepEqual([0.49, 0.5, 0.87, 0.999].map(at), ['unresolved', 'flag', 'flag', 'resolved']);
  });

  it('is no better for a probability than cosine, margin and rules allow', () => {
    const sure = { tier: 'exact', probability: 1 } as const;
    assert.equal(statusOf({ ...sure, cosine: 0.7, margin: 1, doubt: null }, thresholds), 'unresolved');
    assert.equal(statusOf({ ...sure, cosine: 0.84, margin: 1, doubt: null }, thresholds), 'flag');
    assert.equal(statusOf({ ...sure, cosine: 1, margin: 1, doubt: 'letters' }, thresholds), 'flag');
  });

  it('is unresolved below the floor, whatever the margin', () => {
    assert.equal(statusAt(0.7999, 0.7999, thresholds), 'unresolved');
    assert.equal(statusAt(0, 0, thresholds), 'unresolved');
  });

  it('is never resolved without fitted thresholds', () => {
    assert.equal(statusAt(1, 1, undefined), 'flag');
    assert.equal(statusAt(0.6, 0.6, undefined), 'flag');
    assert.equal(statusAt(0.59, 0.59, undefined), 'unresolved');
  });

  it('shows candidates from the fitted cosine on, else from a little below the floor', () => {
    assert.equal(shownOf({ ...thresholds, shown: 0.65 }), 0.65);
    assert.ok(Math.abs(shownOf(thresholds) - 0.65) < 1e-9);
  });

  it('has a floor above the cosine of a mention, fitted or not', () => {
    assert.deepEqual([floorOf(thresholds), mentionOf(thresholds)], [0.8, 0.7]);
    assert.ok(mentionOf(undefined) < floorOf(undefined));
  });
});
