/** What kind of character a UTF-16 unit or code point is, as the tokeniser and the placing of spans see it. */

import type { Range } from '../domain/range.js';

export const LETTER = 1;
export const DIGIT = 2;
export const MARK = 3;
export const SPACE = 4;
export const NEWLINE = 5;
export const OTHER = 0;

const NEWLINES = '\n\r\f\v\u0085\u2028\u2029';
// Characters that folding drops inside a word count as marks.
const MARKS = /^[\p{M}\u00AD\u200B-\u200D\u2060\uFEFF]$/u;
const INVISIBLE = '\u00AD\u200B\u200C\u200D\u2060\uFEFF';
const LETTERS = /^\p{L}$/u;
const DIGITS = /^[0-9]$/;
const SPACES = /^\s$/;
const TABLE_SIZE = 0x250;
const TABLE = Uint8Array.from({ length: TABLE_SIZE }, (_, code) => classify(String.fromCharCode(code)));

/** The kind of the code point that starts at an offset of a text; OTHER past its ends. */
export function characterKind(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < TABLE_SIZE) return TABLE[code] as number;
  if (Number.isNaN(code)) return OTHER;
  return classify(String.fromCodePoint(text.codePointAt(at) as number));
}

/** Whether a letter, digit or mark starts at an offset. */
export function isWordCharacter(text: string, at: number): boolean {
  const kind = characterKind(text, at);
  return kind === LETTER || kind === DIGIT || kind === MARK;
}

/** A range of a text without the invisible characters at its ends: zero width, soft hyphen, byte order mark. */
export function visibleRange(text: string, { start, end }: Range): Range {
  let [first, last] = [start, end];
  while (first < last && INVISIBLE.includes(text.charAt(first))) first++;
  while (last > first && INVISIBLE.includes(text.charAt(last - 1))) last--;
  return { start: first, end: last };
}

/** Whether the character at an offset is an upper-case letter. */
export function isUpperCase(text: string, at: number): boolean {
  const character = text.charAt(at);
  return character !== character.toLowerCase();
}

function classify(character: string): number {
  if (NEWLINES.includes(character)) return NEWLINE;
  if (DIGITS.test(character)) return DIGIT;
  if (LETTERS.test(character)) return LETTER;
  if (MARKS.test(character)) return MARK;
  return SPACES.test(character) ? SPACE : OTHER;
}
