import assert from 'node:assert/strict';
import type { TriggerRow } from '../../server/db/tables.js';
import { compileLexicon, type Lexicon } from '../../server/lexicon/compile.js';
import { assertionScores, assertReads, lexiconFiles } from '../support/annotated.js';

/** The shipped rows and a copy of the row of "en <YEAR>" before its event with other values. */
function withYearRow(values: Partial<TriggerRow>): Lexicon {
  const files = lexiconFiles();
  const base = files.triggers.find((row) => row.phrase === 'en <YEAR>' && row.direction === 'backward') as TriggerRow;
  return compileLexicon({ ...files, triggers: [...files.triggers, { ...base, id: 900_000, ...values }] });
}

describe('a clause', () => {
  it('begins at a verb of several words', () => {
    assertReads([
      'Pas de <t assertion=negated>prurit</t>, a présenté une <t assertion=affirmed>épistaxis</t>.',
      'Pas de <t assertion=negated>vertige</t>, se plaint de <t assertion=affirmed>crampes</t>.',
    ]);
  });

  it('keeps a negation from a hedge after its comma', () => {
    assertReads([
      'Sans <t assertion=negated>cyanose</t>, suspicion de <t assertion=uncertain certainty=suspected>bronchiolite</t>.',
      'No <t assertion=negated>stridor</t>, suspected <t assertion=uncertain certainty=suspected>croup</t>.',
    ]);
  });

  it('lets a question mark act on the side that it is glued to', () => {
    assertReads([
      '<t assertion=affirmed>Wheeze</t> ?<t assertion=uncertain>asthma</t>',
      '<t assertion=uncertain>asthma</t>? stable <t assertion=affirmed>wheeze</t>',
      'Swollen calf ? <t assertion=uncertain certainty=suspected>DVT</t>',
    ]);
  });

  it('ends a hedge or a negation at the colon before the answer, not before a list', () => {
    assertReads([
      'Ultrasound for suspected <t assertion=uncertain>torsion</t>: <t assertion=affirmed>hydrocele</t>.',
      'Échographie pour suspicion de <t assertion=uncertain>torsion</t> : <t assertion=affirmed>hydrocèle</t>.',
      'Pas de <t assertion=negated>fracture</t> : <t assertion=affirmed>entorse</t> bénigne.',
      'No other symptoms: <t assertion=negated>itching</t>.',
      'Negative for: <t assertion=negated>itching</t>.',
      'No red flags: <t assertion=negated>saddle numbness</t>, <t assertion=negated>incontinence</t>.',
    ]);
  });

  it('gives a word alone after a comma to the item before it', () => {
    assertReads([
      '<t assertion=affirmed>Vertige</t>, <t temporality=past role=history>céphalée</t> initiale, résolue.',
    ]);
    assertReads(['Suspected <t assertion=negated>scaphoid fracture</t>, ruled out.']);
  });

  it('is less sure of an item after a comma without coordinator', () => {
    const [, second] = assertionScores('Pas de <t assertion=negated>prurit</t>, <t assertion=negated>toux</t>.');
    assert.ok((second ?? 1) < 0.7);
  });

  it('has a year for its event on either side, whatever longer phrase acts on the other side', () => {
    const lexicon = withYearRow({ phrase: 'en <YEAR> ,', direction: 'forward', clause_initial: true });
    assertReads(['<t temporality=past>Pancréatite</t> en 2015, <t temporality=current>prurit</t>.'], {
      lexicon,
      noteDate: '2024-06-15',
    });
  });
});

describe('a time that opens a clause', () => {
  it('governs what the verb denies, not what is denied after a comma', () => {
    assertReads([
      'Last year he had no <t assertion=negated temporality=past>relapse</t>.',
      'Last year <t temporality=past>pneumonia</t>, no <t assertion=negated temporality=current>diabetes</t>.',
      'History of <t temporality=past>gout</t>, no <t assertion=negated temporality=current>psoriasis</t>.',
    ]);
  });

  it('may be a month without year, the nearest one, where the date of the note is known', () => {
    const noteDate = '2024-02-20';
    assertReads(['<t temporality=past>Fall</t> in December.', '<t temporality=past>Chute</t> en novembre.'], {
      noteDate,
    });
    assertReads(
      ['<t temporality=current>Fall</t> in February.', '<t temporality=current>Cataracte</t> opérable en mai.'],
      {
        noteDate,
      },
    );
    assertReads(['<t temporality=current>Fall</t> in December.', 'She may have <t temporality=current>gout</t>.']);
  });
});

describe('a reason for the encounter', () => {
  it('ends before an item that is known or past', () => {
    assertReads([
      'Admis pour <t role=reason_for_encounter>pyélonéphrite</t>, <t role=finding temporality=chronic>BPCO</t> connue.',
      'Admitted for <t role=reason_for_encounter>syncope</t>, chronic <t role=finding>sinusitis</t>.',
      'Admis pour <t role=reason_for_encounter>fièvre</t>, <t role=reason_for_encounter>frissons</t> et <t role=reason_for_encounter>dysurie</t>.',
    ]);
  });
});

describe('the sign of the empty set', () => {
  it('denies at the start of a line too, where the letter o is a bullet', () => {
    assertReads(['Ø <t assertion=negated>fièvre</t>', '∅ <t assertion=negated>fièvre</t> ce jour'], { language: 'fr' });
    assertReads(['Groupe O, <t assertion=affirmed>fièvre</t>.'], { language: 'fr' });
  });
});
