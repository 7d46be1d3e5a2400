import assert from 'node:assert/strict';
import { senseOfAmount } from '../../../server/concepts/admit/amount-sense.js';
import type { ExactDescription } from '../../../server/db/rank.js';

const hit = (sctid: string, semantic_tag: string, term: string): ExactDescription => ({
  description_id: `9${sctid}`,
  sctid,
  language: 'en',
  kind: 'synonym',
  term,
  term_norm: term,
  key: term,
  semantic_tag,
});
const potassium = {
  words: 'Potassium',
  exact: [hit('59573005', 'procedure', 'potassium'), hit('88480006', 'substance', 'potassium')],
  refused: new Set<string>(),
};

describe('a substance and its measurement of one name', () => {
  it('are told apart by the number behind it', () => {
    const codes = (amount: 'measured' | 'number' | 'dose' | null) =>
      senseOfAmount(potassium, amount).exact.map(({ sctid }) => sctid);
    assert.deepEqual(codes('measured'), ['59573005']);
    assert.deepEqual(codes('number'), ['59573005']);
    assert.deepEqual(codes('dose'), ['88480006']);
    assert.deepEqual(codes(null), ['59573005', '88480006']);
  });

  it('are a blood pressure alone, whatever else the letters stand for', () => {
    const pa = {
      words: 'PA',
      exact: [hit('75367002', 'observable entity', 'pa'), hit('401201003', 'observable entity', 'pa')],
      refused: new Set<string>(),
    };
    const { exact, refused } = senseOfAmount(pa, 'pressure');
    assert.deepEqual([exact.map(({ sctid }) => sctid), [...refused]], [['75367002'], ['401201003']]);
    assert.equal(senseOfAmount(pa, 'number'), pa);
  });

  it('are what letters stand for that is read off', () => {
    const abbreviation = (sctid: string, tag: string) => ({ ...hit(sctid, tag, 'imc'), kind: 'abbreviation' as const });
    const imc = {
      words: 'IMC',
      exact: [abbreviation('128188000', 'disorder'), abbreviation('60621009', 'observable entity')],
      refused: new Set<string>(),
    };
    assert.deepEqual(
      senseOfAmount(imc, 'number').exact.map(({ sctid }) => sctid),
      ['60621009'],
    );
    assert.equal(senseOfAmount(imc, null), imc);
  });

  it('leave the other one no candidate', () => {
    assert.deepEqual([...senseOfAmount(potassium, 'dose').refused], ['59573005']);
  });

  it('stay where nothing of the other kind has the very words', () => {
    const iron = { ...potassium, words: 'iron', exact: [hit('3829006', 'substance', 'iron')] };
    assert.equal(senseOfAmount(iron, 'measured'), iron);
    const blood = {
      ...potassium,
      words: 'blood',
      exact: [hit('15220000', 'procedure', 'bloods'), hit('87612001', 'substance', 'blood')],
    };
    assert.equal(senseOfAmount(blood, 'number'), blood);
  });
});
