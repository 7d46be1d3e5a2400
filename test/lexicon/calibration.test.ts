import assert from 'node:assert/strict';
import type { ConfidenceRow } from '../../server/db/tables.js';
import { Calibration } from '../../server/lexicon/calibration.js';
import { compileLexicon } from '../../server/lexicon/compile.js';
import { answersOf, lexiconFiles, parseAnnotated } from '../support/annotated.js';

const base: Omit<ConfidenceRow, 'score' | 'confidence'> = {
  id: 1,
  language: 'en',
  axis: 'assertion',
  value: 'negated',
  source: 'cue',
  version: 1,
};
const point = (score: number, confidence: number, other: Partial<ConfidenceRow> = {}): ConfidenceRow => ({
  ...base,
  score,
  confidence,
  ...other,
});

function assertionsOf(source: string): number[] {
  return answersOf(parseAnnotated(source)).map(({ context }) => context.assertion?.confidence ?? 0);
}

describe('the confidence of a decision', () => {
  const calibration = new Calibration([point(0.9, 0.8), point(0.5, 0.4), point(0.7, 0.6, { value: '*' })]);

  it('is interpolated between the points of its curve and constant beyond them', () => {
    const of = (score: number) => calibration.confidence({ ...base, score });
    assert.deepEqual([0.3, 0.5, 0.9, 0.99].map(of), [0.4, 0.4, 0.8, 0.8]);
    assert.ok(Math.abs(of(0.7) - 0.6) < 1e-9);
  });

  it('comes from the curve of every value where its own value has none', () => {
    assert.equal(calibration.confidence({ ...base, value: 'uncertain', score: 0.5 }), 0.6);
  });

  it('is never far above the score, where few labelled answers are', () => {
    assert.equal(calibration.confidence({ ...base, score: 0.1 }).toFixed(2), '0.30');
    assert.ok(
      assertionsOf('No fever, productive <t assertion=negated>cough</t>.').every((confidence) => confidence < 0.9),
    );
    assert.ok(
      assertionsOf('Shows no ¶ <t assertion=affirmed>TB</t>'.replace(' ¶ ', '\n')).every(
        (confidence) => confidence < 0.9,
      ),
    );
  });

  it('is the score where there is no curve', () => {
    assert.equal(calibration.confidence({ ...base, axis: 'role', value: 'history', score: 0.85 }), 0.85);
    assert.equal(calibration.confidence({ ...base, language: 'fr', score: 0.85 }), 0.85);
  });

  it('is what the answer shows, in the language of the sentence', () => {
    const confidences = [point(0.1, 0.51), point(0.1, 0.52, { language: 'fr' })];
    const lexicon = compileLexicon({ ...lexiconFiles(), confidences });
    for (const [text, expected] of [
      ['The child denies <t assertion=negated>fever</t>.', 0.51],
      ["L'enfant n'a pas de <t assertion=negated>fièvre</t>.", 0.52],
    ] as const) {
      const [answer] = answersOf(parseAnnotated(text), { lexicon });
      assert.equal(answer?.context.assertion?.confidence, expected);
    }
  });
});
