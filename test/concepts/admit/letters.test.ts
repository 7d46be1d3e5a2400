import assert from 'node:assert/strict';
import { admitTerms } from '../../../server/concepts/admit/letters.js';
import { isHeldBack, letters, noWord, term } from '../known.js';

describe('what the terminology knows of words', () => {
  it('takes other endings of a term in the language of the words only', () => {
    const hits = [term('248153007', 'Male', 'preferred'), term('22253000', 'maux', 'synonym', 'fr')];
    const { exact, refused } = admitTerms(letters('mal'), 'fr', hits, noWord);
    assert.deepEqual(
      exact.map(({ sctid }) => sctid),
      ['22253000'],
    );
    assert.equal(refused.size, 0);
  });

  it('takes no word for a few letters that it only begins with, but for a plural', () => {
    const [glue, ribs] = [term('57126000', 'Glue', 'preferred'), term('113197003', 'Ribs', 'preferred')];
    assert.deepEqual(admitTerms(letters('glu'), 'en', [glue], noWord).exact, []);
    assert.deepEqual(admitTerms(letters('rib'), 'en', [ribs], noWord).exact, [ribs]);
  });

  it('takes a term of the other language in the very same words', () => {
    const { exact } = admitTerms(letters('COPD'), 'fr', [term('13645005', 'COPD', 'abbreviation')], noWord);
    assert.equal(exact.length, 1);
  });

  it('takes the abbreviation of the language of the words, where both languages have one', () => {
    const hits = [term('22298006', 'IDM', 'abbreviation', 'fr'), term('206396000', 'IDM', 'abbreviation', 'en')];
    const { exact, refused } = admitTerms(letters('IDM'), 'fr', hits, noWord);
    assert.deepEqual(
      exact.map(({ sctid }) => sctid),
      ['22298006'],
    );
    assert.ok(refused.has('206396000'));
  });

  it('refuses a short abbreviation in another case where the letters are a word', () => {
    const known = admitTerms(letters('arm'), 'en', [term('1', 'ARM', 'abbreviation')], (word) => word === 'arm');
    assert.deepEqual([known.exact.length, known.refused.has('1'), known.evidence.length], [0, true, 0]);
  });

  it('takes it with doubt where the letters are no word', () => {
    const known = admitTerms(letters('htn'), 'en', [term('38341003', 'HTN', 'abbreviation')], noWord);
    assert.ok(isHeldBack(known, '38341003') && known.refused.size === 0);
  });

  it('refuses an abbreviation that only its last letter tells from the words', () => {
    const known = admitTerms(letters('sac'), 'fr', [term('27405005', 'SACS', 'abbreviation', 'fr')], noWord);
    assert.deepEqual([known.exact.length, known.refused.has('27405005'), known.evidence.length], [0, true, 0]);
  });

  it('refuses a short abbreviation of the other language, and takes a longer one: French "MI" are legs', () => {
    const known = admitTerms(letters('MI'), 'fr', [term('22298006', 'MI', 'abbreviation', 'en')], noWord);
    assert.deepEqual([known.exact.length, known.refused.has('22298006')], [0, true]);
    const longer = admitTerms(letters('COPD'), 'fr', [term('13645005', 'COPD', 'abbreviation')], noWord);
    assert.ok(longer.exact.length === 1 && !isHeldBack(longer, '13645005'));
    const ours = admitTerms(letters('MI'), 'en', [term('22298006', 'MI', 'abbreviation', 'en')], noWord);
    assert.ok(!isHeldBack(ours, '22298006'));
  });

  it('is in doubt about a short word in capitals: French "ROT" are reflexes', () => {
    const hits = [term('271834000', 'rot', 'synonym', 'fr')];
    assert.ok(isHeldBack(admitTerms(letters('ROT'), 'fr', hits, noWord), '271834000'));
    assert.ok(!isHeldBack(admitTerms({ ...letters('ROT'), capitals: true }, 'fr', hits, noWord), '271834000'));
    assert.ok(!isHeldBack(admitTerms(letters('rot'), 'fr', hits, noWord), '271834000'));
  });

  it('has no doubt where another term has the words in their case', () => {
    const hits = [term('2', 'htn', 'synonym'), term('1', 'HTN', 'abbreviation')];
    const known = admitTerms(letters('htn'), 'en', hits, noWord);
    assert.ok(!isHeldBack(known, '2') && isHeldBack(known, '1'));
  });
});
