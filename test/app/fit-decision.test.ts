import assert from 'node:assert/strict';
import {
  calibrationError,
  crossValidated,
  fitDecision,
  type JudgedSpan,
  reliability,
} from '../../server/app/fit-decision.js';
import { logistic, logOdds, movedBy, probabilityOf } from '../../server/concepts/decide/decision.js';
import type { Feature } from '../../server/concepts/decide/features.js';
import { PRECEDENCE } from '../../server/concepts/rules/precedence.js';

/** The same numbers in every run, 0 to 1 (a linear congruential generator with the constants of Numerical Recipes). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Spans of which so many are right as the weights say; ten a note. */
function spansBy(truth: ReadonlyMap<string, number>, count: number): JudgedSpan[] {
  const next = chance(7);
  return Array.from({ length: count }, (_, i) => {
    const features: Feature[] = [
      { feature: 'bias', value: 1 },
      ...(next() < 0.4 ? [{ feature: 'distance', value: next() }] : []),
      ...(next() < 0.3 ? [{ feature: 'rule:likeness', value: 1 }] : []),
      { feature: next() < 0.5 ? 'tag:finding' : 'tag:procedure', value: 1 },
    ];
    return { note: `note ${Math.floor(i / 10)}`, features, right: next() < logistic(logOdds(truth, features)) };
  });
}

describe('the fit of the decision', () => {
  const truth = new Map([
    ['bias', 2],
    ['distance', -2],
    ['rule:likeness', -1.5],
    ['tag:finding', 1],
    ['tag:procedure', -1],
  ]);

  it('finds the weights that judged spans were drawn by', () => {
    const weights = fitDecision(spansBy(truth, 20_000));
    for (const tag of ['tag:finding', 'tag:procedure']) {
      const drawn = (truth.get('bias') ?? 0) + (truth.get(tag) ?? 0);
      assert.ok(Math.abs((weights.get('bias') ?? 0) + (weights.get(tag) ?? 0) - drawn) < 0.2, tag);
    }
    assert.ok(Math.abs((weights.get('rule:likeness') ?? 0) + 1.5) < 0.2);
    assert.ok(Math.abs((weights.get('distance') ?? 0) + 2) < 0.3);
  });

  it('never lets a rule or a distance speak for a candidate, whatever the notes say', () => {
    const odd = new Map([...truth, ['distance', 2], ['rule:likeness', 1.5]] as [string, number][]);
    const weights = fitDecision(spansBy(odd, 2_000));
    assert.equal(weights.get('distance'), 0);
    assert.equal(weights.get('rule:likeness'), 0);
  });

  it('lets a rule of which no note says anything hold back', () => {
    const weights = fitDecision(spansBy(truth, 500));
    for (const [rule] of PRECEDENCE) assert.ok((weights.get(`rule:${rule}`) ?? 0) < 0, rule);
    assert.ok((weights.get('rule:allergen') ?? 0) === -2);
  });

  it('gives the same weights whatever the order of the spans', () => {
    const spans = spansBy(truth, 800);
    const turned = fitDecision([...spans].reverse());
    for (const [feature, weight] of fitDecision(spans))
      assert.ok(Math.abs((turned.get(feature) ?? 0) - weight) < 0.001, feature);
  });

  it('is calibrated on the notes that it has not seen', () => {
    const spans = spansBy(truth, 5_000);
    const bins = reliability(spans, crossValidated(spans));
    assert.equal(
      bins.reduce((sum, bin) => sum + bin.spans, 0),
      spans.length,
    );
    assert.ok(calibrationError(bins) < 0.03);
  });

  it('judges each note by the others only', () => {
    const sure = Array.from({ length: 40 }, (_, i) => ({
      note: `note ${Math.floor(i / 4)}`,
      features: [{ feature: `tag:${Math.floor(i / 4)}`, value: 1 }],
      right: i < 20,
    }));
    for (const probability of crossValidated(sure)) assert.equal(probability, 0.5);
  });
});

describe('the probability of a candidate', () => {
  const weights = new Map([
    ['bias', 2],
    ['margin', 1],
    ['rule:likeness', -4],
  ]);
  const features = [
    { feature: 'bias', value: 1 },
    { feature: 'margin', value: 0.5 },
    { feature: 'rule:likeness', value: 1 },
    { feature: 'tag:unheard of', value: 1 },
  ];

  it('is what the weights of its features give', () => {
    assert.equal(probabilityOf(weights, features), 0.1824);
  });

  it('is not known without weights, or without a candidate', () => {
    assert.equal(probabilityOf(new Map(), features), null);
    assert.equal(probabilityOf(weights, []), null);
  });

  it('is explained by what moves it, the most first', () => {
    assert.deepEqual(
      movedBy(weights, features).map(({ feature, log_odds }) => `${feature} ${log_odds}`),
      ['rule:likeness -4', 'bias 2', 'margin 0.5', 'tag:unheard of 0'],
    );
  });
});
