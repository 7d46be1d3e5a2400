import assert from 'node:assert/strict';
import type { LeftOut } from '../../server/db/rank.js';
import { chooseThresholds } from '../../server/terminology/fit-thresholds.js';

/** Samples with cosines spread evenly over a range. */
function spread(count: number, low: number, high: number, rest: Partial<LeftOut>): LeftOut[] {
  return Array.from({ length: count }, (_, i) => ({
    cosine: low + ((high - low) * (i + 0.5)) / count,
    margin: 0.3,
    right: true,
    strangerCosine: 0.2,
    strangerMargin: 0.1,
    ...rest,
  }));
}

function counted(samples: readonly LeftOut[]) {
  const { resolvedCosine, resolvedMargin } = chooseThresholds(samples);
  const passes = (cosine: number, margin: number) => cosine >= resolvedCosine && margin >= resolvedMargin;
  const kept = samples.filter((sample) => passes(sample.cosine, sample.margin));
  const strangers = samples.filter((sample) => passes(sample.strangerCosine, sample.strangerMargin));
  const verbatim = samples.filter((sample) => passes(1, 1 - sample.strangerCosine));
  const right = kept.filter((sample) => sample.right).length + verbatim.length;
  return { right, given: kept.length + strangers.length + verbatim.length };
}

describe('the fitted thresholds', () => {
  it('resolve everything from the floor on where every answer is right', () => {
    const thresholds = chooseThresholds(spread(400, 0.6, 1, {}));
    assert.equal(thresholds.resolvedCosine, thresholds.floor);
    assert.equal(thresholds.resolvedMargin, 0.005);
  });

  it('put the floor where right answers begin to prevail', () => {
    const samples = [...spread(300, 0.4, 0.7, { right: false }), ...spread(300, 0.7, 1, {})];
    const { floor } = chooseThresholds(samples);
    assert.ok(Math.abs(floor - 0.7) <= 0.02, String(floor));
  });

  it('raise the cosine where low cosines are wrong', () => {
    const samples = [...spread(300, 0.5, 0.85, { right: false }), ...spread(300, 0.85, 1, {})];
    const { resolvedCosine } = chooseThresholds(samples);
    assert.ok(resolvedCosine >= 0.82 && resolvedCosine <= 0.87, String(resolvedCosine));
  });

  it('ask for a margin where wrong answers are close calls', () => {
    const samples = [...spread(300, 0.6, 1, {}), ...spread(150, 0.6, 1, { right: false, margin: 0.015 })];
    const { resolvedMargin } = chooseThresholds(samples);
    assert.ok(resolvedMargin > 0.015, String(resolvedMargin));
  });

  it('count spans whose concept the release lacks', () => {
    const near = spread(400, 0.6, 1, {}).map((sample) => ({ ...sample, strangerCosine: 0.9, strangerMargin: 0.2 }));
    assert.ok(chooseThresholds(near).resolvedCosine > 0.9);
  });

  it('are right at least 98 times in 100 on the samples they were fitted on', () => {
    const mixed = [
      ...spread(300, 0.6, 1, {}),
      ...spread(200, 0.5, 0.95, { right: false, margin: 0.03, strangerCosine: 0.8 }),
      ...spread(100, 0.3, 0.7, { right: false, strangerCosine: 0.75, strangerMargin: 0.15 }),
    ];
    const { right, given } = counted(mixed);
    assert.ok(given > 0 && right >= 0.98 * given, `${right} of ${given}`);
  });

  it('let nothing be resolved where no threshold is precise enough', () => {
    const hopeless = spread(400, 0.5, 1, { right: false, margin: 0.9, strangerCosine: 0.999, strangerMargin: 0.9 });
    const { resolvedCosine, resolvedMargin } = chooseThresholds(hopeless);
    assert.ok(resolvedCosine >= 1 && resolvedMargin > 1);
  });

  it('never let a span resolve that means two concepts equally', () => {
    assert.ok(chooseThresholds(spread(400, 0.6, 1, {})).resolvedMargin > 0);
  });

  it('keep the order that the table asks for', () => {
    for (const samples of [
      [],
      spread(10, 0.1, 0.3, {}),
      spread(400, 0.6, 1, {}),
      spread(400, 0, 1, { right: false }),
    ]) {
      const { mention, floor, resolvedCosine, resolvedMargin } = chooseThresholds(samples);
      assert.ok(mention < floor && floor <= resolvedCosine && resolvedCosine <= 1 && resolvedMargin <= 2);
    }
  });
});
