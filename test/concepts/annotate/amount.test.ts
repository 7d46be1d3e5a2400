import assert from 'node:assert/strict';
import { type Amount, amountBehind, isResultBehind, isValueBehind } from '../../../server/concepts/annotate/amount.js';
import { read } from '../read.js';

const AUTO = { language: 'auto' } as const;

/** What stands behind the first word. */
function amountIn(text: string): Amount {
  return amountBehind(read(text, AUTO), 1);
}

describe('the amount behind a word', () => {
  it('is none where weeks and days stand there', () => {
    assert.equal(amountIn('RPM à 37+6'), null);
    assert.equal(amountIn('FC 10 sem en 2019'), null);
    assert.equal(amountIn('LOC <1min, facial bruising'), null);
    assert.equal(amountIn('FR 20/min'), 'measured');
    assert.equal(amountIn('HR 96 + regular'), 'number');
  });

  it('is the value of a test, and no share, size, weight or time', () => {
    const isValue = (text: string) => isValueBehind(read(text, AUTO), 1);
    for (const text of ['Na 149 K 4.4', 'Na: 149, K 4.4', 'ALB 31 g/l', 'TG 3,4']) assert.ok(isValue(text), text);
    for (const text of ['alb 20 % 100 ml', 'BG 3.2 kg', 'VS 12 mm', 'Na demain', 'Na 40 mg', 'BM 3 weeks'])
      assert.ok(!isValue(text), text);
  });

  it('is a dose where it is given in per cent', () => {
    for (const text of ['Cyclopentolate 1% tds', 'Dimeticone 4 % lotion']) assert.equal(amountIn(text), 'dose', text);
    assert.equal(amountIn('SpO2 94% today'), 'measured');
  });

  it('is a result in words or signs', () => {
    const isResult = (text: string) => isResultBehind(read(text, AUTO), 1);
    for (const text of ['cocaine pos', 'fluorescein +ve', 'Cocaïne négative', 'fibrinogen ok'])
      assert.ok(isResult(text), text);
    for (const text of [
      'O2 + nebs',
      'Aspirine +, Plavix -',
      'Metformin + (gliclazide)',
      'cocaine',
      'benzo - stopped',
      'methadone\npos',
    ])
      assert.ok(!isResult(text), text);
  });

  it('is measured with the unit of a concentration or a share', () => {
    for (const text of ['Potassium 4.1 mmol/L', 'Calcium: 9.2 mg/dL', 'LDL à 1,1 g/l', 'SpO2 95 %', 'Fer 12 µmol/l'])
      assert.equal(amountIn(text), 'measured', text);
  });

  it('is a dose with the unit of what is taken, or by time or weight', () => {
    for (const text of [
      'Potassium 600 mg',
      'Calcium 500 mg/j',
      'Magnesium 2 tablets',
      'Calcium 10 mg/kg',
      'Fer 1 cp',
      'Héparine 5000 s/c',
      'Potassium 40 mmol IV',
      'Potassium 20 mmol/day',
      'Calcium 2 daily',
      'Magnesium 1 OD',
      'Potassium 2 TDS',
      'Calcium 500 matin et soir',
      'Magnésium 2 par jour',
    ])
      assert.equal(amountIn(text), 'dose', text);
  });

  it('is a blood pressure as one number over another', () => {
    for (const text of ['PA 178/94', 'TA : 12/8', 'BP 120/80 mmHg']) assert.equal(amountIn(text), 'pressure', text);
  });

  it('may be either without a unit', () => {
    for (const text of ['Potassium 4.1', 'Calcium = 2,3 ce jour', 'Albumin of 32, stable'])
      assert.equal(amountIn(text), 'number', text);
  });

  it('is none without a number, with one too far off or of the next line, or with one that may be given or measured', () => {
    for (const text of [
      'Calcium\n2. Magnesium',
      'Calcium :\n2',
      'Magnesium 20 mmol',
      'Potassium normal',
      'PTH 2016',
      'Calcium\n\n9 lines',
      'Calcium was found to be 9',
    ])
      assert.equal(amountIn(text), null, text);
  });
});
