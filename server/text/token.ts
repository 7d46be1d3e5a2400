/**
 * Tokens of a note: words, numbers and punctuation, each with its offsets and its folded form.
 *
 * White space and line ends are no tokens but facts about the token after them. A hyphen inside a word is no token
 * either: it splits the word and marks the second half as joined, so "post-op" and "post op" are the same two tokens.
 */

import {
  characterKind,
  DIGIT,
  isUpperCase,
  isWordCharacter,
  LETTER,
  MARK,
  NEWLINE,
  SPACE,
  visibleRange,
} from './character.js';
import { foldTerm, lowerKeepingAccents } from './normalize.js';
import { finish, type Steps, TOKENS_A_STEP } from './steps.js';

export type TokenKind = 'word' | 'number' | 'punctuation';

export interface Token {
  /** UTF-16 offsets into the note, half open; no invisible character at either end. */
  readonly start: number;
  readonly end: number;
  readonly kind: TokenKind;
  /** Without case, accents and typographic variants. */
  readonly norm: string;
  /** Without case, with accents. */
  readonly lower: string;
  /** Whether the first character is an upper-case letter. */
  readonly capital: boolean;
  /** White space before the token on its line; a tab counts 2. */
  readonly spaces: number;
  /** Line ends before the token: 0, 1, or 2 where a blank line stands before it. */
  readonly breaks: 0 | 1 | 2;
  /** Whether only a hyphen stands between this token and the one before. */
  readonly joined: boolean;
}

const ELISIONS = new Set([
  'c',
  'd',
  'j',
  'l',
  'm',
  'n',
  's',
  't',
  'qu',
  'jusqu',
  'lorsqu',
  'puisqu',
  'quoiqu',
  'presqu',
  'quelqu',
]);
const APOSTROPHES = "'\u2019\u2018\u02BC\u2032\u00B4`";
const HYPHENS = '-\u2010\u2011';
const NUMBER_HYPHENS = '-\u2010\u2011\u2012\u2013\u2212';
const NUMBER_SEPARATORS = '.,/:';
/** "No", "none": typed as the Nordic letter too, which alone is no word and must not fold to "o". */
const EMPTY_SET = '\u2205';
const EMPTY_SET_LETTERS = new Set(['\u00D8', '\u00F8']);
/** "#3", "# 12", "#4421", "##"; not "# 1998", a fracture of that year. */
const NUMBERED = /^#(?:#|\d| (?!(?:19|20)\d\d(?!\d))\d)/;
const SLASH_PREFIXES = 'wcsWCS';
/** ASCII without space and backtick: folding such a word, with or without its accents, is lower case. */
const PLAIN = /^[!-_a-~]*$/;

/** Cuts a text into tokens; linear in the text. */
export function tokenize(text: string): Token[] {
  return finish(tokenSteps(text));
}

/** `tokenize` in steps. */
export function tokenSteps(text: string): Steps<Token[]> {
  return new Tokenizer(text).run();
}

