import assert from 'node:assert/strict';
import { isTornOff } from '../../server/detection/torn-off.js';
import type { Language } from '../../server/domain.js';
import { shippedLexicon } from '../support/annotated.js';
import { allTermWindows, read, wordsOf } from './read.js';

/** Whether the chosen words of a text are torn off. */
function torn(text: string, chosen: readonly string[], language: Language = 'en'): boolean[] {
  const { note, roles } = read(text, { language });
  const { vocabulary } = shippedLexicon();
  const windows = allTermWindows(note, roles);
  const words = wordsOf(note, windows);
  return chosen.map((each) =>
    isTornOff(note, roles, vocabulary, windows[words.indexOf(each)] as (typeof windows)[number]),
  );
}

/** Whether the chosen words of a text are torn off, with these words as ideas of their own. */
function tornBeside(text: string, chosen: string, apart: string): boolean {
  const { note, roles } = read(text);
  const window = allTermWindows(note, roles).find(({ start, end }) => text.slice(start, end) === chosen);
  const isApart = (at: number) => note.tokens[at]?.norm === apart;
  return isTornOff(note, roles, shippedLexicon().vocabulary, window as NonNullable<typeof window>, isApart);
}

describe('a span', () => {
  it('is torn off where a content word stands beside its only word', () => {
    assert.deepEqual(torn('nasopharyngeal carcinoma', ['carcinoma']), [true]);
    assert.deepEqual(torn('gastrite érosive', ['gastrite'], 'fr'), [true]);
    assert.deepEqual(torn('epidural abscess', ['epidural', 'abscess']), [true, true]);
  });

  it('is torn off behind the name that it has', () => {
    assert.deepEqual(torn("Meckel's diverticulitis", ['diverticulitis']), [true]);
    assert.deepEqual(torn("the patient's diverticulitis", ['diverticulitis']), [false]);
  });

  it('is whole beside what is an idea of its own', () => {
    assert.equal(tornBeside('obesity bmi 38', 'obesity', ''), true);
    assert.equal(tornBeside('obesity bmi 38', 'obesity', 'bmi'), false);
    assert.equal(tornBeside('obesity-bmi 38', 'obesity', 'bmi'), true);
  });

  it('is torn off where a hyphen binds it to a word outside', () => {
    assert.deepEqual(torn('she is a non-smoker', ['smoker']), [true]);
    assert.deepEqual(torn('unité de gastro-entérologie', ['gastro'], 'fr'), [true]);
  });

  it('is whole beside qualifiers, function words and punctuation', () => {
    assert.deepEqual(torn('severe headache and nausea', ['headache', 'nausea']), [false, false]);
    assert.deepEqual(torn('fever, nasopharyngeal carcinoma', ['fever']), [false]);
    assert.deepEqual(torn('diabetes, hypertension', ['diabetes', 'hypertension']), [false, false]);
  });

  it('is whole beside words of side, degree and course', () => {
    assert.deepEqual(torn('vertiges supportables depuis hier', ['vertiges'], 'fr'), [false]);
    assert.deepEqual(torn('persistent vague nausea', ['nausea']), [false]);
    assert.deepEqual(torn("anémie à l'entrée, stable", ['anémie'], 'fr'), [false]);
    assert.deepEqual(torn('fracture peu déplacée', ['fracture'], 'fr'), [false]);
    assert.deepEqual(torn('fracture peu déplacée claviculaire', ['fracture'], 'fr'), [true]);
    assert.deepEqual(torn('angor au repos', ['angor'], 'fr'), [true]);
    assert.deepEqual(torn('vertiges gênants positionnels', ['vertiges'], 'fr'), [true]);
    assert.deepEqual(torn('angor non stabilisé', ['angor'], 'fr'), [true]);
  });

  it('is torn off where English says its degree before it', () => {
    assert.deepEqual(torn('type 2 respiratory failure', ['respiratory failure']), [true]);
    assert.deepEqual(torn('cat 3 pressure ulcer', ['pressure ulcer']), [true]);
    assert.deepEqual(torn('stage 3b CKD', ['CKD']), [true]);
    assert.deepEqual(torn('CKD stage 3 hypertension', ['hypertension']), [false]);
    assert.deepEqual(torn('2° hyperparathyroidism', ['hyperparathyroidism']), [true]);
    assert.deepEqual(torn('37° fever', ['fever']), [false]);
    // The sign of a cause.
    assert.deepEqual(torn('AKI 2° sepsis', ['sepsis']), [false]);
  });

  it('is torn off where its cause, its effect or its risk is told', () => {
    assert.deepEqual(torn('alcohol induced pancreatitis', ['alcohol', 'pancreatitis']), [true, true]);
    assert.deepEqual(torn('steroid-induced hyperglycaemia', ['hyperglycaemia']), [true]);
    assert.deepEqual(torn("pancréatite d'origine alcoolique", ['pancréatite', 'alcoolique'], 'fr'), [true, true]);
    assert.deepEqual(torn('malnutrition risk high', ['malnutrition']), [true]);
    assert.deepEqual(torn('symptoms are related. pancreatitis', ['pancreatitis']), [false]);
  });

  it('is torn off where its degree is one of two', () => {
    assert.deepEqual(torn('NYHA II/III', ['NYHA II']), [true]);
    assert.deepEqual(torn('NYHA II / obesity', ['NYHA II']), [false]);
  });

  it('is torn off beside a vertebra', () => {
    assert.deepEqual(torn('disc extrusion L5', ['disc extrusion']), [true]);
    for (const level of ['L4/5', 'L4/L5', 'L5/S1'])
      assert.deepEqual(torn(`recurrent R ${level} disc extrusion`, ['disc extrusion']), [true], level);
    // A day, a stage, a side and a date.
    for (const text of ['sepsis D4', 'cancer T3', 'fracture L 4/5'])
      assert.deepEqual(torn(text, [text.split(' ')[0] as string]), [false], text);
  });

  it('is torn off where a preposition joins it to what it is of', () => {
    assert.deepEqual(torn('compression fracture of the tibia', ['compression fracture']), [true]);
    assert.deepEqual(torn('allergie au nickel', ['allergie'], 'fr'), [true]);
    assert.deepEqual(torn('cyanose des lèvres', ['cyanose'], 'fr'), [true]);
    assert.deepEqual(torn('fever of 3 days', ['fever']), [false]);
    assert.deepEqual(torn('dyspnée à la marche', ['dyspnée'], 'fr'), [true]);
    assert.deepEqual(torn('paludisme à P. vivax', ['paludisme'], 'fr'), [true]);
  });

  it('is torn off where a letter belongs to its number', () => {
    assert.deepEqual(torn('CKD stage 3b, stable', ['CKD stage 3']), [true]);
    assert.deepEqual(torn('CKD stage 3, stable', ['CKD stage 3']), [false]);
  });

  it('is torn off before its degree, and before what it is not', () => {
    assert.deepEqual(torn('hémorroïdes gd II', ['hémorroïdes'], 'fr'), [true]);
    assert.deepEqual(torn('trouble bipolaire type 1', ['trouble bipolaire'], 'fr'), [true]);
    assert.deepEqual(torn('rétinopathie non proliférante', ['rétinopathie'], 'fr'), [true]);
    assert.deepEqual(torn('hypertension type and screen', ['hypertension']), [false]);
  });

  it('is torn off beside a word whose first half is none', () => {
    assert.deepEqual(torn('emphysème sous-cutané', ['emphysème'], 'fr'), [true]);
  });
});
