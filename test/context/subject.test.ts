import { assertReads } from '../support/annotated.js';

describe('subject', () => {
  it('is family for relatives, spouse and in-laws, and gives role history', () => {
    assertReads([
      'Her aunt had <t subject=family role=history>ovarian cancer</t>.',
      'Husband has <t subject=family role=history>influenza</t>.',
      'Sœur suivie pour une <t subject=family role=history>maladie cœliaque</t>.',
      'Beau-père atteint de <t subject=family role=history>tuberculose</t>.',
      'Mother with <t subject=family>hypothyroidism</t>, father with <t subject=family>gout</t>; patient has <t subject=patient>eczema</t>.',
      'Antécédents familiaux de <t subject=family role=history>glaucome</t>.',
      'No family history of <t assertion=negated subject=family role=history>Huntington disease</t>.',
    ]);
  });

  it('is other for donors, contacts and room-mates', () => {
    assertReads([
      'The organ donor had <t subject=other>hepatitis C</t>.',
      'Roommate has <t subject=other>scabies</t>.',
      "Sujet contact porteur d'une <t subject=other>rougeole</t>.",
    ]);
  });

  it('stays the patient where a relative only speaks, comes along or is named', () => {
    assertReads([
      'His wife reports that he has <t subject=patient>memory loss</t>.',
      'Accompanied by his daughter, he complains of <t subject=patient>back pain</t>.',
      'Accompagnée de son fils pour une <t subject=patient>chute</t>.',
      "D'après son épouse, <t subject=patient>confusion</t> depuis hier.",
      'Le patient vit avec sa mère. <t subject=patient>Eczéma</t> des mains.',
      'Mère de deux enfants, <t subject=patient>anémie</t> connue.',
      'Familial Mediterranean fever: <t subject=patient>arthritis</t> of the knee.',
    ]);
  });

  it('follows the section and the line above a list', () => {
    assertReads([
      'FAMILY HISTORY\n<t subject=family role=history trigger="FAMILY HISTORY">Asthma</t>. <t subject=family>Psoriasis</t>.\nEXAM\n<t subject=patient>Wheeze</t>.',
      'Antécédents familiaux : <t subject=family>goutte</t>.\nMode de vie : seul, <t subject=patient>tabagisme</t>.',
      'Family history:\n- mother: <t subject=family>stroke</t>\n- father: well\nOccupation:\nWelder with <t subject=patient>dysphonia</t>.',
      'Family history: mother had <t subject=family>lupus</t>.\nOccupation: welder, <t subject=patient>dysphonia</t>.',
    ]);
  });
});
