/** Which resource a span becomes: by its subject, by what the note commits to, by its semantic tag. */

import type { ExtractEntry } from '../app/extract.js';
import {
  DISORDER,
  FINDING,
  HAPPENINGS,
  MORPHOLOGY,
  OBSERVABLE,
  SITUATION,
  SUBSTANCES,
} from '../domain/semantic-tags.js';
import { decidedBy } from './phrases.js';
import { isProblem, standingOf, subjectOf } from './standing.js';

export type Kind =
  | 'Condition'
  | 'Observation'
  | 'Procedure'
  | 'MedicationStatement'
  | 'AllergyIntolerance'
  | 'FamilyMemberHistory'
  | 'Basic';

/** Tags of what has a value. */
const MEASURES: ReadonlySet<string> = new Set([OBSERVABLE, 'assessment scale']);
const TREATMENTS: ReadonlySet<string> = new Set(['procedure', 'regime/therapy']);
const SEEN: ReadonlySet<string> = new Set([...HAPPENINGS, MORPHOLOGY]);
/** Tags of what is a problem where the note speaks of it as one; a situation says itself whose and when it is. */
const PROBLEMS: ReadonlySet<string> = new Set([FINDING, 'event']);

/** Preferred terms of allergies: "penicillin allergy", « allergie au latex », but not "allergic rhinitis" or "cold intolerance". */
const ALLERGY =
  /\ballerg(?:y|ies|ie)\b|^allergic to |^(?:drug|food) intolerance$|^intolérance (?:médicament|aliment)/iu;
const NO_ALLERGY = /^(?:no |aucune |pas d['’]).*allerg/iu;

export function kindOf(entry: ExtractEntry): Kind {
  const subject = subjectOf(entry);
  if (standingOf(entry) === 'hypothetical' || subject === 'other') return 'Basic';
  if (subject === 'patient') return patientKind(entry);
  return HAPPENINGS.has(entry.semantic_tag ?? '') ? 'FamilyMemberHistory' : 'Basic';
}

function patientKind(entry: ExtractEntry): Kind {
  const tag = entry.semantic_tag ?? '';
  if (isAllergy(entry)) return 'AllergyIntolerance';
  if (SUBSTANCES.has(tag)) return 'MedicationStatement';
  if (MEASURES.has(tag)) return 'Observation';
  if (TREATMENTS.has(tag)) return isTestWithResult(entry) ? 'Observation' : 'Procedure';
  if (tag === DISORDER) return 'Condition';
  if (!SEEN.has(tag)) return 'Basic';
  return PROBLEMS.has(tag) && standingOf(entry) === 'affirmed' && isProblem(entry) ? 'Condition' : 'Observation';
}

/** Whether a span stands for something that is measured, and not for something seen. */
export function isMeasure({ semantic_tag }: ExtractEntry): boolean {
  return MEASURES.has(semantic_tag ?? '') || TREATMENTS.has(semantic_tag ?? '');
}

function isAllergy(entry: ExtractEntry): boolean {
  const { semantic_tag, candidates, section, status, said } = entry;
  const tag = semantic_tag ?? '';
  const display = candidates[0]?.display ?? '';
  if (tag === SITUATION) return NO_ALLERGY.test(display);
  if (!SUBSTANCES.has(tag)) return tag === FINDING && ALLERGY.test(display);
  if (section === 'allergies' || decidedBy(entry, 'allergy')) return true;
  return status === 'flag' && (said?.().isAllergicTo ?? false);
}

function isTestWithResult(entry: ExtractEntry): boolean {
  const { values = [], semantic_tag } = entry;
  if (semantic_tag !== 'procedure') return false;
  return values.length > 0 || (standingOf(entry) === 'negated' && decidedBy(entry, 'negative'));
}
