import assert from 'node:assert/strict';
import { readNote } from '../../server/text/note.js';
import { shippedLexicon } from '../support/annotated.js';

function read(text: string) {
  return readNote(text, 'auto', shippedLexicon().vocabulary);
}

function sentences(text: string): string[] {
  return read(text).sentences.map((sentence) => text.slice(sentence.start, sentence.end));
}

function sections(text: string): string[] {
  const note = read(text);
  return note.sentences
    .filter((sentence) => sentence.kind !== 'heading')
    .map(
      (sentence) =>
        `${text.slice(sentence.start, sentence.end)} | ${note.sections[sentence.section]?.rule?.section ?? '-'}`,
    );
}

describe('sentences', () => {
  it('end at full stops, not at abbreviations or decimals', () => {
    assert.deepEqual(sentences('Pt. denies pain. Temp 38.5 today. Seen by Dr. Roy.'), [
      'Pt. denies pain.',
      'Temp 38.5 today.',
      'Seen by Dr. Roy.',
    ]);
    assert.deepEqual(sentences('Abdomen souple. pas de défense.No rash'), [
      'Abdomen souple.',
      'pas de défense.',
      'No rash',
    ]);
    assert.deepEqual(sentences('E. coli grew. Why? Unknown.'), ['E. coli grew.', 'Why?', 'Unknown.']);
  });

  it('end at full stops behind short words in a note that begins them with small letters', () => {
    assert.deepEqual(sentences('knee pain today. no xray for now. topical nsaid. hx. of gout'), [
      'knee pain today.',
      'no xray for now.',
      'topical nsaid.',
      'hx. of gout',
    ]);
    assert.deepEqual(sentences('Knee pain today. Old inf. wall MI. Rest well.'), [
      'Knee pain today.',
      'Old inf. wall MI.',
      'Rest well.',
    ]);
  });

  it('go on after a question mark between spaces that queries an abbreviation in capitals', () => {
    assert.deepEqual(sentences('Swollen calf ? DVT overnight'), ['Swollen calf ? DVT overnight']);
    assert.deepEqual(sentences('Douleur du mollet ? Doppler demandé'), ['Douleur du mollet ?', 'Doppler demandé']);
    assert.deepEqual(sentences('Why? MRI booked.'), ['Why?', 'MRI booked.']);
  });

  it('go on after a question that one word answers', () => {
    assert.deepEqual(sentences('Chest pain? Yes. Wheeze? No'), ['Chest pain? Yes.', 'Wheeze? No']);
    assert.deepEqual(sentences('Fumeur ? Non. Toux ? Oui'), ['Fumeur ? Non.', 'Toux ? Oui']);
    assert.deepEqual(sentences('Chest pain? No change today.'), ['Chest pain?', 'No change today.']);
  });

  it('go on over the end of a wrapped line, not over the end of a list item', () => {
    assert.deepEqual(sentences('No evidence of\npneumonia on the film.'), ['No evidence of\npneumonia on the film.']);
    assert.deepEqual(sentences('Denies fever,\nChills or cough.'), ['Denies fever,\nChills or cough.']);
    assert.deepEqual(sentences('Pas de prurit\ntoux sèche\nanorexie'), ['Pas de prurit', 'toux sèche', 'anorexie']);
    assert.deepEqual(sentences('- asthma\n- gout\n2) sprain'), ['asthma', 'gout', 'sprain']);
    assert.deepEqual(sentences('No rash\n\nwheeze'), ['No rash', 'wheeze']);
  });

  it('go on over every line end of a paragraph, however short its lines, not over those of a list', () => {
    const english = [
      'Has type\n2 diabetes, takes metformin 1 g\ndaily.',
      'No calf\nswelling.',
      'Known pulmonary\nembolism.',
    ];
    assert.deepEqual(sentences(english.join(' ')), english);
    const french = ['Fièvre traitée par paracétamol\n1 g par jour.', 'Pas de douleur\nthoracique.'];
    assert.deepEqual(sentences(french.join(' ')), french);
    const list = ['Meds.', 'Aspirin 75 mg od', 'ramipril 5 mg od', 'allergic to penicillin'];
    assert.deepEqual(sentences(`Meds. ${list.slice(1).join('\n')}`), list);
    assert.deepEqual(sentences('Chest pain. Likely muscular.\nno fever\nno cough'), [
      'Chest pain.',
      'Likely muscular.',
      'no fever',
      'no cough',
    ]);
  });

  it('are cut at numbers that count and at labels after a wide gap', () => {
    assert.deepEqual(sentences('Impression: 1. Sprain. 2. No fracture.'), ['Impression:', 'Sprain.', 'No fracture.']);
    assert.deepEqual(sentences('1) asthme 2) goutte 3) zona'), ['asthme', 'goutte', 'zona']);
    assert.deepEqual(sentences('Rash: no  Itching: yes'), ['Rash: no', 'Itching: yes']);
  });
});

describe('sections', () => {
  it('begin at headings, with and without colon, and end at the next one', () => {
    assert.deepEqual(sections('PAST MEDICAL HISTORY\nGout.\nSOCIAL HISTORY: smoker.\nPlan: rest.'), [
      'Gout. | past_history',
      'smoker. | social_history',
      'rest. | plan',
    ]);
    assert.deepEqual(sections('## Antécédents familiaux\n- père : goutte'), ['père : goutte | family_history']);
  });

  it('begin inside a line of a flattened note', () => {
    assert.deepEqual(sections('Past medical history: gout.  Family history: mother with asthma. Plan: rest.'), [
      'gout. | past_history',
      'mother with asthma. | family_history',
      'rest. | plan',
    ]);
  });

  it('begin right behind a full stop or a comma where line breaks were lost', () => {
    assert.deepEqual(sections('HPI: cough.ALLERGIES: penicillin.,FAMILY HISTORY:, gout'), [
      'cough. | history_present_illness',
      'penicillin., | allergies',
      ', gout | family_history',
    ]);
  });

  it('begin inside a line that a heading opens, without full stop or wide gap before them', () => {
    assert.deepEqual(sections('CC: itching HPI: blisters for two days'), [
      'itching | chief_complaint',
      'blisters for two days | history_present_illness',
    ]);
    assert.deepEqual(sections('She has an itch HPI: unchanged'), ['She has an itch HPI: unchanged | -']);
  });

  it('end at a heading that the lexicon does not have', () => {
    assert.deepEqual(sections('Family history: gout.\nPets: two cats.'), ['gout. | family_history', 'two cats. | -']);
    assert.deepEqual(sections('FAMILY HISTORY\nGout.\nPETS AND HOBBIES\nTwo cats.'), [
      'Gout. | family_history',
      'Two cats. | -',
    ]);
    assert.deepEqual(sections('Family history:\nMother: gout\nFather: well'), [
      'Mother: gout | family_history',
      'Father: well | family_history',
    ]);
  });
});
