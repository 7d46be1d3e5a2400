import assert from 'node:assert/strict';
import { testSpans } from './spans.js';

describe('the spans of a note, sure or for review', () => {
  const { ask, spanOf } = testSpans();

  it('are what tissue looks like where nothing says of what, for a person to look at', async () => {
    for (const [text, phrase, code] of [
      ['CT: lesion with central necrosis.', 'necrosis', '6574001'],
      ['Scanner : une sténose, pas de thrombus.', 'sténose', '415582006'],
      ['Two masses on ultrasound.', 'masses', '4147007'],
    ] as const) {
      const found = await spanOf(text, phrase);
      assert.deepEqual([found.code, found.status], [code, 'flag'], text);
    }
    assert.equal((await spanOf('A cystic lesion of 2 cm.', 'cystic lesion')).status, 'unresolved');
  });

  it('are flagged where a word beside them may belong to them', async () => {
    const text = 'Admitted with a zorgotic cardiomyopathy last year.';
    const found = (await ask(text)).filter(({ span }) => span.includes('cardiomyopathy'));
    assert.deepEqual(
      found.map(({ status }) => status),
      ['flag'],
    );
  });

  it('are flagged where the words often mean something else', async () => {
    assert.equal((await spanOf('Les sutures sont propres, plaie sèche.', 'sutures')).status, 'flag');
    assert.equal((await spanOf('La CBC est normale ce matin.', 'CBC')).status, 'flag');
    assert.equal((await spanOf('ATCD : IDM inf en 2010.', 'IDM inf')).status, 'flag');
    assert.equal((await spanOf('Marche normale, bonne foulée.', 'foulée')).status, 'flag');
    assert.equal(
      (await spanOf('Son père est mort d’une rupture d’anévrisme en 1998.', 'rupture d’anévrisme')).status,
      'flag',
    );
  });

  it('are flagged at most where a phrase of the note is only like a term', async () => {
    const concepts = await ask(
      'Dissection vers les artères basilaires. Filling defect in the lumbar spine region on imaging.',
    );
    const sure = concepts.filter(({ status, cosine }) => status === 'resolved' && cosine < 0.93);
    assert.deepEqual(sure, []);
  });

  it('are flagged where an exception to what they rule out follows', async () => {
    assert.equal((await spanOf('No known drug allergies.', 'No known drug allergies')).status, 'resolved');
    for (const text of ['Patient calm, NKDA except penicillin.', 'Patient calm, NKDA (except penicillin).'])
      assert.equal((await spanOf(text, 'NKDA')).status, 'flag', text);
    assert.equal((await spanOf("Pas d'allergie sauf à la pénicilline.", "Pas d'allergie")).status, 'flag');
  });

  it('are a finding without its site, for review', async () => {
    for (const [text, span] of [
      ['Segment 7 14 mm, likely haemangioma.', 'haemangioma'],
      ['Ongles épais (mycose ?).', 'mycose'],
    ] as const)
      assert.equal((await spanOf(text, span)).status, 'flag', text);
    assert.equal((await spanOf('Simple renal cyst.', 'Simple renal cyst')).status, 'resolved');
  });

  it('are for review behind a word that may make another concept of them', async () => {
    assert.equal((await spanOf('Tableau mimant embolie pulmonaire.', 'embolie pulmonaire')).status, 'flag');
  });

  it('are flagged where "acute" beside them may make another concept of them', async () => {
    assert.equal((await spanOf('Insuffisance surrénale aiguë probable.', 'Insuffisance surrénale')).status, 'flag');
  });

  it('are never resolved by likeness to a word that no term has', async () => {
    for (const { span, status } of await ask('Diagnostic de myiase du cuir chevelu.'))
      if (span.includes('myiase')) assert.notEqual(status, 'resolved');
  });

  it('are for review where a substance is looked for', async () => {
    for (const [text, span] of [
      ['Urine: methadone neg, rest awaited.', 'methadone'],
      ['Dendritic ulcer, fluorescein +ve.', 'fluorescein'],
      ['Urine: opiates -, methadone +, rest awaited.', 'methadone'],
      ['Urines : méthadone -', 'méthadone'],
    ] as const) {
      assert.equal((await spanOf(text, span)).status, 'flag', span);
    }
    // A dash before what is told of it is no result.
    assert.equal((await spanOf('Meds: methadone - stopped in May.', 'methadone')).status, 'resolved');
  });

  it('are sure beside the NYHA class however French says it', async () => {
    const text = 'Dyspnée d’effort stade II de la NYHA, stable.';
    assert.equal((await spanOf(text, 'Dyspnée d’effort')).status, 'resolved');
    assert.equal((await spanOf(text, 'stade II de la NYHA')).status, 'resolved');
  });

  it('are no drinking of a litre, nor gastroenteritis of the gastroenterologists', async () => {
    const drinking = (await ask('Drinking 1 L of vodka a day.')).find(({ span }) => span === 'Drinking');
    assert.equal(drinking, undefined);
    assert.equal((await spanOf('Seen by gastro last month, no new pain.', 'gastro')).status, 'flag');
  });
});
