import assert from 'node:assert/strict';
import { withoutHomonyms } from '../../../server/concepts/admit/homonyms.js';
import type { ExactDescription } from '../../../server/db/rank.js';

type Hit = Pick<ExactDescription, 'sctid' | 'semantic_tag' | 'term' | 'kind'> &
  Partial<Pick<ExactDescription, 'language'>>;

const hit = ({ term, ...rest }: Hit): ExactDescription => ({
  language: 'en',
  ...rest,
  description_id: `9${rest.sctid}`,
  term,
  term_norm: term.toLowerCase(),
  key: term.toLowerCase().replace(/s$/, ''),
});
const left = (words: string, ...hits: Hit[]) => {
  const { exact, refused } = withoutHomonyms({ words, exact: hits.map(hit), refused: new Set<string>() }, 'en');
  return [exact.map(({ sctid }) => sctid), [...refused]];
};

const murmur: Hit = { sctid: '414786004', semantic_tag: 'finding', term: 'Murmur', kind: 'preferred' };
const heartMurmur: Hit = { sctid: '88610006', semantic_tag: 'finding', term: 'murmur', kind: 'synonym' };
const fall: Hit = { sctid: '1912002', semantic_tag: 'event', term: 'Fall', kind: 'preferred' };
const falls: Hit = { sctid: '161898004', semantic_tag: 'finding', term: 'Falls', kind: 'preferred' };

describe('concepts of one name', () => {
  it('leave the words to the one whose own name they are, in whatever number', () => {
    for (const words of ['murmur', 'Murmurs'])
      assert.deepEqual(left(words, heartMurmur, murmur), [['414786004'], ['88610006']], words);
  });

  it('are told apart by their number where both are names', () => {
    const synonym: Hit = { ...falls, term: 'fall', kind: 'synonym' };
    assert.deepEqual(left('fall', fall, falls, synonym)[0], ['1912002']);
    assert.deepEqual(left('falls', fall, falls, synonym)[0], ['161898004', '161898004']);
  });

  it('all stay where none is named so, or this site says so, or one is no condition', () => {
    assert.deepEqual(left('murmur', heartMurmur), [['88610006'], []]);
    assert.deepEqual(left('murmur', { ...heartMurmur, kind: 'local' }, murmur)[0], ['88610006', '414786004']);
    const observed: Hit = {
      sctid: '263731006',
      semantic_tag: 'observable entity',
      term: 'Coughing',
      kind: 'preferred',
    };
    const cough: Hit = { sctid: '49727002', semantic_tag: 'finding', term: 'coughing', kind: 'synonym' };
    assert.deepEqual(left('coughing', cough, observed)[0], ['49727002', '263731006']);
  });

  it('are what the words mean in this language, and in this form rather than a substance in another', () => {
    const echo: Hit = { sctid: '40701008', semantic_tag: 'procedure', term: 'echo', kind: 'synonym' };
    const ultrasound: Hit = { ...echo, sctid: '16310003', language: 'fr' };
    assert.deepEqual(left('Echo', ultrasound, echo), [['40701008'], ['16310003']]);
    assert.deepEqual(left('Echo', ultrasound), [['16310003'], []]);
    const tests: Hit = { sctid: '15220000', semantic_tag: 'procedure', term: 'bloods', kind: 'synonym' };
    const blood: Hit = { sctid: '87612001', semantic_tag: 'substance', term: 'Blood', kind: 'preferred' };
    assert.deepEqual(left('Bloods', blood, tests), [['15220000'], ['87612001']]);
    assert.deepEqual(left('blood', blood, tests)[0], ['87612001', '15220000']);
  });

  it('are the medicine rather than the substance in it', () => {
    const product: Hit = { sctid: '796001', semantic_tag: 'medicinal product', term: 'digoxin', kind: 'synonym' };
    const substance: Hit = { sctid: '387461009', semantic_tag: 'substance', term: 'Digoxin', kind: 'preferred' };
    assert.deepEqual(left('digoxin', substance, product), [['796001'], ['387461009']]);
    assert.deepEqual(left('digoxin', substance), [['387461009'], []]);
  });
});
