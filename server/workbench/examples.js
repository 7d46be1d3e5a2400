/** Invented notes to start with. No patient stands behind them. */

export const EXAMPLES = [
  {
    language: 'en',
    title: 'Breathlessness in the emergency department',
    text: `Emergency department, 64-year-old woman
Presenting complaint: breathlessness and dry cough for three days.
Known hypertension and type 2 diabetes. Denies chest pain, palpitations or fever.
On examination: blue lips, crackles at the left base, no leg swelling. D-dimer sent.
Past medical history: appendicectomy in 2009, asthma as a child.
Family history: mother had breast cancer at 49.
Conclusion: possible pneumonia; cannot rule out pulmonary embolism.
Plan: started on amoxicillin, return if she coughs up blood.`,
  },
  {
    language: 'en',
    title: 'Letter after a clinic visit',
    text: `Thank you for referring this 51-year-old man with knee pain since April. The swelling has resolved and he no longer has night pain.
He had gout in 2015. There is no history of trauma. His brother has psoriasis.
Impression: osteoarthritis of the knee, differential diagnosis pseudogout. Septic arthritis is unlikely.
Plan: paracetamol if pain, physiotherapy, screening for osteoporosis.`,
  },
  {
    language: 'en',
    title: 'Short notes of the ward round',
    text: `WR day 2
Fever: no. Cough: yes. SOBOE improving.
BP trubble overnight, HTN known. ?UTI, urine sent.
Nil vomiting, nil diarrhoea. Wobbly on feet ++
NKDA. Ex-smoker. FHx: DM (father).`,
  },
  {
    language: 'fr',
    title: 'Dyspnée aux urgences',
    text: `Femme de 64 ans adressée aux urgences pour dyspnée et toux sèche depuis 3 jours.
ATCD : HTA, diabète de type 2, appendicectomie en 2009.
ATCD familiaux : cancer du sein chez la mère.
HDM : pas de douleur thoracique, de palpitations ni de fièvre.
Examen : lèvres bleues, crépitants de la base gauche, pas d'œdème des membres inférieurs.
Conclusion : pneumopathie probable ; embolie pulmonaire non éliminée.
CAT : amoxicilline, reconsulter en cas d'hémoptysie.`,
  },
  {
    language: 'fr',
    title: 'Courrier de consultation',
    text: `Cher confrère,
Je vous remercie de m'avoir adressé ce patient de 51 ans pour des gonalgies évoluant depuis avril. L'épanchement a disparu et il n'a plus de douleur nocturne.
Goutte en 2015. Pas d'antécédent de traumatisme. Son frère a un psoriasis.
Conclusion : gonarthrose, diagnostic différentiel chondrocalcinose. Une arthrite septique est peu probable.
Conduite à tenir : paracétamol en cas de douleur, kinésithérapie, dépistage de l'ostéoporose.`,
  },
  {
    language: 'fr',
    title: 'Notes brèves de visite',
    text: `J2
Fièvre : non. Toux : oui. Dyspnée d'effort en amélioration.
Souci de tension cette nuit, HTA connue. Suspicion d'infection urinaire, ECBU fait.
Ni vomissement ni diarrhée. Jambes en coton.
Pas d'allergie connue. Tabagisme sevré. Diabète chez le père.`,
  },
];
