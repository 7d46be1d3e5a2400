import assert from 'node:assert/strict';
import { testSpans } from './spans.js';

describe('the abbreviations of a note', () => {
  const { ask, spanOf } = testSpans();

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

  it('are sure where only what somebody has can stand', async () => {
    for (const [text, letters, code] of [
      ['Bloods today. No HIV.', 'HIV', '86406008'],
      ['Malar rash, ?SLE.', 'SLE', '55464009'],
      ['Mother RA, father well.', 'RA', '69896004'],
      ['Nursery contact RSV +ve.', 'RSV', '55735004'],
      ['PMH: SLE on hydroxychloroquine.', 'SLE', '55464009'],
    ] as const) {
      const found = await spanOf(text, letters);
      assert.deepEqual([found.code, found.status], [code, 'resolved'], text);
    }
    for (const [text, letters] of [
      ['Plan: HIV, RPR.', 'HIV'],
      ['SLE R: quiet.', 'SLE'],
      ['RSV neg.', 'RSV'],
    ] as const)
      assert.equal((await spanOf(text, letters)).status, 'flag', text);
  });

  it('are the complaint among their meanings where they are denied', async () => {
    for (const [text, letters, code] of [
      ['Fell in the shower. No LOC.', 'LOC', '419045004'],
      ['Denies CP/SOB.', 'CP', '29857009'],
    ] as const) {
      const found = await spanOf(text, letters);
      assert.deepEqual([found.code, found.status], [code, 'resolved'], text);
    }
    assert.equal((await spanOf('CP stable, sees the physio.', 'CP')).status, 'flag');
    assert.equal((await spanOf('LOC: alert.', 'LOC')).status, 'flag');
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

  it('are not resolved where an abbreviation or a term has only the letters of a common word', async () => {
    for (const [text, span] of [
      ['A home health aide comes twice a week.', 'aide'],
      ['Target met at the last visit.', 'met'],
      ['The creatinine crept up to 180.', 'crept'],
      ['Collyre : deux gouttes matin et soir.', 'gouttes'],
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

  it('are for review before the power of a muscle', async () => {
    assert.equal((await spanOf('Arms full power. HF 3/5 on both sides, reflexes brisk.', 'HF')).status, 'flag');
    assert.equal((await spanOf('Arms full power. HF R 3, L 4, reflexes brisk.', 'HF')).status, 'flag');
    assert.equal((await spanOf('Known HF, reflexes brisk.', 'HF')).status, 'resolved');
  });

  it('are no short abbreviations of the other language', async () => {
    const blood = (await ask('Well child visit. Hgb 11.2, MCV 74, blood lead <2.')).map(({ code }) => code);
    for (const french of ['49601007', '55464009']) assert.ok(!blood.includes(french), french);
    const spans = (await ask('Saturation à 96 % AA, pas d’œdème des MI ce matin.')).map(({ span }) => span);
    assert.ok(!spans.includes('AA') && !spans.includes('MI'), spans.join(', '));
  });
});
