import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../../server/domain.js';
import { readSeedFiles } from '../../server/terminology/seed-files.js';
import { foldTerm } from '../../server/text/normalize.js';
import { termKey } from '../../server/text/term-key.js';
import { lexiconFiles } from '../support/annotated.js';

const SEED = fileURLToPath(new URL('../../../seed', import.meta.url));
const keyOf = (word: string): string => (word.startsWith('-') ? '-' : '') + termKey(foldTerm(word));

describe('the shipped clinical words', () => {
  const { descriptions } = readSeedFiles(SEED);
  for (const language of LANGUAGES) {
    const words = lexiconFiles()
      .words.filter((row) => row.class === 'CLINICAL' && row.language === language)
      .map((row) => row.word);

    it(`are sorted, told once and of three letters or more: ${language}`, () => {
      assert.ok(words.length > 1_000);
      assert.deepEqual(words, [...words].sort());
      const keys = words.map(keyOf);
      assert.deepEqual(
        words.filter((word, i) => keys.indexOf(keyOf(word)) !== i || word.length < 3),
        [],
      );
    });

    it(`are no terms of the seed, which go before them: ${language}`, () => {
      const known = new Set(descriptions.filter((term) => term.language === language).map(({ term }) => keyOf(term)));
      assert.deepEqual(
        words.filter((word) => known.has(keyOf(word))),
        [],
      );
    });
  }
});
