import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { foldTerm } from '../../server/text/normalize.js';
import { joinKeys, termKey, tokenKeys } from '../../server/text/term-key.js';
import { tokenize } from '../../server/text/token.js';

const SEED = fileURLToPath(new URL('../../../seed/', import.meta.url));

describe('the keys of tokens', () => {
  it('join to the key of the whole, for every term of the seed', () => {
    const terms = readdirSync(SEED)
      .filter((file) => file.endsWith('.tsv'))
      .flatMap((file) =>
        readFileSync(SEED + file, 'utf8')
          .split('\n')
          .slice(1),
      )
      .flatMap((line) => line.split('\t').slice(3))
      .flatMap((cell) => cell.split(' | '))
      .filter((term) => term !== '');
    const different = terms.filter((term) => {
      const tokens = tokenize(term);
      return joinKeys(tokens, tokenKeys(tokens), 0, tokens.length) !== termKey(foldTerm(term));
    });
    assert.deepEqual(different, []);
  });
});
