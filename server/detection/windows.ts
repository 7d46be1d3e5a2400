/** Candidate spans: runs of tokens that may name a clinical idea. */

import type { Range } from '../domain.js';
import { type Note, sectionAt } from '../text/note.js';
import { CONTENT, isContent, TERM_CUE, WALL } from './token-role.js';

/** A run of tokens [from, to) of one sentence. */
export interface Window extends Range {
  readonly from: number;
  readonly to: number;
  /** Index of the sentence. */
  readonly sentence: number;
  /** How many of the tokens are content words. */
  readonly content: number;
  /** Set on words inside a label that no lexicon has ("Sepsis due to pneumonia:"): what they name counts only if a patient may have it. */
  readonly inLabel?: true;
  /** Set on a label with what stands behind this sign ("Mood: low", "Cardiomyopathy, obstructive"), which is a term or nothing. */
  readonly labelled?: ':' | '-' | ',' | '(';
}

/** Sections whose headings may be a test by themselves. */
const READINGS: ReadonlySet<string> = new Set(['imaging', 'investigations', 'vital_signs']);
/** Sections whose headings may be labels of what is said right behind them: "Smoking: never", "Skin: dry", "Immunizations: UTD". */
const LABELS: ReadonlySet<string> = new Set(['examination', 'immunizations', 'social_history']);
/** The longest term that is looked for word by word. */
export const LONGEST_TERM = 9;
/** The longest phrase that is looked for by likeness. */
const LONGEST_PHRASE = 6;
/** An abbreviation with a plus has up to so many letters before it. */
const LETTERS = 5;
/** The longest label that may be a part of a term, and the most words behind it. */
const LONGEST_LABEL = 3;
const LONGEST_VALUE = 3;
/** What parts a label from what is said of it, besides a dash. */
const LABEL_SIGNS = [':', ',', '('] as const;
/** Behind these what is said of a label ends where the item does: "no pain, abdomen soft" is no abdominal pain. */
const ENDED: ReadonlySet<string> = new Set([',', '(']);
/** A single word up to this length is like too many terms. */
const SHORT_WORD = 3;

/**
 * Runs of a sentence whose very words may be a term: they cross function words and cues, but no punctuation that ends a phrase. A heading
 * names a part of the note, unless what it names was done or measured: then all its words are one run ("ECG: sinus rhythm"). A label that no
 * lexicon has may be a problem of a list too.
 */
export function termWindows(note: Note, roles: Uint8Array, index: number): Window[] {
  const sentence = note.sentences[index];
  if (sentence === undefined) return [];
  if (sentence.kind === 'heading') {
    const whole = isReading(note, index) ? trim(note, roles, index, sentence.from, sentence.to) : null;
    const parts = sectionAt(note, index) === undefined ? runs(note, roles, index, sentence) : [];
    const labels = LABELS.has(sectionAt(note, index) ?? '') ? labelledByHeading(note, roles, index) : [];
    const inLabel = parts.filter(({ from, to }) => from !== whole?.from || to !== whole.to);
    return [
      ...(whole === null ? [] : [whole]),
      ...labels,
      ...inLabel.map((part): Window => ({ ...part, inLabel: true })),
    ];
  }
  return [...runs(note, roles, index, sentence), ...labelled(note, roles, index, sentence)];
}

/** Labels of a sentence with what is said of them: "Mood: low", "Tabac : sevré depuis 2015", "Pain - epigastric", "Meningitis, aseptic". */
function labelled(
  note: Note,
  roles: Uint8Array,
  index: number,
  { from: begin, to: end }: Pick<Window, 'from' | 'to'>,
): Window[] {
  const windows: Window[] = [];
  for (let at = begin + 1; at < end - 1; at++) {
    const sign = labelSignOf(note, at);
    if (sign === undefined || !/^\p{L}/u.test(note.tokens[at + 1]?.norm ?? '') || !mayBegin(note, at + 1)) continue;
    let from = at;
    while (from > begin && roles[from - 1] !== WALL) from--;
    if (from === at || at - from > LONGEST_LABEL || !mayBegin(note, from)) continue;
    let content = contentOf(roles, from, at);
    // "Exam: stress" is a heading, and no label of what is said.
    if (content === 0) continue;
    for (let to = at + 2; to <= Math.min(end, at + 1 + LONGEST_VALUE); to++) {
      if (roles[to - 1] === WALL || (note.tokens[to - 1]?.breaks ?? 0) > 0) break;
      if (isContent(roles[to - 1])) content++;
      const isWhole = !ENDED.has(sign) || endsItem(note, roles, to, end);
      if (isWhole && mayEnd(note, to - 1))
        windows.push({ ...toWindow(note, index, from, to, content), ...closing(note, sign, to), labelled: sign });
    }
  }
  return windows;
}

