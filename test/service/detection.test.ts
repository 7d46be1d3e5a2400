import assert from 'node:assert/strict';
import { testSpans } from './spans.js';

describe('the spans of a note', () => {
  const { ask, spanOf } = testSpans();

  it('are found although a word of them is mistyped, for a person to look at', async () => {
    const { code, status } = await spanOf('Admitted with pnuemonia and fever since Monday.', 'pnuemonia');
    assert.deepEqual([code, status], ['233604007', 'flag']);
  });

  it('mean what a word of both languages means in their own', async () => {
    assert.equal((await spanOf('Bedside echo today, severe dyspnoea at rest.', 'echo')).code, '40701008');
    assert.equal((await spanOf('Une écho est prévue demain pour la douleur.', 'écho')).code, '16310003');
  });

  it('are abbreviations in lower case too, for a person to look at', async () => {
    const { code, status } = await spanOf('History of htn and diabetes, on treatment.', 'htn');
    assert.deepEqual([code, status], ['38341003', 'flag']);
  });

  it('mean what an abbreviation means in the language of the sentence', async () => {
    const { code } = await spanOf('Patient hospitalisé pour un IDM hier soir.', 'IDM');
    assert.equal(code, '22298006');
  });

  it('mean what the note says that an abbreviation means, wherever it stands', async () => {
    const text = 'Suivi pour une polyarthrite rhumatoïde (PR). La PR est stable. MI (mitral insufficiency) unchanged.';
    const concepts = await ask(text);
    const codes = concepts.filter(({ span }) => span === 'PR').map(({ code }) => code);
    assert.deepEqual(codes, ['69896004', '69896004']);
  });

  it('are an abbreviation with the words beside it where its long form makes another term with them', async () => {
    const otitis = await spanOf('Recurrent AOM, four times since 2023.', 'Recurrent AOM');
    assert.deepEqual([otitis.code, otitis.status], ['194287004', 'resolved']);
    const keratitis = await spanOf('Treated for HSV keratitis of the left eye.', 'HSV keratitis');
    assert.deepEqual([keratitis.code, keratitis.status], ['9389005', 'resolved']);
    await spanOf('She has had AOM since Monday.', 'AOM');
    const mistyped = await spanOf('He has recurrentt AOM since March.', 'recurrentt AOM');
    assert.deepEqual([mistyped.code, mistyped.status], ['194287004', 'flag']);
  });

  it('are an abbreviation alone where it has several meanings, or often means something else', async () => {
    // That "severe pre-eclampsia" is a term does not tell what is meant.
    const embolism = await ask('Severe PE with RV strain, pulmonary arteries dilated.');
    assert.equal(embolism.find(({ span }) => span === 'PE')?.status, 'flag');
    for (const text of ['Echo: severe AI, LVEF 45%.', 'Admis pour IR aiguë sur pneumopathie.']) {
      const found = (await ask(text)).filter(({ span }) => /AI|IR/.test(span));
      assert.deepEqual(
        found.map(({ status }) => status),
        ['flag'],
      );
    }
  });

  it('are an abbreviation that the note explains with the words beside it, unless the explanation is mistyped', async () => {
    const text = 'Acute otitis media (AOM) in May. Now recurrent AOM.';
    const { code, status } = await spanOf(text, 'recurrent AOM');
    assert.deepEqual([code, status], ['194287004', 'resolved']);
    const explained = await ask('Suivi pour une polyarthrite rhumatoide (PRM). La PRM est stable.');
    assert.deepEqual(
      explained.filter(({ span }) => span === 'PRM').map((each) => each.code),
      ['69896004', '69896004'],
    );
    const mistyped = await ask('Suivi pour une polyarthrite rhumatoidde (PRM). La PRM est stable.');
    assert.deepEqual(
      mistyped.filter((each) => each.span === 'PRM' && each.status === 'resolved'),
      [],
    );
  });

  it('are allergies where they stand under allergies', async () => {
    const text = 'Allergies: penicillin, latex\n\nMedications: aspirin 100 mg daily';
    assert.equal((await spanOf(text, 'penicillin')).code, '91936005');
    assert.equal((await spanOf(text, 'latex')).code, '300916003');
    assert.notEqual((await spanOf(text, 'aspirin')).code, '293586001');
  });

  it('are for review where they name what somebody does not tolerate', async () => {
    assert.equal((await spanOf("Intolérance à l'aspirine en 2019.", 'aspirine')).status, 'flag');
    assert.equal((await spanOf('Intolerant of morphine since 2015.', 'morphine')).status, 'flag');
  });

  it('are tests that head their own line, and no headings of sections', async () => {
    const spans = (await ask('ECG : rythme sinusal.\nAllergies : aucune connue.')).map(({ span }) => span);
    assert.ok(spans.includes('ECG'), spans.join(', '));
    assert.ok(!spans.includes('Allergies'), spans.join(', '));
  });

  it('are what a patient may have in labels that no lexicon has', async () => {
    const text = `Assessment: 66F with cirrhosis.
# Sepsis due to pneumonia: antibiotics
# HTN/volume overload: lisinopril
Respiratory system: clear
Family doctor: informed`;
    const spans = (await ask(text)).map(({ span }) => span);
    const found = ['cirrhosis', 'Sepsis', 'pneumonia', 'antibiotics', 'HTN', 'volume overload', 'lisinopril'];
    assert.deepEqual(spans, found);
  });

  it('are terms of function words alone where they say what a patient is or does, or are letters', async () => {
    const text = 'Lives alone, back to normal, review of systems done. Had N&V, then D+V. S/p T&A.';
    const spans = (await ask(text)).map(({ span }) => span);
    assert.deepEqual(spans, ['Lives alone', 'N&V', 'D+V', 'T&A']);
    assert.deepEqual(await ask('No code given. No symptoms, no complaints.'), []);
    assert.equal((await spanOf('Il vit avec son épouse.', 'vit avec son épouse')).code, '447555007');
  });

  it('have the sign that ends them', async () => {
    assert.equal((await spanOf('SCA ST+ antérieur.', 'SCA ST+')).code, '401303003');
    assert.equal((await spanOf('Patient VIH+ connu.', 'VIH+')).code, '165816005');
    assert.equal((await spanOf('G2P1, MAF+, pas de contractions.', 'MAF+')).code, '289431008');
    const spans = await ask('Infarctus ST+ en 2019.');
    assert.ok(!spans.some(({ code }) => code === '401314000'), JSON.stringify(spans.map(({ code }) => code)));
  });

  it('are whole phrases where one is near to a concept that says more than the terms in it', async () => {
    const { code, status } = await spanOf('Femoral neck stress fracture on MRI.', 'Femoral neck stress fracture');
    assert.deepEqual([code, status], ['5913000', 'flag']);
  });

  it('are a cancer and its metastases, not metastases in the organ of the cancer', async () => {
    for (const [text, cancer, code] of [
      ['Metastatic prostate cancer on goserelin.', 'prostate cancer', '399068003'],
      ['Cancer du rectum métastatique.', 'Cancer du rectum', '363351006'],
    ] as const) {
      const found = (await ask(text)).filter((each) => each.code !== null);
      assert.equal(found.find(({ span }) => span === cancer)?.code, code, text);
      assert.ok(
        found.some((each) => each.code === '128462008' && each.status === 'flag'),
        text,
      );
    }
  });

  it('are the term in a phrase that is too far from another concept for a code', async () => {
    const found = await ask('Cholécystite aiguë lithiasique sans fièvre.');
    assert.deepEqual([found[0]?.span, found[0]?.code], ['Cholécystite aiguë', '65275009']);
  });

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

  it('are no names of persons, however like a term', async () => {
    const spans = (await ask('Baby Alfie Thornbury, 4 months, seen with fever.')).map(({ span }) => span);
    assert.deepEqual(spans, ['fever']);
  });

  it('are what stands in every gap of a cue', async () => {
    const spans = (await ask('À discuter : trouble schizo-affectif, hyperthyroïdie, deuil.')).map(({ span }) => span);
    assert.ok(spans.includes('hyperthyroïdie'), spans.join(', '));
  });

  it('are flagged where their letters often mean something else, unless a number says what is measured', async () => {
    assert.equal((await spanOf('Abdomen indolore, OH normaux.', 'OH')).status, 'flag');
    assert.equal((await spanOf('PMH: RA, gout.', 'RA')).status, 'flag');
    const onAir = await ask('Obs: HR 80, SpO2 94% RA. SpO2 95% OA at rest.');
    assert.ok(!onAir.some(({ span }) => span === 'RA' || span === 'OA'));
    assert.equal((await spanOf('Examen : TA 128/80, FC 84, PA 130/70.', 'TA')).status, 'resolved');
  });

  it('have no code where their letters seldom mean a concept, unless a word of its name or a number speaks for it', async () => {
    for (const [text, span, status] of [
      ['RTC in 2 weeks if no better.', 'RTC', 'unresolved'],
      ['RTC at 30 mph, driver of the other vehicle walked away.', 'RTC', 'flag'],
      ['Dossier vu en RCP la semaine dernière.', 'RCP', 'unresolved'],
      ['RCP pendant 10 minutes, réanimation arrêtée.', 'RCP', 'flag'],
      ['No BM since Monday.', 'BM', 'unresolved'],
      ['BM 7.2 before breakfast.', 'BM', 'flag'],
    ] as const) {
      assert.equal((await spanOf(text, span)).status, status, text);
    }
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

  it('are vaccinations where vaccines are listed, and in doubt where a sentence speaks of vaccines', async () => {
    const listed = await spanOf('VACCINATIONS\nGrippe octobre 2025, tétanos 2019.', 'Grippe');
    assert.deepEqual([listed.code, listed.status], ['86198006', 'resolved']);
    assert.equal((await spanOf('He had his flu and COVID jabs in October.', 'flu')).status, 'flag');
    assert.equal((await spanOf('A eu la grippe en janvier.', 'grippe')).status, 'resolved');
  });

  it('are a vaccination where a vaccine is said to be given', async () => {
    assert.equal((await spanOf('Vaccin grippe fait ce jour.', 'Vaccin grippe')).code, '86198006');
    assert.equal((await spanOf('Tetanus vaccine administered in clinic.', 'Tetanus vaccine')).code, '127786006');
    assert.equal((await spanOf('Allergic to flu vaccine.', 'flu vaccine')).code === '86198006', false);
  });

  it('are not resolved where an abbreviation or a term has only the letters of a common word', async () => {
    for (const [text, span] of [
      ['A home health aide comes twice a week.', 'aide'],
      ['Target met at the last visit.', 'met'],
      ['The creatinine crept up to 180.', 'crept'],
      ['Collyre : deux gouttes matin et soir.', 'gouttes'],
      ['PTH à 85 pg/ml, calcium normal.', 'PTH'],
    ] as const) {
      const found = (await ask(text)).find((entry) => entry.span === span);
      assert.notEqual(found?.status, 'resolved', `${span}: ${found?.candidates[0]?.display}`);
    }
  });

  it('are no retirement, breastfeeding nor operation that only their letters remind of', async () => {
    const statuses = (await ask('La patiente allait bien. Retrait du drain à J2, puis une procédure sans suites.')).map(
      ({ span, status }) => `${span} ${status}`,
    );
    assert.ok(!statuses.some((status) => /^(allait|procédure) |^Retrait resolved/.test(status)), statuses.join(', '));
  });

  it('are flagged at most where a phrase of the note is only like a term', async () => {
    const concepts = await ask(
      'Dissection vers les artères basilaires. Filling defect in the lumbar spine region on imaging.',
    );
    const sure = concepts.filter(({ status, cosine }) => status === 'resolved' && cosine < 0.93);
    assert.deepEqual(sure, []);
  });

  it('are not coded as a disorder of the part of the body that they name', async () => {
    for (const [text, span] of [
      ['The common bile duct is normal.', 'common bile duct'],
      ['Ponction au niveau du cuir chevelu.', 'cuir chevelu'],
    ] as const) {
      const found = (await ask(text)).find((entry) => entry.span === span);
      assert.ok(found === undefined || found.code === null, text);
    }
  });

  it('are no words of everyday language that look mistyped', async () => {
    const spans = (await ask('La manière dont il a décidé de venir, conçus ensemble.')).map(({ span }) => span);
    assert.deepEqual(spans, []);
  });

  it('are flagged where an exception to what they rule out follows', async () => {
    assert.equal((await spanOf('No known drug allergies.', 'No known drug allergies')).status, 'resolved');
    for (const text of ['Patient calm, NKDA except penicillin.', 'Patient calm, NKDA (except penicillin).'])
      assert.equal((await spanOf(text, 'NKDA')).status, 'flag', text);
    assert.equal((await spanOf("Pas d'allergie sauf à la pénicilline.", "Pas d'allergie")).status, 'flag');
  });

  it('are the terms in a longer phrase that only an abbreviation in it makes like another', async () => {
    const syndrome = await spanOf('SDRA sur pneumopathie à pneumo, intubé ce jour.', 'SDRA');
    assert.deepEqual([syndrome.code, syndrome.status], ['67782005', 'resolved']);
  });

  it('are a finding without its site, for review', async () => {
    for (const [text, span] of [
      ['Segment 7 14 mm, likely haemangioma.', 'haemangioma'],
      ['Ongles épais (mycose ?).', 'mycose'],
    ] as const)
      assert.equal((await spanOf(text, span)).status, 'flag', text);
    assert.equal((await spanOf('Simple renal cyst.', 'Simple renal cyst')).status, 'resolved');
  });

  it('are sure behind how a French writer shortens a verb, and not behind a word of the dictionary', async () => {
    assert.equal((await spanOf('Enchondrome : ctrl IRM à 1 an.', 'IRM')).status, 'resolved');
    assert.equal((await spanOf('Tableau mimant embolie pulmonaire.', 'embolie pulmonaire')).status, 'flag');
  });

  it('are allergies behind the short headings of them, and no family history of one', async () => {
    assert.equal((await spanOf('All: PCN - hives as child.', 'PCN')).code, '91936005');
    assert.equal((await spanOf('ADR: sulfa - rash.', 'sulfa')).status, 'flag');
    const codes = (await ask('Allergies: latex - rash\nFH sister autoimmune hepatitis.')).map(({ code }) => code);
    assert.ok(!codes.includes('160469004'), codes.join(', '));
  });

  it('are no headings of results, but the tests that a sentence speaks of', async () => {
    const spans = (await ask('Labs: WBC 13.1, Na 129.\nBloods: CRP 31.\nRepeat bloods on Monday.')).map(
      ({ span }) => span,
    );
    assert.ok(!spans.includes('Labs') && !spans.includes('Bloods') && spans.includes('bloods'), spans.join(', '));
  });

  it('are flagged where "acute" beside them may make another concept of them', async () => {
    assert.equal((await spanOf('Insuffisance surrénale aiguë probable.', 'Insuffisance surrénale')).status, 'flag');
  });

  it('are no short abbreviations of the other language', async () => {
    const blood = (await ask('Well child visit. Hgb 11.2, MCV 74, blood lead <2.')).map(({ code }) => code);
    for (const french of ['49601007', '55464009']) assert.ok(!blood.includes(french), french);
    const spans = (await ask('Saturation à 96 % AA, pas d’œdème des MI ce matin.')).map(({ span }) => span);
    assert.ok(!spans.includes('AA') && !spans.includes('MI'), spans.join(', '));
  });

  it('are no names of places of care, and nothing but findings in the head of a note', async () => {
    const seen = (await ask('Seen in the fracture clinic, then on the stroke unit, for wrist pain.')).map(
      ({ span }) => span,
    );
    assert.deepEqual(seen, ['wrist pain']);
    const text = 'CHU – Chirurgie thoracique\nConsultation de suivi, grossesse à haut risque\n\nDyspnée d’effort.';
    const spans = (await ask(text)).map(({ span }) => span);
    assert.deepEqual(spans, ['grossesse à haut risque', 'Dyspnée d’effort']);
  });

  it('are never resolved by likeness to a word that no term has', async () => {
    for (const { span, status } of await ask('Diagnostic de myiase du cuir chevelu.'))
      if (span.includes('myiase')) assert.notEqual(status, 'resolved');
  });
});
