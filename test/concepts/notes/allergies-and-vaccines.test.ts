import assert from 'node:assert/strict';
import { testSpans } from './spans.js';

describe('what stands under allergies and vaccines', () => {
  const { ask, spanOf } = testSpans();

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

  it('are for review where the note says of what somebody takes that it is an allergy, and of a test what it did', async () => {
    for (const [text, span] of [
      ['Meds as before. Penicillin = anaphylaxis.', 'Penicillin'],
      ['No meds. Penicillin ?allergic as child.', 'Penicillin'],
      ['Known to us. Aspirin causes wheeze.', 'Aspirin'],
      ['Allergies: latex, platelets - urticaria', 'platelets'],
    ] as const)
      assert.equal((await spanOf(text, span)).status, 'flag', text);
    assert.equal((await spanOf('Plan: home. Allergic: latex', 'latex')).code, '300916003');
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

  it('are allergies behind the short headings of them, and no family history of one', async () => {
    assert.equal((await spanOf('All: PCN - hives as child.', 'PCN')).code, '91936005');
    assert.equal((await spanOf('ADR: sulfa - rash.', 'sulfa')).status, 'flag');
    const codes = (await ask('Allergies: latex - rash\nFH sister autoimmune hepatitis.')).map(({ code }) => code);
    assert.ok(!codes.includes('160469004'), codes.join(', '));
  });
});
