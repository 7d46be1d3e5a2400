import assert from 'node:assert/strict';
import { testSpans } from './spans.js';

/** A sentence with one span in square brackets, and its concept. */
type Example = readonly [sentence: string, code: string];

const REFINED: readonly Example[] = [
  ['He has [pain in his left knee] since Monday.', '30989003'],
  ['X-ray: [fracture of the right clavicle], no pneumothorax.', '58150001'],
  ['There was [swelling of both ankles] in the evening.', '267039000'],
  ['She reports [numbness in the left hand].', '309521004'],
  ['Elle signale une [douleur intense du genou] depuis hier.', '30989003'],
  ['Patiente suivie pour une [arthrose des deux genoux].', '239873007'],
  ['Radiographie : [fracture déplacée de la clavicule].', '58150001'],
  ['Transfert pour [bronchiolite sévère à VRS].', '195739001'],
];

/** What refines a term is kept where a term has it. */
const KEPT: readonly Example[] = [
  ['Admitted with [failure of the right heart].', '367363000'],
  ['[Swelling in both of her ankles] since May.', '267039000'],
];

/** What a term lacks may make another concept of it: for review. */
const GAPPED: readonly Example[] = [
  ['CXR shows a [fracture of the left fourth rib].', '33737001'],
  ['Ultrasound: [stone in the lower pole of the left kidney].', '95570007'],
  ['Seen for [stricture of the distal common bile duct].', '43797002'],
  ['Hospitalisée pour [œdème chronique des membres inférieurs].', '102572006'],
  ['Échographie : [kyste hémorragique du rein].', '722223000'],
  ['[Tendinite chronique de la coiffe] à droite.', '442520000'],
];

const SPELT: readonly Example[] = [
  ['Previous [amputation of R 5th toe] in 2020.', '371186005'],
  ['Admitted for [diabetes mellitus type II], poorly controlled.', '44054006'],
  ['Known [type II diabetes with neurological complications] since 2015.', '421326000'],
  ['Long history of [Crohn disease] on azathioprine.', '34000006'],
  ['MRI shows [degenerative disk disease].', '77547008'],
  ['Elle est suivie pour un [diabète type 2] ancien.', '44054006'],
  ['Connu pour une [hyperoxalurie primitive type 1].', '65520001'],
  ['Prise en charge d’une [dépression post-partum].', '58703003'],
  ['Consulte pour [hyper-triglycéridémie].', '302870006'],
];

const SHARED: readonly Example[] = [
  ['She complains of pain in her shoulder and [back].', '161891005'],
  ['Intermittent numbness in the left hand and [leg].', '309537005'],
  ['Il se plaint de douleurs aux pieds et aux [jambes].', '10601006'],
];

const OTHERS: readonly (readonly [sentence: string, span: RegExp, code: string])[] = [
  ['Hospitalisé pour une maladie grave en 2019.', /maladie/, '353295004'],
  ['La zone a été inspectée.', /zone/, '4740000'],
  ['White matter dots, common in migraine, of no concern.', /migraine/, '56097005'],
  ['She wants to lose weight.', /weight/, '89362005'],
  ['This is a typical absence seizure.', /typical/, '23374007'],
  ['Infection of the wound and chest clear.', /chest/, '50417007'],
  ['Swelling of the ankle and knee normal.', /knee/, '248491001'],
  ['Acute kidney injury stage 1 on CKD.', /stage/, '431855005'],
];

/** Words whose gap is none. */
const NO_GAPS: readonly (readonly [sentence: string, span: string])[] = [
  ['Reduction of fracture pain is the aim.', 'Reduction of fracture pain'],
  ['He has a history of previous pneumonia.', 'history of previous pneumonia'],
  ['Il a un taux élevé de plaquettes.', 'taux élevé de plaquettes'],
  ['She had an episode of right arm weakness.', 'episode of right arm weakness'],
];

describe('the spans of a note that says more than a term does', () => {
  const { ask } = testSpans();

  for (const [title, examples, status] of [
    ['are the term where the words between refine it or say whose it is', REFINED, 'resolved'],
    ['are the term that has what refines them', KEPT, 'resolved'],
    ['are for review where the term lacks words', GAPPED, 'flag'],
    ['are the term in another spelling, cut or numeral', SPELT, 'resolved'],
    ['share words that refine or tie as well', SHARED, 'resolved'],
  ] as const) {
    for (const [sentence, code] of examples) {
      it(`${title}: ${sentence}`, async () => {
        const span = /\[(.*)\]/.exec(sentence)?.[1];
        const concepts = await ask(sentence.replace(/[[\]]/g, ''));
        const found = concepts.find((entry) => entry.span === span);
        assert.deepEqual(
          [found?.code, found?.status],
          [code, status],
          concepts.map((entry) => `${entry.span} ${entry.code} ${entry.status}`).join('; '),
        );
      });
    }
  }

  for (const [sentence, span] of NO_GAPS) {
    it(`are no term that lacks what names something: ${sentence}`, async () => {
      const found = (await ask(sentence)).filter((entry) => entry.span === span && entry.status !== 'unresolved');
      assert.deepEqual(found, []);
    });
  }

  for (const [sentence, span, code] of OTHERS) {
    it(`are no other term that only looks like it: ${sentence}`, async () => {
      const found = (await ask(sentence)).filter((entry) => span.test(entry.span) && entry.status === 'resolved');
      const codes = found.map((entry) => entry.code);
      assert.ok(!codes.includes(code));
    });
  }

  it('keep a term that has all the words where one that lacks some would cut it', async () => {
    const concepts = await ask('Statut après réparation d’une hernie ventrale en 2008.');
    assert.ok(concepts.some(({ span }) => span === 'hernie ventrale'));
  });
});
