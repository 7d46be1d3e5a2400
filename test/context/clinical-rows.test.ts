import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '../../server/domain/language.js';
import { readSeedFiles } from '../../server/terminology/seed-files.js';
import { foldTerm } from '../../server/text/normalize.js';
import { termKey } from '../../server/text/term-key.js';
import { lexiconFiles } from '../support/annotated.js';

const SEED = fileURLToPath(new URL('../../../seed', import.meta.url));
const keyOf = (word: string): string => (word.startsWith('-') ? '-' : '') + termKey(foldTerm(word));

const isShortAbbreviation = (term: string): boolean =>
  /^\p{Lu}[\p{L}]{1,3}$/u.test(term) && /\p{Lu}/u.test(term.slice(1));

const singular = (term: string): string => term.replace(/s$/, '');

describe('the shipped clinical words', () => {
  const { descriptions } = readSeedFiles(SEED);
  for (const language of LANGUAGES) {
    const words = lexiconFiles()
      .words.filter((row) => row.class === 'CLINICAL' && row.language === language)
      .map((row) => row.word);

    it(`are sorted, told once and of three letters or more, or two in mixed case: ${language}`, () => {
      assert.ok(words.length > 1_000);
      assert.deepEqual(words, [...words].sort());
      const keys = words.map(keyOf);
      assert.deepEqual(
        words.filter(
          (word, i) => keys.indexOf(keyOf(word)) !== i || (word.length < 3 && !/^\p{Lu}\p{Ll}$/u.test(word)),
        ),
        [],
      );
    });

    it(`are no terms of the seed, which go before them: ${language}`, () => {
      const ours = descriptions.filter((term) => term.language === language).map(({ term }) => term);
      const known = new Set(ours.filter((term) => !isShortAbbreviation(term)).map(keyOf));
      const written = new Set(ours.map(singular));
      // A few letters count as they are written: "PSA" was measured, "PsA" is an arthritis, "VAP" no "vape".
      const isTerm = (word: string) =>
        isShortAbbreviation(word) ? written.has(singular(word)) : known.has(keyOf(word)) || written.has(singular(word));
      assert.deepEqual(words.filter(isTerm), []);
    });
  }
});
