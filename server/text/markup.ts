/**
 * The text of a note without the markup of the system that it came from: HTML, RTF, HL7, line ends written as letters, brackets of
 * de-identification, and words that a hyphen parts at the end of a line. Every character knows where it stands in the text as sent.
 */

import { isDictionaryWord } from './dictionary.js';
import { foldTerm } from './normalize.js';
import type { Token } from './token.js';

/** A text to be read, and the source range of each of its characters; without ranges it is the text as sent. */
export interface ReadableText {
  readonly text: string;
  readonly ranges: { readonly starts: Uint32Array; readonly ends: Uint32Array } | null;
}

/** What the words of a note may be. */
export interface JoinTest {
  /** Whether the lexicon has the word. */
  readonly hasWord: (norm: string) => boolean;
  /** Whether the word is only a part of longer ones: "hyper". */
  readonly isPart: (norm: string) => boolean;
}

/** Whether there may be any. */
const MAYBE = /[&<\\~]|\[\*\*|[-\u2010][ \t]*\r?\n/;
const TAGS =
  'a|b|br|big|blockquote|body|center|code|dd|div|dl|dt|em|font|h[1-6]|head|hr|html|i|li|meta|ol|p|pre|s|small|span|strike|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul';
const RTF = /\\(?:par|pard|rtf1?)(?![a-z])/;
const ALTERNATIVES = [
  '&(?:#\\d{1,6}|#[xX][0-9a-fA-F]{1,5}|[a-zA-Z]{2,8});',
  `<[/]?(?:${TAGS}|${TAGS.toUpperCase()})(?:[\\s/][^<>]{0,300})?>`,
  '<!--[^<>]{0,300}-->',
  '\\\\\\.[a-z]{2}[+-]?\\d{0,3}\\\\',
  '\\\\[TFSREHN]\\\\',
  '(?<=[^\\s~])~(?=\\p{L})',
  '\\[\\*\\*[\\d/-]{1,10}\\*\\*\\]',
  '(?<=\\p{L})[-\\u2010][ \\t]*\\r?\\n[ \\t]*(?=\\p{Ll})',
];
const LETTERED = '(?<![:\\\\])(?:\\\\r)?\\\\n|(?<![:\\\\])\\\\t|\\\\u[0-9a-fA-F]{4}';
/** Groups of an RTF header hold no text. */
const RTF_HEADER = '\\{\\\\(?:fonttbl|colortbl|stylesheet|info|\\*)(?:[^{}]|\\{[^{}]{0,200}\\}){0,2000}\\}';
const RTF_WORDS = "\\\\u\\d{2,5}\\?|\\\\'[0-9a-fA-F]{2}|\\\\[a-z]{1,20}-?\\d{0,5} ?|[{}]";
const MARKUP = new RegExp([...ALTERNATIVES, LETTERED].join('|'), 'gu');
const RTF_MARKUP = new RegExp([...ALTERNATIVES, RTF_HEADER, RTF_WORDS].join('|'), 'gu');
const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  le: '≤',
  ge: '≥',
  quot: '"',
  apos: "'",
  lsquo: '\u2018',
  rsquo: '\u2019',
  ldquo: '\u201C',
  rdquo: '\u201D',
  laquo: '«',
  raquo: '»',
  ndash: '\u2013',
  mdash: '\u2014',
  hellip: '…',
  bull: '•',
  deg: '°',
  micro: 'µ',
  plusmn: '±',
  frac12: '½',
  oelig: 'œ',
  aelig: 'æ',
  rarr: '→',
};
const LETTER_ENTITY = /^([a-zA-Z])(acute|grave|circ|uml|cedil|tilde)$/;
const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  cedil: '\u0327',
  tilde: '\u0303',
};
const HL7: Readonly<Record<string, string>> = { T: '&', F: '|', S: '^', R: '~', E: '\\', H: '', N: '' };
const RTF_BREAKS = new Set(['par', 'line', 'page', 'sect', 'row']);
const BLOCK_TAG = /^(?:blockquote|dd|div|dl|dt|h[1-6]|hr|ol|p|table|tr|ul)$/;
/** Letters on each side of a hyphen that are looked at. */
const MAX_PART = 30;
/** Fewer letters are hardly a word before a hyphen: "de-⏎nies". */
const MIN_FIRST = 3;

/** Takes the markup out of a text; linear in it, and mostly a look at its characters. */
export function readableText(text: string, words: JoinTest): ReadableText {
  if (!MAYBE.test(text)) return { text, ranges: null };
  const build = new Builder(text);
  for (const match of text.matchAll(RTF.test(text) ? RTF_MARKUP : MARKUP)) replaceOne(build, text, match, words);
  return build.done();
}

function replaceOne(build: Builder, text: string, match: RegExpExecArray, words: JoinTest): void {
  const [mark] = match;
  const { index } = match;
  if (mark.startsWith('[')) {
    build.unwrap(index, mark.length);
    return;
  }
  const reading = mark.includes('\n') ? joinOf(text, index, mark, words) : readingOf(mark);
  if (reading !== null) build.replace(index, mark.length, reading);
}

