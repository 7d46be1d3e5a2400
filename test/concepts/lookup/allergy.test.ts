import assert from 'node:assert/strict';
import { allergenIn, allergyKeys, leavesAllergen } from '../../../server/concepts/lookup/allergy.js';
import { foldTerm } from '../../../server/text/normalize.js';
import { termKey } from '../../../server/text/term-key.js';

const key = (text: string): string => termKey(foldTerm(text));

describe('the names of an allergy', () => {
  it('are those that terms have, in both languages', () => {
    for (const name of ['allergy to peanut', 'peanut allergy', 'Peanut allergies'])
      assert.ok(allergyKeys(key('peanut'), 'en').includes(key(name)), name);
    for (const [what, name] of [
      ['pénicilline', 'allergie à la pénicilline'],
      ['iode', "allergie à l'iode"],
      ['latex', 'allergie au latex'],
      ['cacahuètes', 'allergie aux cacahuètes'],
    ] as const)
      assert.ok(allergyKeys(key(what), 'fr').includes(key(name)), name);
  });

  it('are what the words say an allergy to, in whatever way', () => {
    for (const words of [
      'Allergique à la pénicilline',
      'allergie aux pénicillines',
      "réaction allergique à l'pénicilline",
    ])
      assert.equal(allergenIn(key(words), 'fr'), key('pénicilline'), words);
    for (const words of ['allergic to peanuts', 'Allergy to peanut', 'allergic reaction to the peanut'])
      assert.equal(allergenIn(key(words), 'en'), key('peanut'), words);
    assert.equal(allergenIn(key('allergie connue'), 'fr'), undefined);
    assert.deepEqual([leavesAllergen(key('allergie au'), 'fr'), leavesAllergen(key('allergie'), 'fr')], [true, false]);
  });

  it('may be left to what somebody does not tolerate, which is no allergy by that', () => {
    for (const words of ["Intolérance à l'", 'intolérante aux', 'intolérant au'])
      assert.ok(leavesAllergen(key(words), 'fr'), words);
    for (const words of ['intolerance to', 'Intolerant of', 'intolerant to'])
      assert.ok(leavesAllergen(key(words), 'en'), words);
    assert.equal(allergenIn(key('intolerance to aspirin'), 'en'), undefined);
  });
});
