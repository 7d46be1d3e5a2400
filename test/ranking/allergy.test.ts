import assert from 'node:assert/strict';
import { allergyKeys } from '../../server/ranking/allergy.js';
import { foldTerm } from '../../server/text/normalize.js';
import { termKey } from '../../server/text/term-key.js';

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
});
