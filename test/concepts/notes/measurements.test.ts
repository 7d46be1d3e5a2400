import assert from 'node:assert/strict';
import { testSpans } from './spans.js';

describe('the measurements of a note', () => {
  const { ask, spanOf } = testSpans();

  it('are measurements in a line of abbreviations', async () => {
    const spans = (await ask('PE: HR 124, BP 102/58.')).map(({ span }) => span);
    assert.ok(spans.includes('HR') && spans.includes('BP'), spans.join(', '));
  });

  it('are vital signs on a line of abbreviations below a heading', async () => {
    const spans = (await ask('EXAMEN\nFC 104  TA 132/70\nSouffrant, abdomen douloureux')).map(({ span }) => span);
    assert.ok(spans.includes('FC') && spans.includes('TA'), spans.join(', '));
  });

  it('are a single letter before a value with a decimal, and no other letter', async () => {
    for (const [text, letter, code] of [
      ['Obs: HR 96, T 38.4, sats 97%.', 'T', '386725007'],
      ['À l’arrivée : T° 36,8, TA 120/70.', 'T', '386725007'],
      ['Bloods: Na 131, K 5.8, Cr 210.', 'K', '59573005'],
    ] as const) {
      assert.equal((await spanOf(text, letter)).code, code, text);
    }
    const spans = (await ask('Fracture of T 12. Allergic to vitamin K. Stage T 2, plan K wire.')).map(
      ({ span }) => span,
    );
    assert.ok(!spans.includes('T') && !spans.includes('K'), spans.join(', '));
  });

  it('are sure with the side, or the most, before their value; with a result in words, which says more, they are for review', async () => {
    for (const [text, span, code, status] of [
      ['L eye quiet. IOP R 58, L 17.', 'IOP', '41633001', 'resolved'],
      ['Temp max 38.6 at 2300.', 'Temp', '386725007', 'resolved'],
      ['Ca normal today.', 'Ca', '71878006', 'flag'],
    ] as const) {
      const found = await spanOf(text, span);
      assert.deepEqual([found.code, found.status], [code, status], text);
    }
  });

  it('are no number of a name where a unit stands behind it', async () => {
    for (const text of ['Given O2 15 L via mask.', 'O2 15 L/min au masque.']) {
      const codes = (await ask(text)).map(({ code }) => code);
      // Oxygen-15, an isotope.
      assert.ok(!codes.includes('129504001') && codes.includes('320917000'), text);
    }
    // A side looks like a litre.
    assert.equal((await spanOf('CKD stage 4 L AVF.', 'CKD stage 4')).code, '431857002');
  });

  it('are sure where a value stands behind letters that may mean something else', async () => {
    for (const [text, letters, code] of [
      ['Labs: Na 149, K 4.4.', 'Na', '25197003'],
      ['Bio : bicar 19, albu 31, HbA1c 8,1 %.', 'albu', '26758005'],
      // No sign of a rheumatoid factor.
      ['TA 120/80, FR 28, SpO2 94 %.', 'FR', '86290005'],
    ] as const) {
      const { status, code: given } = await spanOf(text, letters);
      assert.deepEqual([given, status], [code, 'resolved'], text);
    }
    for (const [text, letters] of [
      ['Repeat Na tomorrow.', 'Na'],
      ['Na à recontrôler.', 'Na'],
      ['Given alb 20% 100 ml IV.', 'alb'],
    ] as const)
      assert.equal((await spanOf(text, letters)).status, 'flag', text);
    // Short for glucose, and no glue.
    assert.ok(!(await ask('Cr 1.6, glu 243, WBC 12.1.')).some(({ code }) => code === '57126000'));
  });

  it('are read by themselves beside what was found', async () => {
    for (const [text, ...sure] of [
      ['Known obesity BMI 38.4 and OSA.', ['obesity', '414916001'], ['BMI', '60621009']],
      ['ECHO LVEF 55%, no effusion.', ['LVEF', '250908004']],
      ['Patiente algique EVA 6/10 ce soir.', ['EVA', '225908003']],
    ] as const)
      for (const [span, code] of sure) {
        const { status, code: given } = await spanOf(text, span);
        assert.deepEqual([given, status], [code, 'resolved'], `${text} ${span}`);
      }
    assert.equal((await spanOf('Melanoma surgery 3 weeks ago.', 'Melanoma')).status, 'flag');
  });

  it('are the measurement before a value and the substance before a dose', async () => {
    assert.equal((await spanOf('Labs today: potassium 4.1 mmol/L.', 'potassium')).code, '59573005');
    assert.equal((await spanOf('Potassium 600 mg twice daily.', 'Potassium')).code, '88480006');
    assert.equal((await spanOf('Magnesium 20 mmol IV.', 'Magnesium')).code, '72717003');
    const list = await ask('Medications:\n1. Calcium\n2. Magnesium\n3. Potassium\n4. Aspirin');
    const sure = list.filter(({ status }) => status === 'resolved').map(({ span }) => span);
    assert.deepEqual(sure, ['Aspirin']);
  });
});
