import assert from 'node:assert/strict';
import { testSpans } from './spans.js';

describe('the phrases of a list', () => {
  const { ask, spanOf } = testSpans();

  for (const [text, codes] of [
    ['He has chest and abdominal pain since Monday.', { chest: '29857009', 'abdominal pain': '21522001' }],
    [
      'Elle décrit des douleurs thoraciques et abdominales depuis hier.',
      { 'douleurs thoraciques': '29857009', abdominales: '21522001' },
    ],
    ['He has hip, knee and ankle pain.', { hip: '49218002', knee: '30989003', 'ankle pain': '247373008' }],
    [
      'Fracture du tibia, du péroné et de la cheville.',
      { 'Fracture du tibia': '31978002', péroné: '75591007', cheville: '16114001' },
    ],
    ['Known heart and kidney disease.', { heart: '56265001', 'kidney disease': '90708001' }],
    ['Screened for hepatitis A, B and C.', { 'hepatitis A': '40468003', B: '66071002', C: '50711007' }],
    ['Diabète de type 1 ou 2 ?', { 'Diabète de type 1': '46635009', '2': '44054006' }],
    ['She has chest/abdominal pain.', { chest: '29857009', 'abdominal pain': '21522001' }],
    ['Hip/knee/ankle pain for years.', { Hip: '49218002', knee: '30989003', 'ankle pain': '247373008' }],
  ] as const) {
    it(`are each found with the words that they share: ${text}`, async () => {
      for (const [span, code] of Object.entries(codes)) assert.equal((await spanOf(text, span)).code, code, span);
    });
  }

  it('share no word across a part that says enough by itself', async () => {
    const text = 'Palpable purpura of buttocks and legs, ankle arthralgia and colicky abdominal pain.';
    const spans = (await ask(text)).map(({ span }) => span);
    assert.ok(!spans.includes('legs'), spans.join(', '));
  });

  it('share no word where they say enough by themselves', async () => {
    assert.equal((await spanOf('Knee pain, rash and swelling.', 'swelling')).code, '65124004');
  });

  it('are for review where a finding may share a word, and says less without it', async () => {
    for (const [text, span] of [
      ['R knee pain/swelling since the fall.', 'swelling'],
      ['Knee pain and swelling since the fall.', 'swelling'],
      ['Douleur et gonflement du genou.', 'Douleur'],
    ] as const)
      assert.equal((await spanOf(text, span)).status, 'flag', text);
    assert.equal((await spanOf('Fever and abdominal pain.', 'Fever')).status, 'resolved');
    assert.equal((await spanOf('Chronic cough and headache.', 'headache')).status, 'resolved');
  });

  it('share no word where the two together are no terms', async () => {
    const spans = (await ask('History of asthma and chest pain.')).map(({ span, code }) => `${span} ${code}`);
    assert.deepEqual(spans, ['asthma 195967001', 'chest pain 29857009']);
  });

  it('share no words with a letter or a number that tells no type', async () => {
    for (const text of [
      'CKD stage 3 and 4 months of fatigue.',
      'Hepatitis B and C diff.',
      'Type 2 diabetes and 3 falls.',
      'Dyspnea NYHA 2/4 on exertion.',
      'Dyspnea NYHA I/V on exertion.',
    ]) {
      const spans = (await ask(text)).map(({ span }) => span);
      assert.deepEqual(
        spans.filter((span) => span.length === 1),
        [],
        text,
      );
    }
  });
});
