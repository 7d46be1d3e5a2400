/** Words that often mean something else: class AMBIGUOUS. */

import type { ExactDescription } from '../../db/rank.js';
import { DISORDER, MORPHOLOGY, OBSERVABLE } from '../../domain/semantic-tags.js';
import { sectionAt } from '../../text/note.js';
import { tokenize } from '../../text/token.js';
import { type ClassMatch, CONDITION, ORDINARY, SITE } from '../../text/words.js';
import { isMeasured, isPositiveBehind } from '../annotate/amount.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { isDenied } from '../annotate/token-role.js';
import type { Mention } from '../mentions/mention.js';
import { isAllergen } from './allergen.js';
import { atMention, type ClearRule, type ReviewRule, type TermSubject } from './rule.js';

const AMBIGUOUS = 'AMBIGUOUS';
const KIN = 'KIN';
/** Sections that list diseases. */
const DISEASES: ReadonlySet<string> = new Set(['diagnosis', 'family_history', 'past_history']);

/** The row of a mention that often means something else ("OH", the hernial orifices; "retrait" of a drain). */
export function ambiguityOf({ classes }: AnnotatedNote, { from, to, language }: Mention): ClassMatch | undefined {
  return classes.whole(AMBIGUOUS, from, to, language);
}

/** Whether these are terms of which none is an abbreviation. */
export function areWords(hits: readonly ExactDescription[]): boolean {
  return hits.length > 0 && hits.every(({ kind }) => kind !== 'abbreviation');
}

/** Whether a row is one of everyday language, and the words no letters. */
function isOrdinary({ note, mention, hits }: TermSubject, row: ClassMatch): boolean {
  return row.value === ORDINARY && areWords(hits) && !isAllergen(note, mention);
}

export const AMBIGUITY: readonly ReviewRule<TermSubject>[] = [
  {
    id: 'ordinary-word',
    when: (subject) => {
      const row = ambiguityOf(subject.note, subject.mention);
      return row && isOrdinary(subject, row) ? { ...atMention(subject.mention), row } : null;
    },
    fires: 'Petit déjeuner : café, [PAIN] blanc, fruit.',
    quiet: 'Allergies: [strawberry], latex.',
  },
  {
    // Of the words, or of what the letters stand for.
    id: 'ambiguous-word',
    when: (subject) => {
      const row = ambiguityOf(subject.note, subject.mention);
      if (row?.value === SITE) return null;
      const meant = row !== undefined && !isOrdinary(subject, row) ? row : longFormRow(subject);
      return meant === undefined ? null : { ...atMention(subject.mention), row: meant };
    },
    fires: 'PMH: [RA], gout.',
    quiet: 'Mother [RA], father well.',
  },
  {
    id: 'finding-without-site',
    when: ({ note, mention }) => {
      const row = ambiguityOf(note, mention);
      return row?.value === SITE ? { ...atMention(mention), row } : null;
    },
    fires: 'Ongles épais ([mycose] ?).',
    quiet: 'Ongles épais, [mycose unguéale].',
  },
  {
    id: 'tissue',
    when: ({ mention, hit }) => (hit.semantic_tag === MORPHOLOGY ? atMention(mention) : null),
    fires: 'CT: mass with central [necrosis].',
    quiet: 'Known [avascular necrosis], awaiting surgery.',
  },
];

/** The row of the long form of a mention: "IDM inf". */
function longFormRow({ note, mention, longForm }: TermSubject): ClassMatch | undefined {
  if (longForm === undefined) return undefined;
  const tokens = tokenize(longForm);
  return note.vocabulary.words[mention.language].whole(AMBIGUOUS, tokens, 0, tokens.length);
}

export const AMBIGUITY_CLEARED: readonly ClearRule<TermSubject>[] = [
  {
    id: 'condition-expected',
    clears: ['ambiguous-word'],
    when: (subject) => {
      const row = ambiguityOf(subject.note, subject.mention);
      return row?.value === CONDITION && isConditionExpected(subject) ? { ...atMention(subject.mention), row } : null;
    },
    fires: 'Bloods today. No [HIV].',
    quiet: 'Plan: [HIV], RPR.',
  },
  {
    // What is measured is what a number behind it says ("FR 18").
    id: 'measured-observable',
    clears: ['ambiguous-word'],
    when: ({ mention, hit, amount }) =>
      isMeasured(amount) && hit.semantic_tag === OBSERVABLE ? atMention(mention) : null,
    fires: 'TA 120/80, [FR] 28, SpO2 94 %.',
    quiet: '[FR] à recontrôler ce soir.',
  },
];

/** Whether only what somebody has can stand where a mention stands: right behind words that deny or doubt it or name a relative, before "positive", and where diseases are listed. */
function isConditionExpected({ note, mention, hits }: TermSubject): boolean {
  const { from, to, start, end, sentence } = mention;
  if (isDenied(note, from) || isPositiveBehind(note, to)) return true;
  if (note.tokens[from]?.breaks === 0 && note.classes.is(KIN, from - 1)) return true;
  // Two letters may be anything in any list.
  const isDisease = end - start > 2 && hits.every(({ semantic_tag }) => semantic_tag === DISORDER);
  return isDisease && DISEASES.has(sectionAt(note, sentence) ?? '');
}
