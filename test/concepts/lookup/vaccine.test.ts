import assert from 'node:assert/strict';
import { givenAgainst, saysVaccine, vaccineKeys, vaccinesAmong } from '../../../server/concepts/lookup/vaccine.js';
import type { ExactDescription } from '../../../server/db/rank.js';
import { foldTerm } from '../../../server/text/normalize.js';
import { termKey } from '../../../server/text/term-key.js';
import { tokenize } from '../../../server/text/token.js';
import { annotated } from '../read.js';

const key = (words: string) => termKey(foldTerm(words));

describe('the names of a vaccination', () => {
  it('are looked up as terms write them', () => {
    for (const [language, disease, name] of [
      ['en', 'influenza', 'influenza vaccines'],
      ['en', 'measles', 'measles vaccination'],
      ['fr', 'grippe', 'vaccin contre la grippe'],
      ['fr', 'tétanos', 'vaccination contre le tétanos'],
      ['fr', 'hépatite B', "vaccin contre l'hépatite B"],
      ['fr', 'coqueluche', 'vaccin coqueluche'],
    ] as const)
      assert.ok(vaccineKeys(key(disease), language).includes(key(name)), name);
  });

  it('are those of vaccinations, or else of vaccines, never of conditions', () => {
    const hit = (sctid: string, semantic_tag: string) => ({ sctid, semantic_tag }) as ExactDescription;
    const [given, product, denied] = [
      hit('1', 'procedure'),
      hit('2', 'medicinal product'),
      hit('3', 'situation'),
    ] as const;
    assert.deepEqual(vaccinesAmong([product, given, denied]), [given]);
    assert.deepEqual(vaccinesAmong([denied, product]), [product]);
  });

  it('may be meant where a word speaks of vaccines', async () => {
    const says = async (word: string, language: 'en' | 'fr') => saysVaccine(await annotated(word, { language }), 0);
    for (const word of ['vaccines', 'Vaccinated', 'jabs', 'Immunised']) assert.ok(await says(word, 'en'), word);
    for (const word of ['vaccins', 'vaccinée', 'vaccinale', 'Rappels']) assert.ok(await says(word, 'fr'), word);
    assert.ok(!(await says('grippe', 'fr')));
  });
});

describe('a vaccine', () => {
  const against = async (language: 'en' | 'fr', vaccine: string, behind: string) => {
    const note = await annotated(`${vaccine} ${behind}`, { language });
    return givenAgainst(note, key(vaccine), language, tokenize(vaccine).length);
  };

  it('that is said to be given is a vaccination against what it is named for', async () => {
    assert.equal(await against('en', 'flu vaccine', 'given today'), key('flu'));
    assert.equal(await against('en', 'flu vaccine', 'given.'), key('flu'));
    assert.equal(await against('fr', 'vaccin grippe', '2024 : fait'), key('grippe'));
    assert.equal(await against('fr', 'vaccin contre la grippe', 'reçu hier'), key('grippe'));
  });

  it('that is due, offered, given as a reason or told of on the next line is none', async () => {
    for (const [language, vaccine, behind] of [
      ['en', 'flu vaccine', 'due in May'],
      ['en', 'flu vaccine', 'given her COPD'],
      ['en', 'flu vaccine', '\nGiven adrenaline'],
      ['en', 'influenza', 'given today'],
      ['fr', 'vaccin grippe', 'proposé'],
      ['fr', 'vaccin grippe', ': bon reçu'],
    ] as const)
      assert.equal(await against(language, vaccine, behind), undefined, behind);
  });
});
