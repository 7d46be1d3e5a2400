import assert from 'node:assert/strict';
import { isMeasurement, isSpelledIn, senseOf } from '../../../server/concepts/admit/word-senses.js';

const BODY_MASS = { sctid: '60621009', semanticTag: 'observable entity', terms: ['indice de masse corporelle'] };
const PALSY = {
  sctid: '128188000',
  semanticTag: 'disorder',
  terms: ['infirmité motrice cérébrale', 'paralysie cérébrale'],
};
const around = { measured: false, section: undefined, words: new Set<string>() };

describe('the meaning of an abbreviation', () => {
  it('is a measurement where a number follows', () => {
    assert.equal(senseOf([PALSY, BODY_MASS], { ...around, measured: true }), '60621009');
  });

  it('is what the words of the note speak for', () => {
    assert.equal(senseOf([PALSY, BODY_MASS], { ...around, words: new Set(['cerebral', 'motric']) }), '128188000');
  });

  it('is what the section mostly has', () => {
    assert.equal(senseOf([PALSY, BODY_MASS], { ...around, section: 'past_history' }), '128188000');
    assert.equal(senseOf([PALSY, BODY_MASS], { ...around, section: 'vital_signs' }), '60621009');
  });

  it('is open where nothing speaks for one, or as much for another', () => {
    assert.equal(senseOf([PALSY, BODY_MASS], around), undefined);
    const both = { ...around, measured: false, words: new Set(['cerebral', 'mass']) };
    assert.equal(senseOf([PALSY, BODY_MASS], both), undefined);
  });
});

describe('the names of a concept', () => {
  const isTelling = (word: string) => word !== 'failure';

  it('speak for an abbreviation where a telling word of them stands in the note', () => {
    assert.equal(isSpelledIn(['erectile failure'], new Set(['erectil']), isTelling), true);
    assert.equal(isSpelledIn(['erectile failure'], new Set(['failure', 'failur']), isTelling), false);
    assert.equal(isSpelledIn(['erectile failure'], new Set(), isTelling), false);
  });

  it('tell a measurement', () => {
    assert.equal(isMeasurement(['finger stick', 'Glucose measurement, blood']), true);
    assert.equal(isMeasurement(['exercise tolerance test']), false);
  });
});
