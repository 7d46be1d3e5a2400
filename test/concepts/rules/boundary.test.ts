import assert from 'node:assert/strict';
import type { AnnotatedNote } from '../../../server/concepts/annotate/annotated-note.js';
import type { Mention } from '../../../server/concepts/mentions/mention.js';
import { evidenceOf } from '../../../server/concepts/rules/apply.js';
import { Boundary } from '../../../server/concepts/rules/beside.js';
import { BOUNDARY } from '../../../server/concepts/rules/boundary.js';
import type { Language } from '../../../server/domain/language.js';
import { allMentions, annotated } from '../read.js';

/** Whether a boundary rule finds something beside the chosen words. */
function isTorn(note: AnnotatedNote, chosen: string, isApart: (at: number) => boolean = () => false): boolean {
  const span = allMentions(note).find(({ start, end }) => note.text.slice(start, end) === chosen);
  const boundary = new Boundary(note, span as Mention, false, (at) => (isApart(at) ? 'apart-reading' : undefined));
  return evidenceOf(BOUNDARY, boundary, null).length > 0;
}

/** Whether the chosen words of a text are torn off. */
async function torn(text: string, chosen: readonly string[], language: Language = 'en'): Promise<boolean[]> {
  const note = await annotated(text, { language });
  return chosen.map((each) => isTorn(note, each));
}

/** Whether the chosen words of a text are torn off, with these words as ideas of their own. */
async function tornBeside(text: string, chosen: string, apart: string): Promise<boolean> {
  const note = await annotated(text);
  return isTorn(note, chosen, (at) => note.tokens[at]?.norm === apart);
}

