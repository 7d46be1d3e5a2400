import assert from 'node:assert/strict';
import { chooseThresholds, outcomeOf, type Sample, toSample } from '../../server/terminology/fit-thresholds.js';

/** Samples with cosines spread evenly over a range. */
function spread(count: number, low: number, high: number, rest: Partial<Sample>): Sample[] {
  return Array.from({ length: count }, (_, i) => ({
    cosine: low + ((high - low) * (i + 0.5)) / count,
    margin: 0.3,
    isTerm: false,
    right: true,
    candidates: [],
    strangerCosine: 0.2,
    strangerMargin: 0.1,
    strangerIsTerm: false,
    known: true,
    ...rest,
  }));
}

function counted(samples: readonly Sample[]) {
  return outcomeOf(samples, chooseThresholds(samples));
}

describe('a sample', () => {
  const phrase = { language: 'en', words: 'fever', right: ['386661006'], wrong: [] } as const;
  const ranked = [
    { sctid: '386661006', cosine: 0.9, tier: 'exact' },
    { sctid: '43724002', cosine: 0.6, tier: 'dense' },
    { sctid: '103001002', cosine: 0.5, tier: 'dense' },
  ] as const;

  it('is the answer, and what the answer were without the right concept', () => {
    const { cosine, margin, isTerm, right, strangerCosine, strangerMargin, strangerIsTerm, known } = toSample(
      phrase,
      { ranked, doubt: null },
      true,
    );
    assert.deepEqual([cosine, isTerm, right, known], [0.9, true, true, true]);
    assert.deepEqual([strangerCosine, strangerIsTerm], [0.6, false]);
    assert.ok(Math.abs(margin - 0.3) < 1e-9 && Math.abs(strangerMargin - 0.1) < 1e-9);
  });

  it('has no margin when the answer is doubtful, so that it is never resolved', () => {
    assert.equal(toSample(phrase, { ranked, doubt: 'typo' }, true).margin, 0);
  });

  it('is wrong when nothing is near', () => {
    const { cosine, right, strangerCosine } = toSample(phrase, { ranked: [], doubt: null }, true);
    assert.deepEqual([cosine, right, strangerCosine], [0, false, 0]);
  });
});

describe('the fitted thresholds', () => {
  it('resolve everything from the floor on where every answer is right', () => {
    const thresholds = chooseThresholds(spread(400, 0.6, 1, {}));
    assert.equal(thresholds.resolvedCosine, thresholds.floor);
    assert.equal(thresholds.resolvedMargin, 0.005);
  });

  it('show the candidates of which one of twenty is right, with the phrases that have none', () => {
    const of = (cosine: number, right: boolean) => spread(60, 0.9, 1, { candidates: [{ cosine, right }] });
    const samples = [
      ...of(0.45, true),
      ...of(0.45, false),
      ...of(0.35, false),
      ...of(0.35, false),
      ...spread(300, 0.6, 0.9, {}),
    ];
    const { shown = 0, floor } = chooseThresholds(samples);
    assert.ok(shown >= 0.41 && shown <= 0.45, String(shown));
    assert.ok(shown < floor);
  });

  it('show none below the floor where no candidate there is right', () => {
    const { shown, floor } = chooseThresholds(spread(300, 0.6, 1, { candidates: [{ cosine: 0.4, right: false }] }));
    assert.equal(shown, floor);
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

  it('give a little coverage for more precision', () => {
    // Precise enough with all of them, and better without the few below 0.65.
    const few = [...spread(1, 0.6, 0.65, {}), ...spread(4, 0.6, 0.65, { right: false })];
    const { resolvedCosine } = chooseThresholds([...spread(400, 0.65, 1, {}), ...few]);
    assert.ok(resolvedCosine >= 0.65, String(resolvedCosine));
  });

  it('ask for a margin where wrong answers are close calls', () => {
    const samples = [...spread(300, 0.6, 1, {}), ...spread(150, 0.6, 1, { right: false, margin: 0.015 })];
    const { resolvedMargin } = chooseThresholds(samples);
    assert.ok(resolvedMargin > 0.015, String(resolvedMargin));
  });

  it('ask for a smaller margin where the words are a term', () => {
    const likenesses = spread(150, 0.6, 1, { right: false, margin: 0.06 });
    const terms = spread(300, 0.95, 1, { isTerm: true, margin: 0.04 });
    const { resolvedMargin, termMargin } = chooseThresholds([...spread(300, 0.6, 1, {}), ...likenesses, ...terms]);
    assert.ok(termMargin <= 0.04 && resolvedMargin > 0.06, `${termMargin}, ${resolvedMargin}`);
  });

  it('count spans whose concept the release lacks', () => {
    const near = spread(400, 0.6, 1, {}).map((sample) => ({ ...sample, strangerCosine: 0.9, strangerMargin: 0.2 }));
    assert.ok(chooseThresholds(near).resolvedCosine > 0.9);
  });

  it('count as wrong what is resolved though the release has no concept for it', () => {
    const lacking = spread(40, 0.7, 0.95, { right: false, known: false });
    const { resolvedCosine } = chooseThresholds([...spread(400, 0.6, 1, {}), ...lacking]);
    assert.ok(resolvedCosine > 0.9, String(resolvedCosine));
  });

  it('are right at least 98 times in 100 on the samples they were fitted on', () => {
    const mixed = [
      ...spread(300, 0.6, 1, {}),
      ...spread(200, 0.5, 0.95, { right: false, margin: 0.03, strangerCosine: 0.8 }),
      ...spread(100, 0.3, 0.7, { right: false, strangerCosine: 0.75, strangerMargin: 0.15 }),
    ];
    const { right, resolved } = counted(mixed);
    assert.ok(resolved > 0 && right >= 0.98 * resolved, `${right} of ${resolved}`);
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
      const { mention, floor, resolvedCosine, resolvedMargin, termMargin } = chooseThresholds(samples);
      assert.ok(mention < floor && floor <= resolvedCosine && resolvedCosine <= 1);
      assert.ok(termMargin <= resolvedMargin && resolvedMargin <= 2);
    }
  });
});
