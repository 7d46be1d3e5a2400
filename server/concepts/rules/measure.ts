/** What numbers, units and results around a mention say against a meaning of it. */

import type { ExactDescription } from '../../db/rank.js';
import { CONDITIONS, MEASURES, SUBSTANCES } from '../../domain/semantic-tags.js';
import { isResultBehind, isSignedItem, RESULT } from '../annotate/amount.js';
import { COPULA } from '../mentions/predicate-mentions.js';
import { atMention, atToken, type ReviewRule, type TermSubject } from './rule.js';

/** The power of a muscle on the scale of the Medical Research Council. */
const POWER = /^[0-5][+-]?(?:\/5)?$/;
/** The class of words for the side whose power is told: "HF R 3, L 4". */
const SIDE = 'SIDE';

/** Whether a description is an abbreviation of what a patient has. */
export function isConditionInShort({ kind, semantic_tag }: ExactDescription): boolean {
  return kind === 'abbreviation' && CONDITIONS.has(semantic_tag);
}

/** The token that tells the power of a muscle behind its letters, "HF 3/5", "HF R 3, L 4"; -1 for none. A number alone may be anything. */
function powerBehind({ note: { tokens, classes }, mention: { to } }: TermSubject): number {
  const number = classes.ofAny(SIDE, to) ? to + 1 : to;
  const norm = tokens[number]?.norm ?? '';
  return POWER.test(norm) && (number > to || norm.includes('/')) ? number : -1;
}

export const MEASURE: readonly ReviewRule<TermSubject>[] = [
  {
    // "SpO2 94% OA" is on air, and no osteoarthritis; "HF 3/5" is the power of a hip, and no heart failure.
    id: 'letters-by-number',
    when: (subject) => {
      if (!isConditionInShort(subject.hit)) return null;
      const { from } = subject.mention;
      const at = subject.note.tokens[from - 1]?.norm === '%' ? from - 1 : powerBehind(subject);
      return at < 0 ? null : atToken(at);
    },
    fires: 'Legs weak, [HF] 3/5 on both sides.',
    quiet: 'Known [HF], legs swollen.',
  },
  {
    // "LDL 1.1 g/l" is no substance that somebody takes, nor is "cocaine pos", or "cocaine +".
    id: 'measured-substance',
    when: ({ note, mention, hit, amount }) => {
      if (!SUBSTANCES.has(hit.semantic_tag)) return null;
      if (amount === 'measured') return atMention(mention);
      return isResultBehind(note, mention.to) || isSignedItem(note, mention.to) ? atToken(mention.to) : null;
    },
    fires: 'Urine: [methadone] neg, rest awaited.',
    quiet: 'He takes [methadone] every morning.',
  },
  {
    // "The chest X-ray was clear" says more than that it was taken.
    id: 'result-told',
    when: ({ note, mention: { to }, hit }) => {
      const at = note.classes.is(COPULA, to) ? to + 1 : to;
      const row = note.tokens[at]?.breaks === 0 ? note.classes.of(RESULT, at) : undefined;
      return MEASURES.has(hit.semantic_tag) && row ? { at: { from: to, to: at + 1 }, row } : null;
    },
    fires: 'The [chest X-ray] was clear.',
    quiet: 'The [chest X-ray] was repeated.',
  },
  {
    // The creatinine of a ratio: "prot/créat 0,6".
    id: 'denominator',
    when: ({ note: { tokens }, mention: { from }, hit, amount }) => {
      if (amount === null && !MEASURES.has(hit.semantic_tag)) return null;
      const [word, slash, own] = [tokens[from - 2], tokens[from - 1], tokens[from]];
      const isGlued = slash?.norm === '/' && slash.start === word?.end && own?.start === slash.end;
      return word?.kind === 'word' && isGlued ? { at: { from: from - 2, to: from } } : null;
    },
    fires: 'Rapport prot/[créat] à 0,6.',
    quiet: 'Bilan ce jour : [créat] 85.',
  },
];