/** What a mark stands for; null where it stands for itself. */
function readingOf(mark: string): string | null {
  if (mark.startsWith('&')) return entity(mark.slice(1, -1));
  if (mark.startsWith('<')) return tag(mark);
  if (mark === '~') return '\n';
  return mark.startsWith('\\') ? escaped(mark.slice(1)) : '';
}

function entity(name: string): string | null {
  if (name.startsWith('#')) {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code >= 0x20 && code <= 0xffff && (code < 0xd800 || code > 0xdfff) ? String.fromCharCode(code) : null;
  }
  const [, letter, mark] = LETTER_ENTITY.exec(name) ?? [];
  if (letter && mark) return (letter + MARKS[mark]).normalize('NFC');
  return NAMED[name] ?? NAMED[name.toLowerCase()] ?? null;
}

function tag(mark: string): string {
  const name = /[a-z]+[1-6]?/.exec(mark.toLowerCase())?.[0] ?? '';
  const closes = mark.startsWith('</');
  if (name === 'br' || name === 'li') return closes ? '' : '\n';
  if (name === 'td' || name === 'th') return closes ? '' : '|';
  return BLOCK_TAG.test(name) ? '\n' : '';
}

/** What a backslash and what follows it stand for. */
function escaped(rest: string): string {
  if (rest.startsWith('.')) return '\n';
  if (rest.endsWith('\\')) return HL7[rest.charAt(0)] ?? '';
  if (rest.startsWith("'")) return String.fromCharCode(Number.parseInt(rest.slice(1), 16));
  const unicode = unicodeOf(rest);
  if (unicode !== null) return unicode;
  if (rest === 'n' || rest === 'r\\n') return '\n';
  const word = /^[a-z]*/.exec(rest)?.[0] ?? '';
  if (word === 't' || word === 'tab') return '\t';
  if (word === 'cell') return '|';
  if (RTF_BREAKS.has(word)) return '\n';
  return rest.endsWith(' ') ? ' ' : '';
}

/** The character of "u8217?" in RTF and "u00e9" elsewhere; null for other words. */
function unicodeOf(rest: string): string | null {
  const [, decimal, hex] = /^u(?:(\d{2,5})\?|([0-9a-fA-F]{4}))$/.exec(rest) ?? [];
  if (decimal) return String.fromCharCode(Number(decimal));
  return hex ? String.fromCharCode(Number.parseInt(hex, 16)) : null;
}

/** "evi-⏎dence" is one word, "non-⏎small" two with a hyphen; a whole word alone on its line has a sign behind it ("Fièvre-"). */
function joinOf(text: string, index: number, mark: string, { hasWord, isPart }: JoinTest): string | null {
  const lineStart = text.lastIndexOf('\n', index - 1) + 1;
  const before = /\p{L}+$/u.exec(text.slice(Math.max(lineStart, index - MAX_PART), index))?.[0] ?? '';
  const isAlone = text.slice(Math.max(lineStart, index - MAX_PART), index - before.length).trim() === '';
  const behind = index + mark.length;
  const after = /^\p{L}+/u.exec(text.slice(behind, behind + MAX_PART))?.[0] ?? '';
  const [first, second] = [foldTerm(before), foldTerm(after)];
  const isWord = (norm: string) => hasWord(norm) || isDictionaryWord(norm);
  const isCut = first.length < MIN_FIRST ? hasWord(first + second) : !isWord(first);
  if (isAlone && isWord(first) && !isPart(first)) return null;
  const isOne = isWord(first + second) && (isCut || isPart(first) || !isWord(second));
  return isOne ? '' : mark.charAt(0);
}

/** Builds a text from one as sent, and keeps where its characters come from. */
class Builder {
  private text = '';
  private at = 0;
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];

  constructor(private readonly source: string) {}

  /** Reads a stretch of the source, behind all stretches before it, as other characters. */
  replace(from: number, length: number, reading: string): void {
    this.copyTo(from);
    for (let i = 0; i < reading.length; i++) this.put(from, from + length);
    this.text += reading;
    this.at = from + length;
  }

  /** Reads what stands between the brackets "[**" and "**]"; they belong to its first and last character. */
  unwrap(from: number, length: number): void {
    this.copyTo(from);
    const [first, last] = [this.starts.length, from + length - 3];
    this.at = from + 3;
    this.copyTo(last);
    this.starts[first] = from;
    this.ends[this.ends.length - 1] = from + length;
    this.at = from + length;
  }

  done(): ReadableText {
    if (this.at === 0) return { text: this.source, ranges: null };
    this.copyTo(this.source.length);
    return { text: this.text, ranges: { starts: Uint32Array.from(this.starts), ends: Uint32Array.from(this.ends) } };
  }

  private copyTo(to: number): void {
    for (let at = this.at; at < to; at++) this.put(at, at + 1);
    this.text += this.source.slice(this.at, to);
    this.at = to;
  }

  private put(start: number, end: number): void {
    this.starts.push(start);
    this.ends.push(end);
  }
}

/** The tokens of a text that was read, with the offsets of the text as sent. */
export function inSource(tokens: readonly Token[], { ranges }: ReadableText): readonly Token[] {
  if (ranges === null) return tokens;
  const { starts, ends } = ranges;
  return tokens.map((token) => ({
    ...token,
    start: starts[token.start] as number,
    end: ends[token.end - 1] as number,
  }));
}
