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

  it('are no history of what the family has', async () => {
    for (const of of ['No family', 'Family medical', 'Maternal']) {
      const spans = (await ask(`${of} history of asbestos exposure.`)).map(({ span }) => span);
      assert.deepEqual(spans, ['asbestos exposure'], of);
    }
    const spans = (await ask('Past history of asbestos exposure.')).map(({ span }) => span);
    assert.deepEqual(spans, ['history of asbestos exposure']);
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

  it('are no names of persons, however like a term', async () => {
    const spans = (await ask('Baby Alfie Thornbury, 4 months, seen with fever.')).map(({ span }) => span);
    assert.deepEqual(spans, ['fever']);
  });

  it('are what stands in every gap of a cue', async () => {
    const spans = (await ask('À discuter : trouble schizo-affectif, hyperthyroïdie, deuil.')).map(({ span }) => span);
    assert.ok(spans.includes('hyperthyroïdie'), spans.join(', '));
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

  it('are the terms in a longer phrase that only an abbreviation in it makes like another', async () => {
    const syndrome = await spanOf('SDRA sur pneumopathie à pneumo, intubé ce jour.', 'SDRA');
    assert.deepEqual([syndrome.code, syndrome.status], ['67782005', 'resolved']);
  });

  it('are no headings of results, but the tests that a sentence speaks of', async () => {
    const spans = (await ask('Labs: WBC 13.1, Na 129.\nBloods: CRP 31.\nRepeat bloods on Monday.')).map(
      ({ span }) => span,
    );
    assert.ok(!spans.includes('Labs') && !spans.includes('Bloods') && spans.includes('bloods'), spans.join(', '));
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

  it('are a thing with what a verb says of it, where a term says both', async () => {
    for (const [text, span, code] of [
      ['His blood pressure is elevated.', 'blood pressure is elevated', '24184005'],
      ['The ECG was normal today.', 'ECG was normal', '164854000'],
      ['The liver was enlarged.', 'liver was enlarged', '80515008'],
      ['La toux est productive.', 'toux est productive', '28743005'],
    ] as const) {
      const found = await spanOf(text, span);
      assert.deepEqual([found.code, found.status], [code, 'resolved'], span);
    }
    for (const [text, span] of [
      ['The chest X-ray was clear.', 'chest X-ray'],
      ['Le scanner est normal.', 'scanner'],
    ] as const)
      assert.equal((await spanOf(text, span)).status, 'flag', span);
  });

  it('are no disease where weeks of pregnancy or immunity are told', async () => {
    const pregnant = await ask("Grossesse de 30 semaines d'aménorrhée. Toxoplasmose : non immunisée.");
    const sure = pregnant.filter(({ status }) => status === 'resolved');
    assert.deepEqual(
      sure.map(({ span }) => span),
      ['Grossesse'],
    );
    for (const table of ['Bilan.\n| Toxoplasmose | non immunisée |', 'Antenatal bloods.\n| Varicella | immune |']) {
      const cells = await ask(table);
      assert.ok(
        cells.every(({ status }) => status !== 'resolved'),
        table,
      );
    }
  });

  it('are the letters of a list that has a row, each for what it stands for', async () => {
    for (const text of ['Fatigue, n/v/d since Monday.', 'Denies N/V/D.']) {
      const codes = (await ask(text)).map(({ code }) => code);
      for (const code of ['422587007', '422400008', '62315008']) assert.ok(codes.includes(code), `${text} ${code}`);
    }
    assert.ok((await ask('Plan: d/c today.')).every(({ code }) => code !== '62315008'));
  });

  it('are two small letters behind words that lead to what somebody has, for review', async () => {
    const found = await spanOf('No acute distress, r/o pe.', 'pe');
    assert.deepEqual([found.code, found.status], ['59282003', 'flag']);
    assert.deepEqual(await ask('On the way we go pe.'), []);
  });

  it('are a label with what is said behind its colon, and for review behind a dash, a comma or in brackets, where both are a term', async () => {
    for (const [text, span, code] of [
      ['On the ward. Mood: low, sleep: poor.', 'Mood: low', '366979004'],
      ['Imms: UTD. Thriving.', 'Imms: UTD', '171258008'],
      ['Known to us. Diabetes: type 2 on metformin.', 'Diabetes: type 2', '44054006'],
      ['Urine dip clear. Pregnancy test: negative.', 'Pregnancy test: negative', '250425007'],
      ['Works as a postman.\nSmoking: never. Alcohol: nil.', 'Smoking: never', '266919005'],
      ['Vit seul, retraité. Tabac : sevré depuis 2015.', 'Tabac : sevré', '8517006'],
    ] as const) {
      const found = await spanOf(text, span);
      assert.deepEqual([found.code, found.status], [code, 'resolved'], span);
    }
    const dashed = await spanOf('Seen at home today. Pain - epigastric, after meals.', 'Pain - epigastric');
    assert.deepEqual([dashed.code, dashed.status], ['79922009', 'flag']);
    for (const [text, span, code] of [
      [
        'Problems: hypertrophic cardiomyopathy, obstructive; gout.',
        'hypertrophic cardiomyopathy, obstructive',
        '45227007',
      ],
      ['Seen today. Fracture (pathological) of the hip.', 'Fracture (pathological)', '268029009'],
      ['Vue ce jour. Hernie (inguinale) à droite.', 'Hernie (inguinale)', '396232000'],
    ] as const) {
      const found = await spanOf(text, span);
      assert.deepEqual([found.code, found.status], [code, 'flag'], span);
    }
    assert.equal((await spanOf('Pain: worse after meals, relieved by rest.', 'Pain')).code, '22253000');
    assert.equal((await spanOf('Seen today. Stress: fracture, healed.', 'Stress: fracture')).status, 'flag');
    for (const [text, spans] of [
      ['Seen today. Mood: low BP noted.', ['low BP']],
      ['Vaccins : VHB faite.', ['VHB']],
      ['Seen today. Infection: chest pain again.', ['Infection', 'chest pain']],
      ['Seen today. Gallstones - pancreatitis.', ['Gallstones', 'pancreatitis']],
      ['Seen today. Reports nausea, vomiting.', ['nausea', 'vomiting']],
      ['Seen today. Rash (face), fever.', ['Rash', 'fever']],
    ] as const) {
      const found = (await ask(text)).map(({ span }) => span);
      assert.ok(
        spans.every((span) => found.includes(span)),
        found.join(' | '),
      );
    }
    const list = (await ask('Referred with:\n- Headache - neck pain - fever')).map(({ span }) => span);
    assert.deepEqual(list, ['Headache', 'neck pain', 'fever']);
  });
});
