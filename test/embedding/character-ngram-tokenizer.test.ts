import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { characterNgramTokenizer } from '../../server/embedding/character-ngram-tokenizer.js';
import { SHIPPED } from './support.js';

const SETTINGS = { tokenizer_class: 'CharacterNgramTokenizer', buckets: 32768, min_n: 3, max_n: 5 } as const;
const ids = (text: string, limit = 1024): number[] => characterNgramTokenizer(SETTINGS)(text, limit);

describe('the character n-gram tokenizer', () => {
  it('gives the ids that the training recipe gives', () => {
    const { buckets } = JSON.parse(readFileSync(path.join(SHIPPED, 'tokenizer_config.json'), 'utf8'));
    const checks = JSON.parse(readFileSync(path.join(SHIPPED, 'check.json'), 'utf8'));
    for (const check of checks) {
      assert.deepEqual(characterNgramTokenizer({ ...SETTINGS, buckets })(check.text, 1024), check.ids, check.text);
    }
  });

  it('sees through case, accents, ligatures, typographic signs and British spelling', () => {
    assert.deepEqual(ids('ŒDÈME'), ids('oedeme'));
    assert.deepEqual(ids('anaemia'), ids('Anemia'));
    assert.deepEqual(ids('gastro‑duodénal'), ids('gastro duodenal'));
    assert.deepEqual(ids('Crohn’s'), ids("crohn's"));
    assert.deepEqual(ids('e\u0301panchement'), ids('épanchement'));
  });

  it('tells numbers and single letters apart', () => {
    assert.notDeepEqual(ids('type 1'), ids('type 2'));
    assert.notDeepEqual(ids('T4'), ids('T3'));
  });

  it('gives at least one id, even without a word', () => {
    for (const text of ['', ' ', '+', '—']) assert.equal(ids(text).length > 0, true);
    assert.notDeepEqual(ids('+'), ids('++'));
  });

  it('gives ids from 1 to the number of buckets, and no more than asked for', () => {
    const found = ids('insuffisance rénale chronique '.repeat(100), 200);
    assert.equal(found.length, 200);
    assert.ok(found.every((id) => id >= 1 && id <= SETTINGS.buckets));
  });
});