/** The end of a label with its bracket: "Fracture (pathological)". */
function closing({ tokens }: Note, sign: Window['labelled'], at: number): Partial<Pick<Window, 'end'>> {
  const token = tokens[at];
  return sign === '(' && token?.norm === ')' ? { end: token.end } : {};
}

/** Whether nothing more of a list's item stands at a token. */
function endsItem({ tokens }: Note, roles: Uint8Array, at: number, end: number): boolean {
  return at === end || roles[at] === WALL || (tokens[at]?.breaks ?? 0) > 0;
}

/** A heading with the words behind its colon. */
function labelledByHeading(note: Note, roles: Uint8Array, index: number): Window[] {
  const [heading, next] = [note.sentences[index], note.sentences[index + 1]];
  if (heading === undefined || next === undefined || next.kind === 'heading') return [];
  return labelled(note, roles, index + 1, { from: heading.from, to: next.to });
}

/** The colon, comma or bracket, or the dash between spaces, that parts a label from what is said of it. */
function labelSignOf({ tokens }: Note, at: number): Window['labelled'] {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (next?.breaks !== 0) return undefined;
  const sign = LABEL_SIGNS.find((each) => each === token?.norm);
  if (sign !== undefined) return sign;
  return token?.norm === '-' && token.spaces > 0 && next.spaces > 0 ? '-' : undefined;
}

function runs(note: Note, roles: Uint8Array, index: number, sentence: Pick<Window, 'from' | 'to'>): Window[] {
  const windows: Window[] = [];
  for (let from = sentence.from; from < sentence.to; from++) {
    if (roles[from] === WALL || !mayBegin(note, from)) continue;
    let content = 0;
    for (let to = from + 1; to <= Math.min(sentence.to, from + LONGEST_TERM); to++) {
      const role = roles[to - 1];
      if (role === WALL) break;
      if (isContent(role)) content++;
      if (mayEnd(note, to - 1)) windows.push(toWindow(note, index, from, to, content));
    }
  }
  return windows;
}

/** Whether a term may begin with a token; "à" is no letter: "hépatite à ..." is not hepatitis A. */
function mayBegin(note: Note, at: number): boolean {
  const token = note.tokens[at];
  return token !== undefined && token.kind !== 'punctuation' && (token.norm.length > 1 || token.lower === token.norm);
}

/** Whether a term may end with a token; a plus that is glued to letters may be a part of it ("K+", "ST+", but not "N+V"). */
function mayEnd(note: Note, at: number): boolean {
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

/** Maximal runs without breaks that begin and end with a content word. */
export function phrases(note: Note, roles: Uint8Array): Window[] {
  const found: Window[] = [];
  for (const [index, sentence] of note.sentences.entries()) {
    if (sentence.kind === 'heading') continue;
    let from = sentence.from;
    for (let at = sentence.from; at <= sentence.to; at++) {
      const open = at < sentence.to && (roles[at] as number) < TERM_CUE;
      if (open) continue;
      const phrase = trim(note, roles, index, from, at);
      if (phrase !== null) found.push(phrase);
      from = at + 1;
    }
  }
  return found;
}

/** All runs inside a phrase that begin and end with a content word. */
export function phraseWindows(note: Note, roles: Uint8Array, phrase: Window): Window[] {
  const windows: Window[] = [];
  for (let from = phrase.from; from < phrase.to; from++) {
    if (roles[from] !== CONTENT) continue;
    let content = 0;
    for (let to = from + 1; to <= Math.min(phrase.to, from + LONGEST_PHRASE); to++) {
      if (roles[to - 1] !== CONTENT) continue;
      content++;
      if (to - from > 1 || (note.tokens[from]?.norm.length ?? 0) > SHORT_WORD)
        windows.push(toWindow(note, phrase.sentence, from, to, content));
    }
  }
  return windows;
}

function trim(note: Note, roles: Uint8Array, sentence: number, from: number, to: number): Window | null {
  let first = from;
  let last = to;
  while (first < last && !isContent(roles[first])) first++;
  while (last > first && !isContent(roles[last - 1])) last--;
  if (first === last) return null;
  return toWindow(note, sentence, first, last, contentOf(roles, first, last));
}

/** How many of the tokens [from, to) are content words. */
function contentOf(roles: Uint8Array, from: number, to: number): number {
  return roles.subarray(from, to).reduce((sum, role) => sum + (isContent(role) ? 1 : 0), 0);
}

function toWindow(note: Note, sentence: number, from: number, to: number, content: number): Window {
  const start = note.tokens[from]?.start ?? 0;
  const end = note.tokens[to - 1]?.end ?? 0;
  return { from, to, start, end, sentence, content };
}

/** The indices of the tokens [from, to). */
export function range(from: number, to: number): number[] {
  const all: number[] = [];
  for (let at = from; at < to; at++) all.push(at);
  return all;
}
