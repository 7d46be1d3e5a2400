import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chooseSpans, type Scored } from '../../../server/concepts/select/choose.js';

const total = (items: readonly Scored[]) => items.reduce((sum, item) => sum + item.score, 0);
const overlap = (a: Scored, b: Scored) => a.from < b.to && b.from < a.to;

/** The highest sum over all subsets without an overlap. */
function bestByForce(items: readonly Scored[]): number {
  let best = 0;
  for (let mask = 0; mask < 1 << items.length; mask++) {
    const subset = items.filter((_, i) => mask & (1 << i));
    const clash = subset.some((a, i) => subset.slice(i + 1).some((b) => overlap(a, b)));
    if (!clash) best = Math.max(best, total(subset));
  }
  return best;
}

const items = fc.array(
  fc
    .tuple(fc.nat({ max: 10 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: -2, max: 20 }))
    .map(([from, length, score]): Scored => ({ from, to: from + length, score: score / 4 })),
  { maxLength: 10 },
);

describe('the choice of spans', () => {
  it('takes the long span where it says more than its parts, and the parts where they say more', () => {
    const parts = [
      { from: 0, to: 1, score: 1 },
      { from: 1, to: 2, score: 1 },
    ];
    assert.deepEqual(chooseSpans([...parts, { from: 0, to: 2, score: 2.2 }]), [{ from: 0, to: 2, score: 2.2 }]);
    assert.deepEqual(chooseSpans([...parts, { from: 0, to: 2, score: 1.9 }]), parts);
  });

  it('takes spans that touch', () => {
    const touching = [
      { from: 0, to: 2, score: 1 },
      { from: 2, to: 3, score: 1 },
    ];
    assert.deepEqual(chooseSpans(touching), touching);
  });

  it('leaves out what has no positive score, and nothing is chosen of nothing', () => {
    assert.deepEqual(
      chooseSpans([
        { from: 0, to: 1, score: 0 },
        { from: 1, to: 2, score: -1 },
      ]),
      [],
    );
    assert.deepEqual(chooseSpans([]), []);
  });

  it('has the highest sum of all choices without an overlap, in the order of the text', () => {
    fc.assert(
      fc.property(items, (given) => {
        const chosen = chooseSpans(given);
        for (const [i, item] of chosen.entries()) {
          assert.ok(given.includes(item));
          const next = chosen[i + 1];
          assert.ok(next === undefined || item.to <= next.from);
        }
        assert.ok(Math.abs(total(chosen) - bestByForce(given)) < 1e-9);
      }),
    );
  });

  it('does not depend on the order in which the spans are given', () => {
    fc.assert(
      fc.property(items, (given) => {
        const distinct = [...new Map(given.map((item) => [`${item.from}-${item.to}`, item])).values()];
        assert.deepEqual(chooseSpans([...distinct].reverse()), chooseSpans(distinct));
      }),
    );
  });
});
