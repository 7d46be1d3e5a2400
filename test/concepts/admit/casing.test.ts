import assert from 'node:assert/strict';
import { acceptsCase, differsInFinalAccent } from '../../../server/concepts/admit/casing.js';

const letters = (words: string, content: number, capitals = false) => ({
  words,
  content,
  capitals,
  accented: true,
});
const abbreviation = (term: string) => ({ term, kind: 'abbreviation' });
const synonym = (term: string) => ({ term, kind: 'synonym' });
const local = (term: string) => ({ term, kind: 'local' });

describe('the letters of a span', () => {
  it('stand for a short abbreviation only in its own case', () => {
    assert.ok(acceptsCase(letters('AS', 0), abbreviation('AS')));
    for (const span of ['as', 'As', 'aS']) assert.ok(!acceptsCase(letters(span, 1), abbreviation('AS')), span);
    assert.ok(acceptsCase(letters('HbS', 1), abbreviation('HbS')));
    assert.ok(!acceptsCase(letters('HBS', 1), abbreviation('HbS')));
  });

  it('stand for a short abbreviation in small letters with a capital that begins a sentence too', () => {
    const first = (words: string) => ({ ...letters(words, 1), begins: true });
    assert.ok(acceptsCase(first('Lac'), abbreviation('lac')));
    assert.ok(!acceptsCase(letters('Lac', 1), abbreviation('lac')));
    assert.ok(!acceptsCase(first('LAC'), abbreviation('lac')));
    assert.ok(!acceptsCase(first('PH'), abbreviation('pH')));
  });

  it('stand for a short abbreviation with its plural s on either side', () => {
    assert.ok(acceptsCase(letters('ARMs', 1), abbreviation('ARM')));
    assert.ok(acceptsCase(letters('ARM', 1), abbreviation('ARMs')));
    assert.ok(!acceptsCase(letters('arms', 1), abbreviation('ARM')));
    assert.ok(!acceptsCase(letters('ARMS', 1), abbreviation('ARM')));
  });

  it('stand for a long abbreviation in any case where it is a content word', () => {
    assert.ok(acceptsCase(letters('copd', 1), abbreviation('COPD')));
    assert.ok(acceptsCase(letters('COPD', 1), abbreviation('COPD')));
  });

  it('stand for a long abbreviation that is a word of the language only in capitals', () => {
    assert.ok(acceptsCase(letters('SAIS', 0), abbreviation('SAIS')));
    assert.ok(!acceptsCase(letters('sais', 0), abbreviation('SAIS')));
  });

  it('stand for any other term in any case, unless they hold no content word', () => {
    assert.ok(acceptsCase(letters('Fever', 1), synonym('fever')));
    assert.ok(acceptsCase(letters('FLU', 1), synonym('flu')));
    assert.ok(!acceptsCase(letters('On', 0), synonym('on')));
  });

  it('stand for a short term of the site only in its own case, for a long one in any', () => {
    assert.ok(acceptsCase(letters('BOB', 1), local('BOB')));
    assert.ok(!acceptsCase(letters('bob', 1), local('BOB')));
    assert.ok(acceptsCase(letters('Ward Fever', 2), local('ward fever')));
  });

  it('stand for no abbreviation that is a function word where the whole sentence is in capitals', () => {
    assert.ok(!acceptsCase(letters('AS', 0, true), abbreviation('AS')));
    assert.ok(acceptsCase(letters('HTA', 1, true), abbreviation('HTA')));
  });

  it('stand for no other abbreviation that differs in its ending', () => {
    assert.ok(!acceptsCase(letters('COPD', 1), abbreviation('COPDE')));
    assert.ok(!acceptsCase(letters('sat', 1), abbreviation('sate')));
  });

  it('never stand for a term when there is only one', () => {
    assert.ok(!acceptsCase(letters('K', 1), abbreviation('K')));
    assert.ok(!acceptsCase(letters('', 1), abbreviation('AS')));
  });

  it('stand for no term that only a final x tells from them', () => {
    const latex = { term: 'latex', kind: 'preferred' };
    assert.deepEqual([acceptsCase(letters('late', 1), latex), acceptsCase(letters('Latex', 1), latex)], [false, true]);
    for (const [span, term] of [
      ['Wells', 'welts'],
      ['paint', 'pain'],
    ] as const)
      assert.ok(!acceptsCase(letters(span, 1), synonym(term)), span);
    for (const [span, term] of [
      ['welt', 'welts'],
      ['alcohol dependent', 'alcohol-dependent'],
      ['récurrente', 'récurrent'],
      ['Récurrents', 'récurrent'],
    ] as const)
      assert.ok(acceptsCase(letters(span, 1), synonym(term)), span);
    assert.ok(acceptsCase(letters('maux de genou', 3), { term: 'maux de genoux', kind: 'synonym' }));
  });

  it('have no endings as a few capitals beside small letters', () => {
    const accepts = (words: string, term: string, capitals = false) =>
      acceptsCase({ ...letters(words, 1), capitals }, synonym(term));
    assert.deepEqual([accepts('PAL', 'pâle'), accepts('PAL', 'pâle', true)], [false, true]);
    assert.deepEqual([accepts('TOUX', 'toux'), accepts('LEGS', 'leg')], [true, true]);
  });

  it('tell a final "é" from an "e" in a note with accents, whatever the gender', () => {
    const { words: _, ...rest } = letters('', 1);
    const differs = (words: string, term: string, accented = true) =>
      differsInFinalAccent({ ...rest, words, accented }, term);
    assert.deepEqual([differs('sonde', 'sondé'), differs('sonde', 'sondé', false)], [true, false]);
    assert.deepEqual([differs('retrait', 'retraité'), differs('retraitée', 'retraité')], [true, false]);
    assert.deepEqual([differs('opérée', 'opéré'), differs('sondes', 'sonde')], [false, false]);
    assert.deepEqual(
      [differs('Epanchement', 'épanchement'), differs('diplopie opéré', 'diplopie opérée')],
      [false, false],
    );
  });
});
