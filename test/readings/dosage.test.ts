import assert from 'node:assert/strict';
import { dosage, reading } from './read.js';

function reads(cases: readonly (readonly [sentence: string, dosage: string])[]): void {
  assert.deepEqual(
    cases.map(([sentence]) => [sentence, dosage(sentence)]),
    cases,
  );
}

describe('the dosage behind a medicine', () => {
  it('has dose, route, frequency and duration, in English and French', () => {
    reads([
      ['He takes ⟦furosemide⟧ 40 mg po daily.', '40 mg | 26643006 | 1/1d | -'],
      ['Started on ⟦amoxicillin⟧ 500 mg PO TID x 7 days.', '500 mg | 26643006 | 3/1d | 7 d'],
      ['She takes ⟦metformin⟧ 1 g bd.', '1 g | - | 2/1d | -'],
      ['Traitement de sortie : ⟦paracétamol⟧ 1 g x 3/j si douleur', '1 g | - | 3/1d as needed | -'],
      ['Traitement de sortie : ⟦Lasilix⟧ 40 mg 1 cp le matin', '40 mg | - | 1/1d | -'],
      ['She is on ⟦insulin glargine⟧ 20 units nocte.', '20 [IU] | - | 1/1d | -'],
      ['Continue ⟦apixaban⟧ 5mg BID.', '5 mg | - | 2/1d | -'],
      ['Give ⟦prednisone⟧ 40 mg daily for 5 days.', '40 mg | - | 1/1d | 5 d'],
      ['Poursuite de ⟦metformine⟧ 1000 1-0-1', '1000 | - | 2/1d | -'],
      ['The plan is ⟦ceftriaxone⟧ 2 g IV q24h, 5/7', '2 g | 47625008 | 1/24h | 5 d'],
    ]);
  });

  it('counts the moments of a day and the days of a week', () => {
    reads([
      ['À poursuivre : ⟦bisoprolol⟧ 2,5 mg matin et soir', '2.5 mg | - | 2/1d | -'],
      ['Ordonnance : ⟦amoxicilline⟧ 1 g matin, midi et soir pendant 8 jours', '1 g | - | 3/1d | 8 d'],
      ['She has ⟦methotrexate⟧ 15 mg on Mondays', '15 mg | - | 1/1wk | -'],
      ['He takes ⟦warfarin⟧ 5 mg Mon/Wed/Fri', '5 mg | - | 3/1wk | -'],
      ['Ordonnance : ⟦Previscan⟧ 1/2 cp 1 jour sur 2', '0.5 {tablet} | - | 1/2d | -'],
      ['She takes ⟦codeine⟧ 1-2 tablets every 4 to 6 hours as needed', '1..2 {tablet} | - | 1/4h as needed | -'],
    ]);
  });

  it('keeps a rate as a whole, and reads a dose a day as dose and frequency', () => {
    reads([
      ['On ⟦noradrenaline⟧ 0.1 mcg/kg/min', '0.1 ug/kg/min | - | - | -'],
      ['The patient is on ⟦oxygen⟧ 2 L/min', '2 L/min | - | - | -'],
      ['Ordonnance : ⟦prednisone⟧ 1 mg/kg/j', '1 mg/kg/d | - | - | -'],
      ['Ordonnance : ⟦lévothyrox⟧ 75 µg/j', '75 ug | - | 1/1d | -'],
      ['On a patch: ⟦fentanyl⟧ patch 25 mcg/h every 72 hours', '25 ug/h | 45890007 | 1/72h | -'],
    ]);
  });

  it('reads the new dose of a change, the first of a taper, and the first of two medicines in one', () => {
    reads([
      ['The ⟦furosemide⟧ was increased from 40 to 80 mg daily', '80 mg | - | 1/1d | -'],
      ['Then ⟦furosemide⟧ 40 -> 80 mg daily', '80 mg | - | 1/1d | -'],
      ['Ordonnance : ⟦Augmentin⟧ 1 g/125 mg x 3/j', '1 g | - | 3/1d | -'],
      ['The plan is ⟦co-amoxiclav⟧ 500/125 mg tds', '500 mg | - | 3/1d | -'],
    ]);
  });

  it('reads what stands right before the medicine', () => {
    reads([
      ['IV ⟦ceftriaxone⟧ 2 g daily', '2 g | 47625008 | 1/1d | -'],
      ['40 mg of ⟦furosemide⟧ were given IV', '40 mg | 47625008 | - | -'],
    ]);
  });

  it('is none of a maximum, a date, another medicine or a test', () => {
    reads([
      ['She has ⟦paracetamol⟧ 1g q4-6h PRN max 4g/day', '1 g | - | 1/4h as needed | -'],
      ['He is on ⟦aspirin⟧ since 2019', ''],
      ['He takes ⟦aspirin⟧ and clopidogrel 75 mg', ''],
      ['The ⟦warfarin⟧ was held, INR 5.2', ''],
      ['The ⟦adrenaline⟧ was given 3 days ago', ''],
    ]);
  });

  it('is none where a level in blood is told, which is a value', () => {
    assert.equal(dosage('⟦Lithium⟧ 0.8 mmol/L this morning'), '');
    assert.equal(reading('substance', '⟦Lithium⟧ 0.8 mmol/L this morning').values?.[0]?.unit, 'mmol/L');
  });
});
