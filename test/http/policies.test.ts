import assert from 'node:assert/strict';
import type { Axis } from '../../server/domain/axes.js';
import { POLICIES } from '../../server/http/policies.js';
import { answersOf, broken } from '../support/annotated.js';

describe('the documented context policies', () => {
  for (const { rule, examples } of POLICIES) {
    for (const { language, sentence, axes } of examples) {
      it(`hold for "${sentence}" (${rule})`, () => {
        const text = sentence.replace(/[[\]]/g, '');
        const target = { start: sentence.indexOf('['), end: sentence.indexOf(']') - 1, chronic: false };
        const annotated = { text, targets: [{ ...target, expected: [], trigger: undefined }] };
        const [answer] = answersOf(annotated, { language });
        assert.ok(answer);
        const found = Object.keys(axes).map((axis) => [axis, answer.context[axis as Axis]?.value ?? null]);
        assert.deepEqual(Object.fromEntries(found), axes);
        assert.deepEqual(broken(answer, text), []);
      });
    }
  }
});
