import assert from 'node:assert/strict';
import { floorOf, mentionOf, statusOf } from '../../server/ranking/status.js';

const thresholds = { mention: 0.7, floor: 0.8, resolvedCosine: 0.85, resolvedMargin: 0.02 };

describe('the status of a span', () => {
  it('is resolved from the cosine and the margin on, both included', () => {
    assert.equal(statusOf(0.85, 0.02, thresholds), 'resolved');
    assert.equal(statusOf(1, 1, thresholds), 'resolved');
  });

  it('is flag where the cosine or the margin is too small', () => {
    assert.equal(statusOf(0.8499, 0.5, thresholds), 'flag');
    assert.equal(statusOf(1, 0.0199, thresholds), 'flag');
    assert.equal(statusOf(0.8, 0.5, thresholds), 'flag');
  });

  it('is unresolved below the floor, whatever the margin', () => {
    assert.equal(statusOf(0.7999, 0.7999, thresholds), 'unresolved');
    assert.equal(statusOf(0, 0, thresholds), 'unresolved');
  });

  it('is never resolved without fitted thresholds', () => {
    assert.equal(statusOf(1, 1, undefined), 'flag');
    assert.equal(statusOf(0.6, 0.6, undefined), 'flag');
    assert.equal(statusOf(0.59, 0.59, undefined), 'unresolved');
  });

  it('has a floor above the cosine of a mention, fitted or not', () => {
    assert.deepEqual([floorOf(thresholds), mentionOf(thresholds)], [0.8, 0.7]);
    assert.ok(mentionOf(undefined) < floorOf(undefined));
  });
});