/** UTF-16 units of the character at an offset. */
function sizeAt(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

/** Whether a letter of one unit stands there, with no word character behind it. */
function isLoneLetter(text: string, at: number): boolean {
  return characterKind(text, at) === LETTER && sizeAt(text, at) === 1 && !isWordCharacter(text, at + 1);
}

type Form = Pick<Token, 'norm' | 'lower'>;

function formOf(surface: string, kind: TokenKind): Form {
  if (PLAIN.test(surface)) {
    const lower = surface.toLowerCase();
    return { norm: lower, lower };
  }
  if (kind === 'punctuation' && EMPTY_SET_LETTERS.has(surface)) return { norm: EMPTY_SET, lower: EMPTY_SET };
  return { norm: foldTerm(surface), lower: lowerKeepingAccents(surface) };
}

/** The state of one run over one text. */
class Tokenizer {
  private readonly tokens: Token[] = [];
  private readonly forms = new Map<string, Form>();
  private at = 0;
  private spaces = 0;
  private breaks = 0;
  private joined = false;

  constructor(private readonly text: string) {}

  *run(): Steps<Token[]> {
    for (let step = 1; this.at < this.text.length; step++) {
      this.step();
      if (step % TOKENS_A_STEP === 0) yield;
    }
    return this.tokens;
  }

  private step(): void {
    const kind = characterKind(this.text, this.at);
    if (kind === SPACE) {
      this.spaces += this.text[this.at] === '\t' ? 2 : 1;
      this.at++;
    } else if (kind === NEWLINE) {
      if (!(this.text[this.at] === '\n' && this.text[this.at - 1] === '\r')) this.breaks++;
      this.spaces = 0;
      this.at++;
    } else if (kind === MARK) {
      // A mark or an invisible sign with no letter before it belongs to nothing: that of an emoji, or one that was pasted in.
      this.at += sizeAt(this.text, this.at);
    } else if (kind === LETTER) {
      this.word();
    } else if (kind === DIGIT) {
      this.emit('number', this.numberEnd());
    } else {
      this.punctuation();
    }
  }

  private word(): void {
    const { text, at } = this;
    const end = this.wordEnd();
    const apostrophe = end < text.length && APOSTROPHES.includes(text.charAt(end));
    if (!apostrophe) {
      const kind = end - at === 1 && EMPTY_SET_LETTERS.has(text.charAt(at)) ? 'punctuation' : 'word';
      this.emit(kind, this.glued(at, end));
      return;
    }
    if (/[nN]/.test(text.charAt(end - 1)) && /[tT]/.test(text.charAt(end + 1)) && !isWordCharacter(text, end + 2)) {
      if (end - 1 > at) this.emit('word', end - 1);
      this.emit('word', end + 2);
      return;
    }
    const norm = foldTerm(text.slice(at, end));
    if (norm === 'aujourd' && foldTerm(text.slice(end + 1, end + 4)) === 'hui') this.emit('word', end + 4);
    else if (ELISIONS.has(norm)) this.emit('word', end + 1);
    else {
      this.emit('word', end);
      if (characterKind(text, end + 1) === LETTER) this.clitic();
    }
  }

  /** An apostrophe and the letters after it: "'s", "'ve". */
  private clitic(): void {
    let end = this.at + 1;
    while (isWordCharacter(this.text, end)) end += sizeAt(this.text, end);
    this.emit('word', end);
  }

  private wordEnd(): number {
    const { text, at } = this;
    let end = at;
    while (isWordCharacter(text, end)) end += sizeAt(text, end);
    // "x3d" is a count and a unit.
    const first = text.charAt(at);
    return (first === 'x' || first === 'X') && characterKind(text, at + 1) === DIGIT ? at + 1 : end;
  }

  /** Letters that dots or a slash hold together: "i.v", "h/o", "w/". */
  private glued(at: number, wordEnd: number): number {
    const { text } = this;
    let end = wordEnd;
    if (end - at !== 1 || text.charAt(at - 1) === '/') return end;
    while (text[end] === '.' && isLoneLetter(text, end + 1)) end += 2;
    if (end !== wordEnd || text[end] !== '/') return end;
    const next = characterKind(text, end + 1);
    if (isLoneLetter(text, end + 1) && text[end + 2] !== '/') return end + 2;
    return next !== LETTER && next !== DIGIT && SLASH_PREFIXES.includes(text.charAt(at)) ? end + 1 : end;
  }

  private numberEnd(): number {
    const { text } = this;
    let end = this.at;
    for (;;) {
      while (characterKind(text, end) === DIGIT) end++;
      const separator = text.charAt(end);
      const separates =
        separator !== '' && (NUMBER_SEPARATORS.includes(separator) || NUMBER_HYPHENS.includes(separator));
      if (!separates || characterKind(text, end + 1) !== DIGIT) return end;
      end++;
    }
  }

  private punctuation(): void {
    const { text, at } = this;
    const glues = HYPHENS.includes(text.charAt(at)) && this.spaces === 0 && this.breaks === 0;
    if (glues && at > 0 && isWordCharacter(text, at - 1) && isWordCharacter(text, at + 1)) {
      this.joined = true;
      this.at++;
      return;
    }
    const kind = this.isFracture() ? 'word' : 'punctuation';
    this.emit(kind, at + sizeAt(text, at));
  }

  /** "distal radius #": a number sign inside a line, before no number but a year, stands for a word. */
  private isFracture(): boolean {
    const { text, at, tokens, breaks } = this;
    const isOne = text[at] === '#' && text[at - 1] !== '#';
    return isOne && breaks === 0 && tokens.length > 0 && !NUMBERED.test(text.slice(at, at + 7));
  }

  private emit(kind: TokenKind, end: number): void {
    const surface = this.text.slice(this.at, end);
    let form = this.forms.get(surface);
    if (form === undefined) {
      form = formOf(surface, kind);
      this.forms.set(surface, form);
    }
    this.tokens.push({
      ...visibleRange(this.text, { start: this.at, end }),
      kind,
      norm: form.norm,
      lower: form.lower,
      capital: kind === 'word' && isUpperCase(this.text, this.at),
      spaces: this.spaces,
      breaks: this.breaks > 1 ? 2 : this.breaks === 1 ? 1 : 0,
      joined: this.joined,
    });
    this.at = end;
    this.spaces = 0;
    this.breaks = 0;
    this.joined = false;
  }
}
