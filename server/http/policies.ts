/** The context policies, each with example sentences; the span is in square brackets. */

import type { Axis, AxisValue } from '../domain/axes.js';
import type { Language } from '../domain/language.js';

export interface PolicyExample {
  readonly language: Language;
  /** A sentence with one `[span]`. */
  readonly sentence: string;
  /** The axes that the policy decides; null when the axis does not apply. */
  readonly axes: { readonly [A in Axis]?: AxisValue<A> | null };
}

export interface Policy {
  readonly rule: string;
  readonly examples: readonly PolicyExample[];
}

const en = (sentence: string, axes: PolicyExample['axes']): PolicyExample => ({ language: 'en', sentence, axes });
const fr = (sentence: string, axes: PolicyExample['axes']): PolicyExample => ({ language: 'fr', sentence, axes });

/** In the order of their numbers, 1 to 14. */
export const POLICIES: readonly Policy[] = [
  {
    rule: 'A hedged negation is negated and suspected.',
    examples: [
      en('A [stroke] is unlikely.', { assertion: 'negated', certainty: 'suspected' }),
      fr('[Méningite] peu probable.', { assertion: 'negated', certainty: 'suspected' }),
    ],
  },
  {
    rule: 'What is not ruled out is uncertain and suspected; a differential is uncertain and differential.',
    examples: [
      fr("L'échographie ne permet pas d'éliminer une [cholécystite].", {
        assertion: 'uncertain',
        certainty: 'suspected',
      }),
      en('[Gout] versus septic arthritis.', { assertion: 'uncertain', certainty: 'differential' }),
    ],
  },
  {
    rule: "Hypothetical, conditional, screening, prevention and risk are uncertain, and certainty is null; so are return advice, what the patient or the family fears, education and general statements. A clinician's worry is a suspicion.",
    examples: [
      en('Come back if [bleeding] occurs.', { assertion: 'uncertain', certainty: null }),
      fr('Paracétamol en cas de [céphalées].', { assertion: 'uncertain', certainty: null }),
      en('Return to clinic for [fever].', { assertion: 'uncertain', certainty: null }),
      en('She is worried about [dementia].', { assertion: 'uncertain', certainty: null }),
      fr("Éducation sur l'[asthme].", { assertion: 'uncertain', certainty: null }),
    ],
  },
  {
    rule: 'What has resolved is affirmed and past.',
    examples: [
      en('The [rash] has resolved.', { assertion: 'affirmed', temporality: 'past' }),
      fr("L'[éruption] a disparu.", { assertion: 'affirmed', temporality: 'past' }),
    ],
  },
  {
    rule: 'History of X is past with role history; when the submitted code is flagged chronic in the terminology: chronic with role history.',
    examples: [
      en('History of [appendicitis].', { temporality: 'past', role: 'history' }),
      fr('Antécédent de [phlébite].', { temporality: 'past', role: 'history' }),
    ],
  },
  {
    rule: 'Past beats reason for encounter.',
    examples: [en('Admitted in 2016 for [pancreatitis].', { temporality: 'past', role: 'history' })],
  },
  {
    rule: 'Subject family gives role history; no family history of X is negated and family. Spouse and in-laws are family; donor, contact, room-mate and fetus are other. Beside a fetus "the mother" is the patient. A relative who is only present, told or taught changes no subject.',
    examples: [
      en('Her brother has [epilepsy].', { subject: 'family', role: 'history' }),
      en('No family history of [glaucoma].', { assertion: 'negated', subject: 'family' }),
      fr('[Psoriasis] chez le père.', { subject: 'family', role: 'history' }),
      en('The fetus has [hydrops].', { subject: 'other' }),
    ],
  },
  {
    rule: 'A concept that already means absence stays affirmed, in every wording: the absence is what is stated. So is a span that holds its "no" and is the name of such a concept with it; `readable_note` then says "Stated absence" or "No known allergy", never "Present". A consumer must not read `affirmed` as a problem there: the code says what is affirmed. A span without the "no" is denied, and so is one that makes no concept with it ("no fever").',
    examples: [
      en('The patient is [afebrile].', { assertion: 'affirmed' }),
      fr('Patient [apyrétique].', { assertion: 'affirmed' }),
      en('Allergies: [NKDA].', { assertion: 'affirmed' }),
      fr('[Pas de protéinurie].', { assertion: 'affirmed' }),
      en('[Non-smoker].', { assertion: 'affirmed' }),
    ],
  },
  {
    rule: 'Past: ended, or an event more than 14 days ago. Chronic: for or since at least 90 days, or in words (chronic, known, connu, suivi pour).',
    examples: [
      en('[Syncope] three weeks ago.', { temporality: 'past' }),
      fr('[Lombalgie] depuis deux ans.', { temporality: 'chronic' }),
    ],
  },
  {
    rule: 'The closest governing trigger decides; a local trigger beats a section heading, a heading beats the default.',
    examples: [en('Past medical history: no [asthma].', { assertion: 'negated' })],
  },
  {
    rule: "No history of X, n'a plus de X and X-free are negated and current.",
    examples: [
      en('No history of [seizures].', { assertion: 'negated', temporality: 'current' }),
      fr("Pas d'antécédent d'[asthme].", { assertion: 'negated', temporality: 'current' }),
    ],
  },
  {
    rule: 'What the patient reports or complains of is affirmed; French hearsay in the conditional is uncertain and suspected.',
    examples: [
      en('She complains of [dizziness].', { assertion: 'affirmed' }),
      fr('Il aurait une [allergie] au latex.', { assertion: 'uncertain', certainty: 'suspected' }),
    ],
  },
  {
    rule: 'A value that follows from another axis carries the trigger of that axis; a value that is not the default always has a trigger, and the text always contains it.',
    examples: [fr('Le patient ne [tousse] pas.', { assertion: 'negated' })],
  },
  {
    rule: '"Consistent with", "compatible with", « compatible avec » and « en faveur de » are affirmed and suspected, in both languages: they name what the findings were read as, mostly by the one who reports them, and in annotated corpora of both languages such diagnoses count as present; the doubt that remains is the certainty. A hedge before them ("could be consistent with", « plutôt en faveur de ») makes them uncertain, a "not" negated.',
    examples: [
      en('Biopsy consistent with [lichen planus].', { assertion: 'affirmed', certainty: 'suspected' }),
      fr('Aspect compatible avec une [tendinite].', { assertion: 'affirmed', certainty: 'suspected' }),
    ],
  },
];
