import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readingCase, readingFaults } from '../../server/cli/evaluation/readings.js';
import { shippedLexicon } from '../support/annotated.js';
import { isRight, secondCase } from './second-readings.js';

const DIR = fileURLToPath(new URL('../../../test/evaluation/readings/', import.meta.url));
/** The share that is right, of sentences that have been seen. */
const FLOOR = 0.99;
/** The same of the second set, whose writer's alternatives count as wrong. */
const SECOND_FLOOR = 0.89;

describe('the labelled values and doses', () => {
  for (const language of ['en', 'fr']) {
    it(`are right in ${FLOOR} of 300 sentences and more: ${language}`, () => {
      const lines = readFileSync(`${DIR}${language}.jsonl`, 'utf8').trimEnd().split('\n');
      const cases = lines.map((line) => readingCase.parse(JSON.parse(line)));
      const wrong = cases.filter((each) => readingFaults(each, shippedLexicon()).length > 0);
      assert.equal(cases.length, 300);
      assert.ok(
        1 - wrong.length / cases.length >= FLOOR,
        wrong.map(({ text, span }) => `${text} [${span}]`).join('\n'),
      );
    });
  }

  for (const language of ['en', 'fr']) {
    it(`are right in ${SECOND_FLOOR} of the second 300 sentences and more: ${language}`, () => {
      const lines = readFileSync(`${DIR}second-${language}.jsonl`, 'utf8').trimEnd().split('\n');
      const cases = lines.map((line) => secondCase.parse(JSON.parse(line)));
      const wrong = cases.filter((each) => !isRight(each, shippedLexicon()));
      assert.equal(cases.length, 300);
      assert.ok(
        1 - wrong.length / cases.length >= SECOND_FLOOR,
        wrong.map(({ text, span }) => `${text} [${span}]`).join('\n'),
      );
    });
  }
});
