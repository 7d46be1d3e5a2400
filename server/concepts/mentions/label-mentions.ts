/** Labels with what is said of them, as one mention: "Mood: low", "Tabac : sevré depuis 2015", "Pain - epigastric", "Meningitis, aseptic". */

import { sectionAt } from '../../text/note.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { WALL } from '../annotate/token-role.js';
import { contentOf, type LabelSign, type Mention, mentionAt, type TokenRange } from './mention.js';
import { mayBegin, mayEnd } from './ngrams.js';

/** Sections whose headings may be labels of what is said right behind them: "Smoking: never", "Skin: dry", "Immunizations: UTD". */
const LABELS: ReadonlySet<string> = new Set(['examination', 'immunizations', 'social_history']);
/** The longest label that may be a part of a term, and the most words behind it. */
const LONGEST_LABEL = 3;
const LONGEST_VALUE = 3;
/** What parts a label from what is said of it, besides a dash. */
const SIGNS = [':', ',', '('] as const;
/** Behind these what is said of a label ends where the item does: "no pain, abdomen soft" is no abdominal pain. */
const ENDED: ReadonlySet<LabelSign> = new Set<LabelSign>([',', '(']);

/** The labels of a sentence; those of a heading take the words behind its colon. */
export function labelMentions(note: AnnotatedNote, index: number): Mention[] {
  const [sentence, next] = [note.sentences[index], note.sentences[index + 1]];
  if (sentence === undefined) return [];
  if (sentence.kind !== 'heading') return labelsIn(note, index, sentence);
  if (next === undefined || next.kind === 'heading' || !LABELS.has(sectionAt(note, index) ?? '')) return [];
  return labelsIn(note, index + 1, { from: sentence.from, to: next.to });
}

function labelsIn(note: AnnotatedNote, index: number, sentence: TokenRange): Mention[] {
  const found: Mention[] = [];
  for (let at = sentence.from + 1; at < sentence.to - 1; at++) {
    const sign = labelSignAt(note, at);
    const from = sign === undefined ? undefined : labelStart(note, at, sentence.from);
    if (sign === undefined || from === undefined || !beginsValue(note, at + 1)) continue;
    for (const to of valueEnds(note, at, sentence.to)) {
      if (ENDED.has(sign) && !endsItem(note, to, sentence.to)) continue;
      const content = contentOf(note.roles, from, at) + contentOf(note.roles, at + 1, to);
      found.push({ ...mentionAt(note, index, { from, to }, content), ...closing(note, sign, to), sign, signAt: at });
    }
  }
  return found;
}

/** Where the label before a sign begins; undefined where it is none: "Exam: stress" is a heading, and no label of what is said. */
function labelStart(note: AnnotatedNote, sign: number, begin: number): number | undefined {
  let from = sign;
  while (from > begin && note.roles[from - 1] !== WALL) from--;
  const isLabel = from < sign && sign - from <= LONGEST_LABEL && mayBegin(note, from);
  return isLabel && contentOf(note.roles, from, sign) > 0 ? from : undefined;
}

function beginsValue(note: AnnotatedNote, at: number): boolean {
  return /^\p{L}/u.test(note.tokens[at]?.norm ?? '') && mayBegin(note, at);
}

/** Where what is said behind a sign may end. */
function valueEnds(note: AnnotatedNote, sign: number, end: number): number[] {
  const found: number[] = [];
  for (let to = sign + 2; to <= Math.min(end, sign + 1 + LONGEST_VALUE); to++) {
    if (note.roles[to - 1] === WALL || (note.tokens[to - 1]?.breaks ?? 0) > 0) break;
    if (mayEnd(note, to - 1)) found.push(to);
  }
  return found;
}

/** The end of a label with its bracket: "Fracture (pathological)". */
function closing({ tokens }: AnnotatedNote, sign: LabelSign, at: number): Partial<Pick<Mention, 'end'>> {
  const token = tokens[at];
  return sign === '(' && token?.norm === ')' ? { end: token.end } : {};
}

/** Whether nothing more of a list's item stands at a token. */
function endsItem({ tokens, roles }: AnnotatedNote, at: number, end: number): boolean {
  return at === end || roles[at] === WALL || (tokens[at]?.breaks ?? 0) > 0;
}

/** The colon, comma or bracket, or the dash between spaces, that parts a label from what is said of it. */
function labelSignAt({ tokens }: AnnotatedNote, at: number): LabelSign | undefined {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (next?.breaks !== 0) return undefined;
  const sign = SIGNS.find((each) => each === token?.norm);
  if (sign !== undefined) return sign;
  return token?.norm === '-' && token.spaces > 0 && next.spaces > 0 ? '-' : undefined;
}
