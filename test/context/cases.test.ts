import assert from 'node:assert/strict';
import { ask } from '../../server/context/case-run.js';
import type { CaseRow } from '../../server/db/tables.js';
import { AXES, AXIS_VALUES } from '../../server/domain/axes.js';
import { LANGUAGES } from '../../server/domain/language.js';
import { lexiconFiles, shippedLexicon } from '../support/annotated.js';

const CASES = lexiconFiles().cases;

describe('the shipped cases', () => {
  it('are right with the shipped lexicon', () => {
    const wrong = CASES.flatMap((row) =>
      ask({ kind: 'case', row }, shippedLexicon())
        .filter(({ right }) => !right)
        .map(({ axis, expected, came }) => `"${row.text}" [${row.span}]: ${axis} is ${came}, not ${expected}`),
    );
    assert.deepEqual(wrong, []);
  });

  for (const language of LANGUAGES) {
    const mine = CASES.filter((row) => row.language === language);

    it(`pin every policy more than once: ${language}`, () => {
      const count = (policy: number) => mine.filter(({ notes }) => notes === `policy ${policy}`).length;
      const seldom = Array.from({ length: 13 }, (_, i) => i + 1).filter((policy) => count(policy) < 2);
      assert.deepEqual(seldom, []);
    });

    it(`pin every value of every axis: ${language}`, () => {
      const missing = AXES.flatMap((axis) => {
        const values: readonly string[] = [...AXIS_VALUES[axis], ...(axis === 'certainty' ? ['none'] : [])];
        return values.filter((value) => !mine.some((row) => row[axis] === value)).map((value) => `${axis} ${value}`);
      });
      assert.deepEqual(missing, []);
    });
  }

  it('judge each span of a text once', () => {
    const keys = CASES.map((row) => [row.language, row.text, row.span, row.occurrence].join('\t'));
    assert.equal(new Set(keys).size, keys.length);
  });
});

describe('asking a lexicon', () => {
  const row = { ...(CASES[0] as CaseRow), assertion: null, certainty: null };

  it('finds the occurrence that a case names', () => {
    const text = 'No rash on the face. Arms: rash. Legs: no rash.';
    const answers = [1, 2, 3].map((occurrence) =>
      ask(
        { kind: 'case', row: { ...row, language: 'en', text, span: 'rash', occurrence, assertion: 'negated' } },
        shippedLexicon(),
      ).map(({ came, trigger, right }) => ({ came, trigger, right })),
    );
    const [negated, affirmed] = [
      { came: 'negated', right: true },
      { came: 'affirmed', trigger: null, right: false },
    ];
    assert.deepEqual(answers, [[{ ...negated, trigger: 'No' }], [affirmed], [{ ...negated, trigger: 'no' }]]);
  });

  it('says none where an axis does not apply', () => {
    const text = 'Return if fever.';
    const certainty = { ...row, language: 'en' as const, text, span: 'fever', certainty: 'none' };
    assert.deepEqual(
      ask({ kind: 'case', row: certainty }, shippedLexicon()).map(({ came, right }) => ({ came, right })),
      [{ came: 'none', right: true }],
    );
  });
});
