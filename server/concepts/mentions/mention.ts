/** Mentions: runs of tokens of a note that may name a clinical idea. */

import type { Language } from '../../domain/language.js';
import type { Range } from '../../domain/range.js';
import type { Note } from '../../text/note.js';
import { isContent } from '../annotate/token-role.js';

/** Half-open range of token indices. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** What parts a label from what is said of it; `is` for a verb ("the ECG was normal"). */
export type LabelSign = ':' | '-' | ',' | '(' | 'is';

/** Tokens [from, to) of a note, with their offsets. */
export interface Mention extends Range, TokenRange {
  /** The index of its sentence, and the language of that. */
  readonly sentence: number;
  readonly language: Language;
  /** How many of the tokens are content words. */
  readonly content: number;
  /** Set on words inside a label that no lexicon has ("Sepsis due to pneumonia:"): what they name counts only if a patient may have it. */
  readonly inLabel?: true;
  /** Set on a label with what stands behind this sign ("Mood: low", "Cardiomyopathy, obstructive"), which is a term or nothing. */
  readonly sign?: LabelSign;
  /** The token of that sign. */
  readonly signAt?: number;
}

/** The mention of tokens [from, to) of a sentence. */
export function mentionAt(note: Note, sentence: number, { from, to }: TokenRange, content: number): Mention {
  const start = note.tokens[from]?.start ?? 0;
  const end = note.tokens[to - 1]?.end ?? 0;
  const language = note.sentences[sentence]?.language ?? note.language;
  return { from, to, start, end, sentence, language, content };
}

/** How many of the tokens [from, to) are content words. */
export function contentOf(roles: Uint8Array, from: number, to: number): number {
  return roles.subarray(from, to).reduce((sum, role) => sum + (isContent(role) ? 1 : 0), 0);
}

/** The indices of the tokens [from, to). */
export function range(from: number, to: number): number[] {
  const all: number[] = [];
  for (let at = from; at < to; at++) all.push(at);
  return all;
}

/** The words of a mention in one line, as they are written. */
export function writtenWords(note: Pick<Note, 'text'>, { start, end }: Range): string {
  return note.text.slice(start, end).split(/\s+/).join(' ');
}

/** What tells a mention from the others of its note. */
export function placeOf({ from, to }: TokenRange): string {
  return `${from}-${to}`;
}
