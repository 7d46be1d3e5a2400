/** Invented notes. */

export const EXAMPLE_EN = `Emergency department, 64-year-old woman
Presenting complaint: breathlessness and dry cough for three days.
Known hypertension and type 2 diabetes. Denies chest pain, palpitations or fever.
On examination: blue lips, crackles at the left base, no leg swelling. D-dimer sent.
Past medical history: appendicectomy in 2009, asthma as a child.
Family history: mother had breast cancer at 49.
Conclusion: possible pneumonia; cannot rule out pulmonary embolism.`;

export const EXAMPLE_FR = `Femme de 64 ans adressée aux urgences pour dyspnée et toux sèche depuis 3 jours.
ATCD : HTA, diabète de type 2, appendicectomie en 2009.
ATCD familiaux : cancer du sein chez la mère.
HDM : pas de douleur thoracique, de palpitations ni de fièvre.
Examen : lèvres bleues, crépitants de la base gauche, pas d'œdème des membres inférieurs.
Conclusion : pneumopathie probable ; embolie pulmonaire non éliminée.`;
