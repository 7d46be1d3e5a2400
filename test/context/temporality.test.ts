import assert from 'node:assert/strict';
import { analyseContexts } from '../../server/context/analyse.js';
import { readNote } from '../../server/text/note.js';
import { assertReads, shippedLexicon } from '../support/annotated.js';

describe('temporality and role', () => {
  it('are past and history for what the patient had', () => {
    assertReads([
      'History of <t temporality=past role=history trigger="History of">pancreatitis</t>.',
      'Antécédent de <t temporality=past role=history>paludisme</t>.',
      'His <t assertion=affirmed temporality=past role=history>cellulitis</t> has resolved.',
      'Le <t assertion=affirmed temporality=past role=history>prurit</t> a disparu.',
      'Status post <t temporality=past>hip replacement</t>.',
      "<t temporality=past>Rougeole</t> dans l'enfance.",
      'PAST MEDICAL HISTORY:\n<t role=history trigger="PAST MEDICAL HISTORY">Gastritis</t>\n',
    ]);
  });

  it('are current for what lasts days, chronic for what lasts months', () => {
    assertReads([
      '<t temporality=current>Diarrhoea</t> for 4 days.',
      '<t temporality=chronic trigger="for 2 years">Low back pain</t> for 2 years.',
      '<t temporality=current>Toux</t> depuis 5 jours.',
      '<t temporality=chronic>Acouphènes</t> depuis six mois.',
      'Known <t temporality=chronic>Parkinson disease</t>.',
      '<t temporality=chronic trigger="chronique">Bronchite chronique</t> du fumeur.',
      '<t temporality=current>Sprain</t> 3 days ago.',
      '<t temporality=past>Stroke</t> 3 years ago with residual <t temporality=current>hemiparesis</t>.',
      '5-year history of <t temporality=chronic>migraine</t>.',
      '3-day history of <t temporality=current>sore throat</t>.',
    ]);
  });

  it('judge dates against the date of the note', () => {
    const noteDate = '2024-06-15';
    assertReads(
      [
        '<t temporality=past>Knee injury</t> on 2024-03-02.',
        '<t temporality=current>Malaise</t> le 10/06/2024.',
        '<t temporality=past>Cholécystectomie</t> en 2016.',
        '<t temporality=chronic>Psoriasis</t> since 2011.',
        'Hospitalisée en 2019 pour <t temporality=past role=history>sepsis</t>.',
        'ATCD : <t temporality=current>entorse</t> il y a 4 jours.',
      ],
      { noteDate },
    );
  });

  it('take the latest full date of the note where none is given, and never the clock', () => {
    assertReads([
      'Consultation du 20/05/2023. <t temporality=past>Chute</t> le 02/01/2023.',
      'Consultation du 20/05/2023. <t temporality=current>Chute</t> le 18/05/2023.',
      '<t temporality=current trigger="">Appendicectomie</t> en 2014.',
      'ATCD : <t temporality=past>appendicectomie</t> en 2014.',
      "Opéré en 2014 d'une <t temporality=past>hernie</t>.",
    ]);
  });

  it('leave years to come, and times, out of the latest year of the note', () => {
    assertReads([
      '<t temporality=current>Stent</t> 2012. ECG 2014. Review 2018.',
      '<t temporality=past>Stent</t> 2012. ECG 2014, echo 2018.',
      '<t temporality=current>Stent</t> 2012. ECG 2014. Prochain contrôle 2018.',
    ]);
  });

  it('read a number with a slash as a date behind words that lead to one, else as a duration', () => {
    assertReads(
      ['<t temporality=current>Cough</t> since 3/12.', '<t temporality=chronic trigger="for 3/12">Cough</t> for 3/12.'],
      { noteDate: '2024-05-01' },
    );
  });

  it('read an article before a unit of time as one, and a range by its end', () => {
    assertReads([
      '<t temporality=past trigger="a year ago">Stroke</t> a year ago.',
      '<t temporality=chronic>Cough</t> for 2 to 4 months.',
      '<t temporality=chronic trigger="depuis 2 à 4 mois">Toux</t> depuis 2 à 4 mois.',
      '<t temporality=chronic trigger="depuis 2 a 4 mois">Toux</t> depuis 2 a 4 mois.',
    ]);
  });

  it('read a bare month as a date only behind words that make it one', () => {
    assertReads(
      [
        '<t temporality=past trigger="in March">Fracture</t> in March.',
        '<t temporality=past trigger="en mars">Fracture</t> en mars.',
      ],
      { noteDate: '2024-06-15' },
    );
  });

  it('stay current where the history is denied', () => {
    assertReads([
      'No history of <t assertion=negated temporality=current role=finding>seizures</t>.',
      "Pas d'ATCD de <t assertion=negated temporality=current role=finding>phlébite</t>.",
      'Denies any history of <t assertion=negated temporality=current>hepatitis</t>.',
      'No known <t assertion=negated temporality=current>drug allergies</t>.',
      'He no longer has <t assertion=negated temporality=current>angina</t>.',
      'Past medical history: no <t assertion=negated temporality=current>diabetes</t>.',
      '<t assertion=negated temporality=current>Pain</t>-free for two years.',
    ]);
  });

  it('are chronic and history for a history of what never ends', () => {
    assertReads([
      'History of <t temporality=chronic role=history chronic=1>type 2 diabetes</t>.',
      'ATCD :\n- <t temporality=chronic role=history chronic=1>HTA</t>\n',
      'No history of <t temporality=current chronic=1>asthma</t>.',
      'Family history of <t temporality=current subject=family chronic=1>asthma</t>.',
    ]);
  });

  it('tell the reason for the encounter, unless it is past', () => {
    assertReads([
      'Admitted for <t role=reason_for_encounter temporality=current>syncope</t>.',
      'Chief complaint: <t role=reason_for_encounter trigger="Chief complaint">hip pain</t>',
      'Consulte pour une <t role=reason_for_encounter>otalgie</t>.',
      "Adressé pour suspicion d'<t role=reason_for_encounter assertion=uncertain>embolie</t>.",
      'History of <t role=history>gout</t>, presents with <t role=reason_for_encounter temporality=current>knee swelling</t>.',
    ]);
  });

  it('let what is said now stand against the section', () => {
    assertReads([
      'Past medical history: asthma. Currently <t temporality=current>wheezing</t>.',
      "ATCD d'AVC, actuellement <t temporality=current role=finding>aphasie</t>.",
      'Histoire de la maladie : <t temporality=current role=finding>dyspnée</t> croissante.',
    ]);
  });

  it('are chronic from the year when a concept that never ends was found, and past for others', () => {
    const text = 'Seen 02/06/2023. Dementia 2018.';
    const [start, end] = [text.indexOf('Dementia'), text.indexOf(' 2018')];
    const note = readNote(text, 'en', shippedLexicon().vocabulary);
    const values = [true, false].map((chronic) => {
      const [answer] = analyseContexts(note, [{ start, end, chronic }], shippedLexicon());
      return answer?.context.temporality?.value;
    });
    assert.deepEqual(values, ['chronic', 'past']);
  });

  it('take the year behind a disease for that of what was done for it', () => {
    assertReads([
      'Seen 02/06/2023. Thyroidectomy for <t temporality=past chronic=1>Graves</t> 2009.',
      'Vu le 02/06/2023. Thyroïdectomie pour <t temporality=past chronic=1>Basedow</t> 2009.',
    ]);
  });
});
