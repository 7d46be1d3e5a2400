import assert from 'node:assert/strict';
import { testSpans } from './spans.js';

describe('what a test looks for, or a precaution prevents', () => {
  const { ask, spanOf } = testSpans();

  for (const [text, span] of [
    ['Sérologies VIH, syphilis, Lyme demandées.', 'syphilis'],
    ['Sérologies VIH, syphilis, Lyme demandées.', 'Lyme'],
    ['Sérologies hépatites B et C prélevées.', 'C'],
    ['PCR for influenza sent.', 'influenza'],
    ['Optometrist for retinopathy screen.', 'retinopathy'],
    ['Serology: syphilis and Lyme disease.', 'Lyme disease'],
    ['Syphilis and HIV serology sent.', 'Syphilis'],
    ['C diff toxin neg, wound swab sent.', 'C diff'],
    ['Culture de plaie prélevée.', 'plaie'],
    ['Flu A/COVID/RSV swab sent.', 'COVID'],
    ['DVT ppx with enoxaparin.', 'DVT'],
    ['Advice on prevention of stroke given.', 'stroke'],
    ['Prophylaxie des escarres en place.', 'escarres'],
    ['Prévention du suicide abordée.', 'suicide'],
  ] as const) {
    it(`is for review, for nobody is said to have it: ${span} in "${text}"`, async () => {
      assert.equal((await spanOf(text, span)).status, 'flag');
    });
  }

  for (const [text, span] of [
    ['Sérologie VIH faite.\nGrippe depuis hier.', 'Grippe'],
    ['HIV serology sent. Influenza since Monday.', 'Influenza'],
    ['Sérologie VIH négative, asthme ancien.', 'asthme'],
    ['PMH: anti-TPO antibodies, hypothyroidism.', 'hypothyroidism'],
    ['STI screen and depression.', 'depression'],
    ['COVID PCR +, pneumonia.', 'pneumonia'],
    ['IgG 8.5 g/L, anaemia.', 'anaemia'],
    ['Retinal screening: diabetic retinopathy, cataract.', 'cataract'],
    ['Dépistage néonatal : hypothyroïdie, mucoviscidose.', 'mucoviscidose'],
    ['Urine PCR 45, pre-eclampsia.', 'pre-eclampsia'],
    ['Discharged on prophylaxis, asthma well controlled.', 'asthma'],
    ['Asthma and eczema and HIV serology.', 'Asthma'],
    ['Known asthma and PCR pending.', 'asthma'],
  ] as const) {
    it(`is what the patient has behind a result, or where the test is of something else: ${span} in "${text}"`, async () => {
      assert.equal((await spanOf(text, span)).status, 'resolved');
    });
  }

  it('has no code of its own in the name of a bacterium', async () => {
    const codes = (await ask('Grew K pneumoniae in one bottle.')).map(({ code }) => code);
    assert.ok(!codes.includes('233604007'), codes.join(', '));
  });
});
