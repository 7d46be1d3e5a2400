import assert from 'node:assert/strict';
import { lackingNames } from '../../server/app/lacking-names.js';
import { readState } from '../../server/db/serving.js';
import { prepareTerminology } from '../../server/terminology/prepare.js';
import { foldTerm } from '../../server/text/normalize.js';
import { termKey } from '../../server/text/term-key.js';
import { testDatabase } from '../support/database.js';
import { ASTHMA, FEVER, PAIN, smallSeed, testModel } from '../terminology/small-seed.js';

describe('what the built-in vocabulary names and a release does not', () => {
  const database = testDatabase();
  const shipped = testModel();

  it('is a clinical phrase all the same, in any inflection; its abbreviations and short names are not', async () => {
    const { db } = database.handle;
    const seed = smallSeed(FEVER, ASTHMA, PAIN);
    await prepareTerminology(db, { seed, ...shipped, model: shipped.model, progress: () => {} });
    const { serving } = await readState(db);
    const names = await lackingNames(db, serving?.releaseId ?? 0, [
      { language: 'en', kind: 'preferred', term: 'salbutamol' },
      { language: 'en', kind: 'synonym', term: 'joint effusion' },
      { language: 'en', kind: 'synonym', term: 'asthma' },
      { language: 'en', kind: 'synonym', term: 'soft' },
      { language: 'en', kind: 'abbreviation', term: 'SABAX' },
      { language: 'fr', kind: 'preferred', term: 'épanchement articulaire' },
    ]);
    const has = (language: 'en' | 'fr', words: string) => names[language].has(termKey(foldTerm(words)), () => words);
    for (const words of ['Salbutamol', 'joint effusions']) assert.ok(has('en', words), words);
    for (const words of ['asthma', 'soft', 'SABAX', 'épanchement articulaire']) assert.ok(!has('en', words), words);
    assert.ok(has('fr', 'épanchements articulaires'));
  });
});
