/** The one-line summary of a context, from templates in the language of the sentence. */

import type { Axis } from '../domain/axes.js';
import type { Language } from '../domain/language.js';
import { ABSENCE, NO_ALLERGY } from './absence.js';
import type { Decision, Decisions } from './decision.js';

interface Words {
  readonly quote: (trigger: string) => string;
  readonly absent: string;
  readonly [value: string]: string | ((trigger: string) => string);
}

const ENGLISH: Words = {
  quote: (trigger) => `"${trigger}"`,
  absent: 'This span is not in the text.',
  affirmed: 'Present',
  negated: 'Absent',
  [ABSENCE]: 'Stated absence',
  [NO_ALLERGY]: 'No known allergy',
  uncertain: 'Uncertain',
  hypothetical: 'Hypothetical',
  conditional: 'Conditional',
  screening: 'Screening',
  prevention: 'Prevention',
  risk: 'Risk',
  suspected: 'suspected',
  differential: 'differential diagnosis',
  confirmed: 'confirmed',
  patient: 'patient',
  family: 'Family history',
  noFamily: 'No family history',
  maybeFamily: 'Possible family history',
  other: 'another person',
  current: 'current',
  past: 'past',
  chronic: 'chronic',
  reason_for_encounter: 'reason for encounter',
  history: 'history',
};

const FRENCH: Words = {
  quote: (trigger) => `« ${trigger} »`,
  absent: "Ce fragment n'est pas dans le texte.",
  affirmed: 'Présent',
  negated: 'Absent',
  [ABSENCE]: 'Absence affirmée',
  [NO_ALLERGY]: "Pas d'allergie connue",
  uncertain: 'Incertain',
  hypothetical: 'Hypothétique',
  conditional: 'Conditionnel',
  screening: 'Dépistage',
  prevention: 'Prévention',
  risk: 'Risque',
  suspected: 'suspecté',
  differential: 'diagnostic différentiel',
  confirmed: 'confirmé',
  patient: 'patient',
  family: 'Antécédent familial',
  noFamily: "Pas d'antécédent familial",
  maybeFamily: 'Antécédent familial possible',
  other: 'autre personne',
  current: 'actuel',
  past: 'passé',
  chronic: 'chronique',
  reason_for_encounter: 'motif de consultation',
  history: 'antécédent',
};

const CATEGORIES = new Set(['hypothetical', 'conditional', 'screening', 'prevention', 'risk']);
const LANGUAGE_WORDS: Readonly<Record<Language, Words>> = { en: ENGLISH, fr: FRENCH };

/** The summary for a span that the text does not have. */
export function absentNote(language: Language): string {
  return LANGUAGE_WORDS[language].absent;
}

/** A sentence such as `Absent ("denies"), patient, current.`; each trigger is quoted once, at what it decided first. */
export function readableNote(text: string, decisions: Decisions, language: Language): string {
  const words = LANGUAGE_WORDS[language];
  const quoted: string[] = [];
  const withTrigger: WithTrigger = (phrase, ...deciding) => {
    const known = quoted.length;
    for (const { trigger } of deciding) {
      const said = trigger && text.slice(trigger.start, trigger.end).replace(/\s+/g, ' ');
      if (said !== null && !quoted.includes(said)) quoted.push(said);
    }
    const fresh = quoted.slice(known);
    return fresh.length === 0 ? phrase : `${phrase} (${fresh.map(words.quote).join(', ')})`;
  };
  const parts =
    decisions.subject.value === 'family'
      ? familyParts(decisions, words, withTrigger)
      : ownParts(decisions, words, withTrigger);
  return `${parts.join(', ')}.`;
}

type WithTrigger = (phrase: string, ...deciding: Decision[]) => string;

function familyParts({ assertion, subject, certainty }: Decisions, words: Words, withTrigger: WithTrigger): string[] {
  if (assertion.value === 'negated' || isAbsence(assertion))
    return [withTrigger(phraseOf(words, 'noFamily'), subject, assertion), ...graded(certainty, words)];
  if (assertion.value === 'affirmed') return [withTrigger(phraseOf(words, 'family'), subject)];
  const open = lowerFirst(withTrigger(assertionPhrase(assertion, words), assertion));
  return [withTrigger(phraseOf(words, 'maybeFamily'), subject), open, ...graded(certainty, words)];
}

function ownParts(decisions: Decisions, words: Words, withTrigger: WithTrigger): string[] {
  const { assertion, subject, temporality, role, certainty } = decisions;
  const parts = [withTrigger(assertionPhrase(assertion, words), assertion)];
  if (certainty.value !== null && (certainty.value !== 'confirmed' || certainty.trigger)) {
    parts.push(withTrigger(phraseOf(words, certainty.value), certainty));
  }
  for (const decision of [subject, temporality]) parts.push(withTrigger(phraseOf(words, decision.value), decision));
  if (role.value !== 'finding') parts.push(withTrigger(phraseOf(words, role.value), role));
  return parts;
}

/** A statement that commits to nothing is named by its category, and an absence as one: "present" would mislead. */
function assertionPhrase(assertion: Decision, words: Words): string {
  if (isAbsence(assertion)) return phraseOf(words, assertion.reason);
  const named = assertion.value === 'uncertain' && assertion.reason !== null && CATEGORIES.has(assertion.reason);
  return phraseOf(words, named ? assertion.reason : assertion.value);
}

function isAbsence({ reason }: Decision): boolean {
  return reason === ABSENCE || reason === NO_ALLERGY;
}

function graded(certainty: Decision, words: Words): string[] {
  return certainty.value === null || certainty.value === 'confirmed' ? [] : [phraseOf(words, certainty.value)];
}

function phraseOf(words: Words, key: Axis | string | null): string {
  const phrase = words[key ?? ''];
  return typeof phrase === 'string' ? phrase : '';
}

function lowerFirst(phrase: string): string {
  return phrase.charAt(0).toLowerCase() + phrase.slice(1);
}
