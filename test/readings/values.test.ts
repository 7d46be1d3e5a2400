import assert from 'node:assert/strict';
import { values } from './read.js';

/** The kind of the span, the sentence, what is read. */
type Case = readonly [tag: string, sentence: string, values: string];

function reads(cases: readonly Case[]): void {
  const found = cases.map(([tag, sentence]) => [tag, sentence, values(tag, sentence)]);
  assert.deepEqual(found, cases);
}

describe('the value behind a measurement', () => {
  it('is a number with its comparator, range and unit, in English and French', () => {
    reads([
      ['procedure', 'Labs today: ⟦K⟧ 5.4, Na 138.', '5.4'],
      ['observable entity', 'Patient à 15 h : ⟦T°⟧ 38,9, pouls 100.', '38.9'],
      ['procedure', 'Bilan ce jour : ⟦CRP⟧ < 5 mg/l.', '< 5 mg/L'],
      ['observable entity', 'Echo: ⟦EF⟧ 25-30 %.', '25..30 %'],
      ['observable entity', 'ETT : ⟦FEVG⟧ entre 30 et 35 %.', '30..35 %'],
      ['procedure', 'She has an ⟦HbA1c⟧ of 7.2%.', '7.2 %'],
      ['procedure', 'Au bilan, ⟦Hb⟧: 10,2 g/dL.', '10.2 g/dL'],
      ['procedure', 'The ⟦creatinine⟧ was 1.4 mg/dL.', '1.4 mg/dL'],
      ['observable entity', 'À l’entrée, ⟦pouls⟧ à 92/min.', '92 /min'],
      ['procedure', 'The ⟦ferritin⟧ came back greater than 2000.', '> 2000'],
    ]);
  });

  it('has powers of ten, thousands and what French writes inside a number', () => {
    reads([
      ['procedure', '⟦WBC⟧ 12.3 x 10^9/L today', '12.3 10*9/L'],
      ['procedure', '⟦WBC⟧ 12.3 × 10⁹/L today', '12.3 10*9/L'],
      ['procedure', '⟦WBC⟧ 12.3 10e9/L today', '12.3 10*9/L'],
      ['procedure', 'NFS : ⟦plaquettes⟧ 250 000/mm3', '250000 /mm3'],
      ['procedure', 'NFS du jour : ⟦plaquettes⟧ 250 G/L', '250 10*9/L'],
      ['procedure', 'The ⟦platelets⟧ were 45,000', '45000'],
      ['observable entity', 'Le patient a une ⟦température⟧ à 38°5', '38.5 Cel'],
      ['observable entity', 'Sa ⟦taille⟧ est de 1m72', '1.72 m'],
      ['procedure', 'Le ⟦DFG⟧ est à 45 mL/min/1,73m2', '45 mL/min/{1.73_m2}'],
      ['procedure', 'La ⟦protéinurie⟧ est à 1,2 g/24h', '1.2 g/(24.h)'],
    ]);
  });

  it('is two values of a blood pressure, in mm[Hg] unless centimetres are written', () => {
    reads([
      ['observable entity', 'On arrival ⟦BP⟧ 138/84, HR 92', '138 mm[Hg] systolic; 84 mm[Hg] diastolic'],
      ['observable entity', 'The ⟦BP⟧ was 150 over 90', '150 mm[Hg] systolic; 90 mm[Hg] diastolic'],
      ['observable entity', 'À l’entrée ⟦TA⟧ 13/8', '13 cm[Hg] systolic; 8 cm[Hg] diastolic'],
      ['observable entity', 'The ⟦SBP⟧ was 90', '90 mm[Hg] systolic'],
    ]);
  });

  it('is the number of a score, without the greatest one', () => {
    reads([
      ['observable entity', 'On arrival ⟦GCS⟧ 15/15', '15'],
      ['observable entity', 'On arrival ⟦GCS⟧ E4V5M6 = 15', '15'],
      ['assessment scale', 'The ⟦NIHSS⟧ was 4', '4'],
      ['finding', 'The ⟦pain⟧ is 7/10', '7'],
    ]);
  });

  it('stands in the cells of a row, with its unit in another cell', () => {
    reads([
      ['procedure', '| Test | Value | Range | Unit | ¶ | ⟦Na⟧ | 138 | 135-145 | mmol/l |', '138 mmol/L'],
      ['procedure', 'Hb\t11.2 ¶ ⟦PLT⟧\t412\tH', '412'],
    ]);
  });

  it('is the last of a change, and never a target, a reference range or a difference', () => {
    reads([
      ['procedure', '⟦Hb⟧ 10.2 on 12/3 then 9.8', '9.8'],
      ['procedure', 'The ⟦CRP⟧ rose from 12 to 240', '240'],
      ['procedure', '⟦INR⟧ target 2-3, today 3.4', '3.4'],
      ['procedure', '⟦K⟧ [3.5-5.3] 5.9', '5.9'],
      ['observable entity', 'His ⟦weight⟧ is down 3 kg', ''],
    ]);
  });

  it('is no date, time, year, age, count of days, count of things or letter of a side', () => {
    reads([
      ['procedure', 'Please repeat ⟦K⟧+ 12/03', ''],
      ['procedure', 'Last ⟦PSA⟧ 2019', ''],
      ['procedure', 'She had a ⟦CT⟧ 3 days ago', ''],
      ['procedure', 'MRI and ⟦CT⟧ at 14:30', ''],
      ['observable entity', '⟦BP⟧ on 3 drugs', ''],
      ['procedure', 'The ⟦chest X-ray⟧ has 2 views', ''],
      ['procedure', '⟦Na⟧ 128 L, Cl 99', '128'],
      ['finding', 'He has had ⟦chest pain⟧ for 3 days', ''],
    ]);
  });

  it('is none of another name behind it', () => {
    reads([
      ['procedure', 'FBC and ⟦Hb⟧, CRP 45', ''],
      ['procedure', '⟦NFS⟧ : Hb 10', ''],
    ]);
  });
});
