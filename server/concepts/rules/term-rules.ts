/** What the rules about terms find for the descriptions of a mention. */

import type { ExactDescription } from '../../db/rank.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { Mention } from '../mentions/mention.js';
import { ALLERGEN } from './allergen.js';
import { AMBIGUITY, AMBIGUITY_CLEARED } from './ambiguity.js';
import { clearedBy, evidenceOf } from './apply.js';
import { AROUND, ASSAY } from './around.js';
import { type Evidence, NO_EVIDENCE } from './evidence.js';
import { LIST } from './list.js';
import { MEASURE } from './measure.js';
import type { TermSubject } from './rule.js';

export const TERM_RULES = [...AMBIGUITY, ...MEASURE, ALLERGEN, ASSAY, ...AROUND];

/** The findings about each description that the words may mean: which one counts is told by the table of precedence. */
export function termEvidence(subject: Omit<TermSubject, 'hit'>): readonly Evidence[] {
  if (subject.hits.length === 0) return NO_EVIDENCE;
  const all: Evidence[] = [];
  for (const hit of subject.hits) {
    const about = { ...subject, hit };
    const found = evidenceOf(TERM_RULES, about, hit.sctid);
    if (found.length > 0) all.push(...found, ...clearedBy(AMBIGUITY_CLEARED, about, hit.sctid));
  }
  return all;
}

/** The findings about words that a mention has elsewhere or not at all, for all descriptions that were looked up. */
export function listEvidence(
  subject: Omit<TermSubject, 'hit'>,
  lookedUp: readonly ExactDescription[],
): readonly Evidence[] {
  return lookedUp.flatMap((hit) => evidenceOf(LIST, { ...subject, hit }, hit.sctid));
}

/** The findings about the terms that a mention stands for by what is around it. */
export function assayEvidence(
  note: AnnotatedNote,
  mention: Mention,
  hits: readonly ExactDescription[],
): readonly Evidence[] {
  const around = { note, mention, hits, amount: null, isPrevented: false, sharesSite: false };
  return hits.flatMap((hit) => evidenceOf([ASSAY], { ...around, hit }, hit.sctid));
}
