import assert from 'node:assert/strict';
import { fitConfidence, type ScoredAnswer } from '../../server/cli/evaluation/fit-confidence.js';

/** So many answers of one score, of which so many were right. */
function answers(score: number, count: number, right: number, other: Partial<ScoredAnswer> = {}): ScoredAnswer[] {
  const base = { language: 'en', axis: 'assertion', value: 'negated', source: 'cue' } as const;
  return Array.from({ length: count }, (_, i) => ({ ...base, score, right: i < right, ...other }));
}

const rows = (labelled: readonly ScoredAnswer[]) => fitConfidence(labelled, 'en').trimEnd().split('\n').slice(1);

describe('the fit of confidences', () => {
  it('gives the share of right answers, with a little of the share of the whole curve', () => {
    assert.deepEqual(rows([...answers(0.6, 100, 50), ...answers(0.9, 100, 90)]), [
      'assertion\tnegated\tcue\t0.600\t0.51\t50 of 100 right',
      'assertion\tnegated\tcue\t0.900\t0.89\t90 of 100 right',
    ]);
  });

  it('never falls: scores that are right less often are joined with those below', () => {
    assert.deepEqual(rows([...answers(0.6, 50, 45), ...answers(0.9, 50, 35)]), [
      'assertion\tnegated\tcue\t0.750\t0.80\t80 of 100 right',
    ]);
  });

  it('joins scores with few answers, and values with few answers into one curve', () => {
    assert.deepEqual(rows([...answers(0.6, 10, 10), ...answers(0.9, 30, 30)]), [
      'assertion\tnegated\tcue\t0.825\t0.99\t40 of 40 right',
    ]);
    const few = [...answers(0.6, 15, 15, { value: 'affirmed' }), ...answers(0.6, 15, 15, { value: 'uncertain' })];
    assert.deepEqual(rows(few), ['assertion\t*\tcue\t0.600\t0.99\t30 of 30 right']);
  });

  it('says nothing of what it has hardly seen, nor of the other language', () => {
    assert.deepEqual(rows(answers(0.6, 5, 5)), []);
    assert.deepEqual(rows(answers(0.6, 100, 50, { language: 'fr' })), []);
  });
});
