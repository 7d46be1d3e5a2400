import assert from 'node:assert/strict';
import type { RequestLanguage } from '../../server/domain/language.js';
import { readNote } from '../../server/text/note.js';
import { shippedLexicon } from '../support/annotated.js';

function languages(text: string, language: RequestLanguage = 'auto'): string[] {
  return readNote(text, language, shippedLexicon().vocabulary).sentences.map((sentence) => sentence.language);
}

describe('the language of sentences', () => {
  it('is found in short telegraphic sentences', () => {
    assert.deepEqual(languages('Pas de fièvre.'), ['fr']);
    assert.deepEqual(languages('No fever.'), ['en']);
    assert.deepEqual(languages('Tabac : 0'), ['fr']);
    assert.deepEqual(languages('Denies smoking.'), ['en']);
    assert.deepEqual(languages('APYRETIQUE, EUPNEIQUE, SANS DOULEUR'), ['fr']);
  });

  it('follows each paragraph of a mixed note', () => {
    const text =
      'The patient is a man of 60 with chest pain. He denies fever. No cough.\n\n' +
      "Le patient est un homme de 60 ans. Il n'a pas de fièvre. Pas de toux.";
    assert.deepEqual(languages(text), ['en', 'en', 'en', 'fr', 'fr', 'fr']);
  });

  it('is not turned by one foreign heading or term', () => {
    const text =
      'PAST MEDICAL HISTORY\nHypertension artérielle. Bronchite chronique.\nPas de red flags. Bypass gastrique en 2012.';
    assert.deepEqual(languages(text).slice(1), ['fr', 'fr', 'fr', 'fr']);
    assert.deepEqual(languages('She has a café au lait spot. No grand mal seizures.'), ['en', 'en']);
  });

  it('is the one that the client forces, everywhere', () => {
    assert.deepEqual(languages('No fever. Pas de toux.', 'fr'), ['fr', 'fr']);
    assert.deepEqual(languages('No fever. Pas de toux.', 'en'), ['en', 'en']);
  });
});
