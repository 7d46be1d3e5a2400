import assert from 'node:assert/strict';
import { testSpans } from './spans.js';

describe('the spans of words in another form', () => {
  const { ask, spanOf } = testSpans();

  it('are found in the shorthand of the lexicon', async () => {
    const resolved = async (text: string) =>
      (await ask(text)).flatMap(({ span, code, status }) => (status === 'resolved' ? [[span, code]] : []));
    assert.deepEqual(await resolved('Slipped: # NOF, then Clavicle #. fx of tibia in 2019.'), [
      ['# NOF', '5913000'],
      ['Clavicle #', '58150001'],
      ['fx of tibia', '31978002'],
    ]);
    assert.deepEqual(await resolved('Connu pour ins. rénale chron. et dlrs abdo.'), [
      ['ins. rénale chron', '90688005'],
      ['dlrs abdo', '21522001'],
    ]);
    assert.deepEqual(await resolved('Chron abdo pain. Known chron pulm dz.'), [
      ['Chron abdo pain', '111985007'],
      ['chron pulm dz', '413839001'],
    ]);
  });

  it('are found where they are misspelt as many do, and in the other language only where this one has no such word', async () => {
    for (const [text, span, code] of [
      ['Chronic vomitting since May.', 'Chronic vomitting', '63722008'],
      ['PMH: athsma.', 'athsma', '195967001'],
      ['PMH: Crohns, gout.', 'Crohns', '34000006'],
      ['Migraine w/o aura for years.', 'Migraine w/o aura', '56097005'],
      ['Hémoragie digestive en 2019.', 'Hémoragie digestive', '74474003'],
    ] as const) {
      const found = await spanOf(text, span);
      assert.deepEqual([found.code, found.status], [code, 'resolved'], text);
    }
  });

  it('are abbreviations in small letters, for review, and two of them before a number', async () => {
    const seen = async (text: string) => (await ask(text)).map(({ span, code, status }) => `${span} ${code} ${status}`);
    assert.deepEqual(await seen('atcd: hta, dt2.'), ['hta 38341003 flag', 'dt2 44054006 flag']);
    assert.deepEqual(await seen('Today bp 138/84.'), ['bp 75367002 flag']);
    assert.deepEqual(await seen('The arm and the leg are as they were.'), []);
  });

  it('are clinical words of the lexicon although they look mistyped', async () => {
    const spans = (await ask('Il prend du mopral le soir.')).map(({ span }) => span);
    assert.deepEqual(spans, ['mopral']);
  });

  it('are French participles whatever their gender', async () => {
    for (const span of ['hallucinée', 'enflée']) {
      const { code, status } = await spanOf(`La patiente est ${span} depuis hier.`, span);
      assert.deepEqual([code, status], [span === 'enflée' ? '65124004' : '7011001', 'resolved'], span);
    }
  });

  it('are clinical words of the lexicon as they are written too', async () => {
    const spans = (await ask('Bradypnée, pupilles dilatées et logorrhée. VCI dilatée.')).map(({ span }) => span);
    assert.deepEqual(spans, ['Bradypnée', 'pupilles dilatées', 'logorrhée', 'VCI dilatée']);
  });

  it('take number signs that mark items for no fractures', async () => {
    const spans = (await ask('Problems: # asthma # gout # migraine')).map(({ span }) => span);
    assert.deepEqual(spans, ['asthma', 'gout', 'migraine']);
    const numbers = await ask('MRN #: 12345. Order # given. Rx # Metformin. Specimen #, # ABC-123. Fell: # neck.');
    assert.deepEqual(
      numbers.flatMap(({ span, code }) => (span.includes('#') ? [[span, code]] : [])),
      [],
    );
  });

  it('are for review where what is written behind the words makes another concept of them', async () => {
    for (const [text, span] of [
      ['CKD stage 3b, stable.', 'CKD stage 3'],
      ['Rétinopathie non proliférante.', 'Rétinopathie'],
      ['Rapport prot/créat à 0,6.', 'créat'],
      ['FEV1 58% OA noted.', 'OA'],
      ['Hep B booster given.', 'Hep B'],
    ] as const)
      assert.equal((await spanOf(text, span)).status, 'flag', text);
  });
});
