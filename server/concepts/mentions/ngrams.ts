/** Runs of tokens whose very words may be a term. */

import { type Note, sectionAt } from '../../text/note.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { isContent, WALL } from '../annotate/token-role.js';
import { contentOf, type Mention, mentionAt, type TokenRange } from './mention.js';

/** Sections whose headings may be a test by themselves. */
const READINGS: ReadonlySet<string> = new Set(['imaging', 'investigations', 'vital_signs']);
/** The longest term that is looked for word by word. */
export const LONGEST_TERM = 9;
/** An abbreviation with a plus has up to so many letters before it. */
const LETTERS = 5;

/**
 * The n-grams of a sentence: they cross function words and cues, but no punctuation that ends a phrase. A heading names a part of the
 * note, unless what it names was done or measured: then all its words are one n-gram ("ECG: sinus rhythm"). A label that no lexicon has
 * may be a problem of a list too.
 */
export function ngrams(note: AnnotatedNote, index: number): Mention[] {
  const sentence = note.sentences[index];
  if (sentence === undefined) return [];
  if (sentence.kind !== 'heading') return runs(note, index, sentence);
  const whole = isReading(note, index) ? trimmed(note, index, sentence) : null;
  const parts = sectionAt(note, index) === undefined ? runs(note, index, sentence) : [];
  const inLabel = parts.filter(({ from, to }) => from !== whole?.from || to !== whole.to);
  return [...(whole === null ? [] : [whole]), ...inLabel.map((part): Mention => ({ ...part, inLabel: true }))];
}

function runs(note: AnnotatedNote, index: number, sentence: TokenRange): Mention[] {
  const { roles } = note;
  const found: Mention[] = [];
  for (let from = sentence.from; from < sentence.to; from++) {
    if (roles[from] === WALL || !mayBegin(note, from)) continue;
    let content = 0;
    for (let to = from + 1; to <= Math.min(sentence.to, from + LONGEST_TERM); to++) {
      const role = roles[to - 1];
      if (role === WALL) break;
      if (isContent(role)) content++;
      if (mayEnd(note, to - 1)) found.push(mentionAt(note, index, { from, to }, content));
    }
  }
  return found;
}

/** Whether a term may begin with a token; "à" is no letter: "hépatite à ..." is not hepatitis A. */
export function mayBegin({ tokens }: Note, at: number): boolean {
  const token = tokens[at];
  return token !== undefined && token.kind !== 'punctuation' && (token.norm.length > 1 || token.lower === token.norm);
}

/** Whether a term may end with a token; a plus that is glued to letters may be a part of it ("K+", "ST+", but not "N+V"). */
export function mayEnd(note: Note, at: number): boolean {
  if (mayBegin(note, at)) return true;
  const [before, token, next] = [note.tokens[at - 1], note.tokens[at], note.tokens[at + 1]];
  const isGlued = token?.norm === '+' && before?.end === token.start && before.norm.length <= LETTERS;
  return isGlued && (next?.start !== token.end || next.kind === 'punctuation');
}

/** Whether a heading has its text on its own line and is no part of the note by itself: "Weight: 60 kg". */
function isReading(note: Note, index: number): boolean {
  const heading = note.sentences[index];
  const next = note.sentences[index + 1];
  if (heading === undefined || next === undefined) return false;
  if (note.text.slice(heading.end, next.start).includes('\n')) return false;
  const section = sectionAt(note, index);
  return section === undefined || READINGS.has(section);
}

/** A range from its first content word to its last; null where it has none. */
export function trimmed(note: AnnotatedNote, sentence: number, { from, to }: TokenRange): Mention | null {
  const { roles } = note;
  let first = from;
  let last = to;
  while (first < last && !isContent(roles[first])) first++;
  while (last > first && !isContent(roles[last - 1])) last--;
  if (first === last) return null;
  return mentionAt(note, sentence, { from: first, to: last }, contentOf(roles, first, last));
}
