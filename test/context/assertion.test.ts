import { assertReads } from '../support/annotated.js';

describe('assertion', () => {
  it('is negated by a trigger before or after the span, and the trigger is shown as written', () => {
    assertReads([
      'She <t assertion=affirmed trigger="">wheezes</t> and denies <t assertion=negated trigger="denies">haemoptysis</t>.',
      'Pas d\'<t assertion=negated trigger="Pas d\'">ictère</t>.',
      'There is NO <t assertion=negated trigger="NO">clubbing</t>.',
      'Legionella <t assertion=negated>pneumonia</t> was ruled out.',
      '<t assertion=negated>Thrombose</t> éliminée par l’écho-doppler.',
      'L\'enfant ne <t assertion=negated trigger="ne vomit pas">vomit</t> pas.',
      'Le malade n\'a jamais <t assertion=negated trigger="n\'a jamais">craché de sang</t>.',
      "She doesn't have <t assertion=negated>ankle swelling</t>.",
      'Aucune <t assertion=negated trigger="Aucune">hépatomégalie</t> palpable.',
    ]);
  });

  it('covers a whole list and ends where a new statement begins', () => {
    assertReads([
      'No <t assertion=negated>vertigo</t>, <t assertion=negated>tinnitus</t> or <t assertion=negated>otorrhoea</t>.',
      'Pas de <t assertion=negated>prurit</t>, <t assertion=negated>urticaire</t> ni <t assertion=negated>angioœdème</t>.',
      'Denies <t assertion=negated>palpitations</t> but has <t assertion=affirmed>ankle oedema</t>.',
      'No <t assertion=negated>rash</t>, has <t assertion=affirmed>arthralgia</t>.',
      'Sans <t assertion=negated>raideur de nuque</t>, présente une <t assertion=affirmed>photophobie</t>.',
      'No <t assertion=negated>melaena</t>; <t assertion=affirmed>anaemia</t> persists.',
      'No <t assertion=negated>stridor</t> and the <t assertion=affirmed>hoarseness</t> is unchanged.',
      'Absence de <t assertion=negated>goitre</t> mais <t assertion=affirmed>tremblement</t> des mains.',
      'No symptoms other than <t assertion=affirmed>fatigue</t>.',
      'Not sleeping because of <t assertion=affirmed>nocturia</t>.',
      "Examen sans anomalie en dehors d'un <t assertion=affirmed>nystagmus</t>.",
      'No <t assertion=negated>nausea</t> or <t assertion=negated>vomiting</t>, <t assertion=negated>diarrhoea</t> or <t assertion=negated>constipation</t>.',
    ]);
  });

  it('is not negated by words that only look like a negation', () => {
    assertReads([
      'No change in the <t assertion=affirmed>hepatic cyst</t>.',
      'Gram negative <t assertion=affirmed>urosepsis</t>.',
      'Not only <t assertion=affirmed>ataxia</t> but also <t assertion=affirmed>dysarthria</t>.',
      "Pas d'amélioration du <t assertion=affirmed>lumbago</t>.",
      'Plus de 39 °C de <t assertion=affirmed>fièvre</t> hier.',
      'Situation aggravée par une <t assertion=affirmed>neutropénie</t>.',
      'Il ne présente que des <t assertion=affirmed>nausées</t>.',
      'Patient is <t assertion=affirmed trigger="">afebrile</t>.',
      'No increase in the <t assertion=affirmed>pericardial effusion</t>.',
    ]);
  });

  it('reads double negation as the phrase says', () => {
    assertReads([
      'Il ne nie pas son <t assertion=affirmed>tabagisme</t>.',
      '<t assertion=uncertain>Myocarditis</t> cannot be excluded.',
      "L'IRM ne permet pas d'exclure une <t assertion=uncertain>encéphalite</t>.",
      '<t assertion=uncertain>Appendicite</t> non éliminée.',
      'She is not without <t assertion=affirmed>anxiety</t>.',
    ]);
  });

  it('answers each key of a grid with its own value', () => {
    assertReads([
      'Asthma: no  Eczema: yes  <t assertion=negated>Epilepsy</t>: no',
      'Asthma: no  <t assertion=affirmed>Eczema</t>: yes  Epilepsy: no',
      '<t assertion=negated trigger=": non">Nausées</t> : non, <t assertion=affirmed>céphalées</t> : oui',
      '<t assertion=negated>Nausées</t> : non <t assertion=affirmed>céphalées</t> : oui',
      'BPCO (+), <t assertion=negated>asthme</t> (-), <t assertion=affirmed>tabac</t> (+)',
      '<t assertion=negated>fever</t>: none',
      '<t assertion=negated>Allergies</t>: none',
    ]);
  });

  it('is given to every item of a list by the line above it', () => {
    assertReads([
      'Denies:\n- <t assertion=negated trigger="Denies">nausea</t>\n- <t assertion=negated>dizziness</t>\nReports:\n- <t assertion=affirmed>insomnia</t>',
      'Absence de :\n• <t assertion=negated>splénomégalie</t>\n• <t assertion=negated>purpura</t>\n\n<t assertion=affirmed>Pâleur</t> des conjonctives.',
      'Negative for:\n<t assertion=negated>chest pain</t>\n<t assertion=negated>syncope</t>\n',
    ]);
  });

  it('is read inside the span where the client sends the trigger with it', () => {
    assertReads([
      '<t assertion=negated trigger="No">No wheeze</t> today.',
      '<t assertion=negated trigger="pas de">pas de nausée</t> ce matin.',
      'Urine culture <t assertion=affirmed>gram negative rods</t>.',
    ]);
  });

  it('is uncertain where the text does not commit, hypothetical or not', () => {
    assertReads([
      'Possible <t assertion=uncertain certainty=suspected trigger="Possible">cholangitis</t>.',
      'Rule out <t assertion=uncertain certainty=suspected>ectopic pregnancy</t>.',
      '<t assertion=uncertain certainty=suspected>Zona</t> probable.',
      'Return if <t assertion=uncertain certainty=null>bleeding</t> recurs.',
      'Reconsulter en cas de <t assertion=uncertain certainty=null>vomissements</t>.',
      'Screening for <t assertion=uncertain certainty=null>glaucoma</t>.',
      'Aspirin to prevent <t assertion=uncertain certainty=null>stroke</t>.',
      'At risk of <t assertion=uncertain certainty=null>falls</t>.',
      '<t assertion=uncertain certainty=differential>Gout</t> vs <t assertion=uncertain certainty=differential>septic arthritis</t>.',
      'Il aurait une <t assertion=uncertain certainty=suspected>épilepsie</t>.',
      'Unlikely <t assertion=negated certainty=suspected trigger="Unlikely">meningitis</t>.',
      '<t assertion=negated certainty=suspected>Fracture</t> peu probable.',
      'Findings not suggestive of <t assertion=negated certainty=confirmed>sarcoidosis</t>.',
      "Pas d'argument en faveur d'une <t assertion=negated certainty=confirmed>phlébite</t>.",
      '?<t assertion=uncertain certainty=suspected>DVT</t>',
      '<t assertion=uncertain certainty=suspected>Pyélonéphrite</t> ?',
    ]);
  });

  it('leaves the reason in brackets behind what is not given, where the concepts tell one from the other', () => {
    assertReads([
      'No <t assertion=negated kind=taken>aspirin</t> (<t assertion=affirmed kind=had>peptic ulcer</t>).',
      "Pas d'<t assertion=negated kind=taken>AINS</t> (<t assertion=affirmed kind=had>IRC</t>, <t assertion=affirmed kind=had>gastrite</t>).",
      'No fever, no <t assertion=negated kind=taken>metformin</t> (eGFR 20, <t assertion=affirmed kind=had>CKD</t>).',
      'No <t assertion=negated kind=taken>NSAIDs</t> (<t assertion=negated kind=taken>ibuprofen</t>).',
      'No <t assertion=negated kind=had>DVT</t> (<t assertion=negated kind=had>deep vein thrombosis</t>).',
      'No <t assertion=negated>aspirin</t> (<t assertion=negated>peptic ulcer</t>).',
      'No <t assertion=negated kind=taken>aspirin</t> (no <t assertion=negated kind=had>chest pain</t>).',
      'No <t assertion=negated kind=taken>aspirin</t> (ulcer) or <t assertion=negated kind=had>bleeding</t>.',
      'No reaction to <t assertion=negated kind=taken>penicillin</t> (<t assertion=negated kind=had>rash</t>).',
      'No <t assertion=negated kind=taken>aspirin</t> or <t assertion=negated kind=taken>NSAIDs</t> (<t assertion=affirmed kind=had>peptic ulcer</t>).',
    ]);
  });

  it('is none of what one has where giving or taking is denied', () => {
    assertReads([
      'CPAP for <t assertion=affirmed kind=had>sleep apnoea</t> never tried.',
      '<t assertion=affirmed kind=had>Epilepsy</t> on <t assertion=negated kind=taken>Keppra</t> but not taking it.',
      '<t assertion=negated kind=taken>Ramipril</t> stopped.',
      'Withheld <t assertion=negated kind=taken>warfarin</t>.',
    ]);
  });

  it('is that of one result for all of three or more infections', () => {
    assertReads([
      '<t assertion=negated>HIV</t>, <t assertion=negated>hep B</t> and <t assertion=negated>syphilis</t> negative.',
      '<t assertion=negated>VIH</t>, <t assertion=negated>VHB</t>, <t assertion=negated>VHC</t> négatifs.',
      '<t assertion=affirmed>Diabetes</t>, <t assertion=affirmed>HIV</t>, <t assertion=affirmed>hep B</t>, <t assertion=negated>hep C</t> neg.',
      'Serology: <t assertion=negated>HIV</t>, <t assertion=negated>hep B</t>, <t assertion=negated>hep C</t> negative.',
      'Known <t assertion=affirmed>hepatitis C</t>, <t assertion=affirmed>hepatitis B</t>, <t assertion=negated>HIV</t> negative.',
      'PMH: <t assertion=affirmed>hepatitis B</t>, <t assertion=affirmed>hepatitis C</t>, <t assertion=negated>HIV</t> negative.',
      'Tests sent for <t assertion=affirmed>HIV</t>, <t assertion=affirmed>syphilis</t>, <t assertion=affirmed>chlamydia</t>, negative pregnancy test.',
    ]);
  });

  it('is that of the word that a medicine is stopped, behind dose and other answers in a row of a table', () => {
    assertReads([
      '| <t assertion=negated trigger="| STOP">Furosémide</t> | 40 mg | oui | STOP | <t assertion=affirmed>IRA</t> |',
      '<t assertion=negated>Amlodipine</t> | 5 mg | od | STOPPED',
      '| <t assertion=affirmed>Apixaban</t> | 5 mg | bd | No |',
      '| <t assertion=affirmed>Bisoprolol</t> | 2,5 mg | matin | - |',
      '| <t assertion=affirmed>Suicidal ideation</t> | yes | no | no |',
      '| <t assertion=negated>Fever</t> | no | <t assertion=affirmed>Cough</t> | yes |',
      '| <t assertion=negated>Furosemide</t> | stopped | yes |',
    ]);
  });
});