describe('a span', () => {
  it('is torn off where a content word stands beside its only word', async () => {
    assert.deepEqual(await torn('nasopharyngeal carcinoma', ['carcinoma']), [true]);
    assert.deepEqual(await torn('gastrite érosive', ['gastrite'], 'fr'), [true]);
    assert.deepEqual(await torn('epidural abscess', ['epidural', 'abscess']), [true, true]);
  });

  it('is torn off behind the name that it has', async () => {
    assert.deepEqual(await torn("Meckel's diverticulitis", ['diverticulitis']), [true]);
    assert.deepEqual(await torn("the patient's diverticulitis", ['diverticulitis']), [false]);
  });

  it('is whole beside what is an idea of its own', async () => {
    assert.equal(await tornBeside('obesity bmi 38', 'obesity', ''), true);
    assert.equal(await tornBeside('obesity bmi 38', 'obesity', 'bmi'), false);
    assert.equal(await tornBeside('obesity-bmi 38', 'obesity', 'bmi'), true);
  });

  it('is torn off where a hyphen binds it to a word outside', async () => {
    assert.deepEqual(await torn('she is a non-smoker', ['smoker']), [true]);
    assert.deepEqual(await torn('unité de gastro-entérologie', ['gastro'], 'fr'), [true]);
  });

  it('is whole beside qualifiers, function words and punctuation', async () => {
    assert.deepEqual(await torn('severe headache and nausea', ['headache', 'nausea']), [false, false]);
    assert.deepEqual(await torn('fever, nasopharyngeal carcinoma', ['fever']), [false]);
    assert.deepEqual(await torn('diabetes, hypertension', ['diabetes', 'hypertension']), [false, false]);
  });

  it('is whole beside words of side, degree and course', async () => {
    assert.deepEqual(await torn('vertiges supportables depuis hier', ['vertiges'], 'fr'), [false]);
    assert.deepEqual(await torn('persistent vague nausea', ['nausea']), [false]);
    assert.deepEqual(await torn("anémie à l'entrée, stable", ['anémie'], 'fr'), [false]);
    assert.deepEqual(await torn('fracture peu déplacée', ['fracture'], 'fr'), [false]);
    assert.deepEqual(await torn('fracture peu déplacée claviculaire', ['fracture'], 'fr'), [true]);
    assert.deepEqual(await torn('angor au repos', ['angor'], 'fr'), [true]);
    assert.deepEqual(await torn('vertiges gênants positionnels', ['vertiges'], 'fr'), [true]);
    assert.deepEqual(await torn('angor non stabilisé', ['angor'], 'fr'), [true]);
  });

  it('is torn off where English says its degree before it', async () => {
    assert.deepEqual(await torn('type 2 respiratory failure', ['respiratory failure']), [true]);
    assert.deepEqual(await torn('cat 3 pressure ulcer', ['pressure ulcer']), [true]);
    assert.deepEqual(await torn('stage 3b CKD', ['CKD']), [true]);
    assert.deepEqual(await torn('CKD stage 3 hypertension', ['hypertension']), [false]);
    assert.deepEqual(await torn('2° hyperparathyroidism', ['hyperparathyroidism']), [true]);
    assert.deepEqual(await torn('37° fever', ['fever']), [false]);
    // The sign of a cause.
    assert.deepEqual(await torn('AKI 2° sepsis', ['sepsis']), [false]);
  });

  it('is torn off where its cause, its effect or its risk is told', async () => {
    assert.deepEqual(await torn('alcohol induced pancreatitis', ['alcohol', 'pancreatitis']), [true, true]);
    assert.deepEqual(await torn('steroid-induced hyperglycaemia', ['hyperglycaemia']), [true]);
    assert.deepEqual(await torn("pancréatite d'origine alcoolique", ['pancréatite', 'alcoolique'], 'fr'), [true, true]);
    assert.deepEqual(await torn('pneumonia risk high', ['pneumonia']), [true]);
    assert.deepEqual(await torn('symptoms are related. pancreatitis', ['pancreatitis']), [false]);
  });

  it('is torn off where its degree is one of two', async () => {
    assert.deepEqual(await torn('NYHA II/III', ['NYHA II']), [true]);
    assert.deepEqual(await torn('NYHA II / obesity', ['NYHA II']), [false]);
  });

  it('is torn off beside a vertebra', async () => {
    assert.deepEqual(await torn('disc extrusion L5', ['disc extrusion']), [true]);
    // A day, a stage, a side and a date.
    for (const text of ['sepsis D4', 'cancer T3', 'fracture L 4/5'])
      assert.deepEqual(await torn(text, [text.split(' ')[0] as string]), [false], text);
  });

  it('is torn off where a preposition joins it to what it is of', async () => {
    assert.deepEqual(await torn('compression fracture of the tibia', ['compression fracture']), [true]);
    assert.deepEqual(await torn('allergie au nickel', ['allergie'], 'fr'), [true]);
    assert.deepEqual(await torn('cyanose des lèvres', ['cyanose'], 'fr'), [true]);
    assert.deepEqual(await torn('fever of 3 days', ['fever']), [false]);
    assert.deepEqual(await torn('dyspnée à la marche', ['dyspnée'], 'fr'), [true]);
    assert.deepEqual(await torn('paludisme à P. vivax', ['paludisme'], 'fr'), [true]);
  });

  it('is torn off where a letter belongs to its number', async () => {
    assert.deepEqual(await torn('CKD stage 3b, stable', ['CKD stage 3']), [true]);
    assert.deepEqual(await torn('CKD stage 3, stable', ['CKD stage 3']), [false]);
  });

  it('is torn off before what it is not, and not before its degree', async () => {
    assert.deepEqual(await torn('hémorroïdes gd II', ['hémorroïdes'], 'fr'), [false]);
    assert.deepEqual(await torn('trouble bipolaire type 1', ['trouble bipolaire'], 'fr'), [false]);
    assert.deepEqual(await torn('rétinopathie non proliférante', ['rétinopathie'], 'fr'), [true]);
    assert.deepEqual(await torn('hypertension type and screen', ['hypertension']), [false]);
  });

  it('is torn off beside a word whose first half is none', async () => {
    assert.deepEqual(await torn('emphysème sous-cutané', ['emphysème'], 'fr'), [true]);
  });
});
