import assert from 'node:assert/strict';
import { isOtherLanguage } from '../../../server/concepts/annotate/other-language.js';
import { readNotes } from '../../snapshot/notes.js';
import { languageNotes } from '../../support/language-notes.js';
import { read } from '../read.js';

const NO_TERMS = { hasForm: () => false };
const isOther = (text: string) => isOtherLanguage(read(text, { language: 'auto' }), NO_TERMS);

describe('a note in another language', () => {
  for (const { language, answered, text } of languageNotes().filter(({ answered }) => answered === 'other')) {
    it(`is told from English and French: ${language}: ${text}`, () =>
      assert.equal(isOther(text), answered === 'other'));
  }

  it('is none of the notes of the repository, even where no term is known', function () {
    this.timeout(60_000);
    const notes = readNotes();
    assert.ok(notes.length > 500);
    assert.deepEqual(
      notes.filter(({ text }) => isOther(text)).map(({ id }) => id),
      [],
    );
  });

  it('is not made by names alone, nor by few words', () => {
    assert.equal(isOther('Kowalczyk, Szymanski, Wojciechowska, Brzezinski.'), false);
    assert.equal(isOther('Keine Beschwerden.'), false);
    assert.equal(isOther('α β γ δ, µg'), false);
  });
});
