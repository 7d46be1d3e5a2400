/** What stands around a span as values and doses are read in it: the tokens of its line, finer than those of the note. */

import { LANGUAGES, type Language } from '../domain/language.js';
import type { Range } from '../domain/range.js';
import type { Lexicon } from '../lexicon/compile.js';
import { type Note, sentenceAt, tokensIn } from '../text/note.js';
import { type Token, tokenize } from '../text/token.js';
import type { ClassMatch, WordIndex } from '../text/words.js';
import { symbolOf } from './symbols.js';

/** Tokens that are read before and behind a span. */
const BEFORE = 12;
const BEHIND = 48;
const NONE: readonly ClassMatch[] = [];
/** Classes of small words, which are none of another language: « ou » is no "OU". */
const CLOSED = new Set(['COORD_AND', 'COORD_OR', 'DETERMINER', 'FUNCTION', 'LINK', 'RANGE']);
/** "g/l", "3x/j": letters that the tokeniser holds together, and that are a unit or a count over another. */
const RATE = /^([gluxmktbcj])\/([gljdhswnp])$/;
/** "3,1.10^9": a number and its power of ten. */
const POWER = /^(\d+(?:[.,]\d+)?)[.,]10$/;
/** "40mgx3": a unit and a count. */
const COUNTED = /^([a-zμ]{1,3})x(\d{1,2})$/;

export class Line {
  readonly #found: ReadonlyMap<string, ClassMatch>[] = [];

  private constructor(
    readonly text: string,
    readonly language: Language,
    readonly tokens: readonly Token[],
    /** The tokens [from, to) are the span. */
    readonly from: number,
    readonly to: number,
    private readonly indexes: readonly WordIndex[],
  ) {}

  /** @param limits where the span before ends and the next one begins, as offsets */
  static around(note: Note, lexicon: Lexicon, span: Range, limits: Range): Line {
    const { from, to } = tokensIn(note, span);
    const sentence = note.sentences[sentenceAt(note, span.start)];
    const inSentence = (at: number) => sentence !== undefined && at > sentence.from && at < sentence.to;
    const goesOn = (at: number) => note.tokens[at]?.breaks === 0 || (note.tokens[at]?.breaks === 1 && inSentence(at));
    let first = from;
    while (first > 0 && from - first < BEFORE && goesOn(first) && (note.tokens[first - 1]?.start ?? 0) >= limits.start)
      first--;
    let last = to;
    while (last < note.tokens.length && last - to < BEHIND && goesOn(last)) {
      if ((note.tokens[last]?.start ?? 0) >= limits.end) break;
      last++;
    }
    const before = finer(note.tokens.slice(first, from));
    const cut = cutOff(note, span, to);
    const own = cut.length === 0 ? note.tokens.slice(from, to) : tokensOf(note.text, span.start, span.end);
    const behind = finer([...cut, ...note.tokens.slice(to, last)]);
    const language = sentence?.language ?? note.language;
    const order = [language, ...LANGUAGES.filter((other) => other !== language)];
    const indexes = order.flatMap((each) => [lexicon.readings[each], lexicon.vocabulary.words[each]]);
    const tokens = [...before, ...own, ...behind];
    return new Line(note.text, language, tokens, before.length, before.length + own.length, indexes);
  }

  /** The longest word of a class at a token: of the language of the sentence, else of the other where these letters say nothing of a value or dose in the first. */
  match(name: string, at: number): ClassMatch | undefined {
    const found = this.#found[at] ?? this.#find(at);
    return found?.get(name);
  }

  /** The words of every class at a token, looked up when one is first asked for. */
  #find(at: number): ReadonlyMap<string, ClassMatch> | undefined {
    if (this.tokens[at] === undefined) return undefined;
    const found = new Map<string, ClassMatch>();
    const [readings, words, ...others] = this.indexes.map((index) => index.matchesAt(this.tokens, at));
    const own = [...(readings ?? NONE), ...(words ?? NONE)];
    for (const match of own) if (!found.has(match.class)) found.set(match.class, match);
    const longest = readings?.[0]?.length ?? 0;
    const isClosed = words?.some((match) => CLOSED.has(match.class)) ?? false;
    for (const match of others.flat())
      if (!isClosed && match.length > longest && !found.has(match.class) && !isShortRoute(match, this.norm(at)))
        found.set(match.class, match);
    this.#found[at] = found;
    return found;
  }

  /** How many tokens the first of some classes takes that has a word at a token; 0 for none. */
  lengthOf(names: readonly string[], at: number): number {
    for (const name of names) {
      const length = this.match(name, at)?.length ?? 0;
      if (length > 0) return length;
    }
    return 0;
  }

  /** The words of the language of the sentence that every stage reads. */
  get words(): WordIndex {
    return this.indexes[1] as WordIndex;
  }

  norm(at: number): string {
    return this.tokens[at]?.norm ?? '';
  }

  /** A token as it is written. */
  surface(at: number): string {
    const token = this.tokens[at];
    return token === undefined ? '' : this.text.slice(token.start, token.end);
  }

  isNumber(at: number): boolean {
    return this.tokens[at]?.kind === 'number';
  }

  isWord(at: number): boolean {
    return this.tokens[at]?.kind === 'word';
  }

  /** Whether a token stands right behind the one before it, with nothing between. */
  isGlued(at: number): boolean {
    const [before, token] = [this.tokens[at - 1], this.tokens[at]];
    return before !== undefined && token !== undefined && token.start === before.end;
  }

  /** The first token behind an offset. */
  behind(offset: number): number {
    const at = this.tokens.findIndex(({ start }) => start >= offset);
    return at < 0 ? this.tokens.length : at;
  }

  /** The words of the tokens [from, to). */
  located(from: number, to: number): { text: string; start: number; end: number } {
    const start = this.tokens[from]?.start ?? 0;
    const end = this.tokens[to - 1]?.end ?? start;
    return { text: this.text.slice(start, end), start, end };
  }
}

/** Classes of words that are a part of a dosage or lead to a value, although they may be spans of their own. */
const PART_CLASSES = new Set([
  'CHANGE',
  'DAY_TIME',
  'DOSE_FORM',
  'DOSE_LEAD',
  'FREQUENCY',
  'LATER',
  'ROUTE',
  'UNIT_CODE',
  'VALUE_LEAD',
]);

/** Whether the words of a span are a route, a form, how often, a unit or lead to a value: "neb", "eye drops", "22 UI". */
export function isPart(note: Note, lexicon: Lexicon, span: Range): boolean {
  const { from, to } = tokensIn(note, span);
  const isUnit = to - from === 1 && symbolOf(note.text.slice(span.start, span.end)) !== undefined;
  if (isUnit && note.tokens[from - 1]?.kind === 'number') return true;
  return LANGUAGES.some((language) =>
    [lexicon.readings[language], lexicon.vocabulary.words[language]].some((index) =>
      index.matchesAt(note.tokens, from).some((match) => PART_CLASSES.has(match.class) && match.length >= to - from),
    ),
  );
}

/** What a token holds behind the end of a span: the "110" of "BP110/60". */
function cutOff(note: Note, span: Range, to: number): Token[] {
  const end = note.tokens[to - 1]?.end ?? span.end;
  return end > span.end ? tokensOf(note.text, span.end, end) : [];
}

function tokensOf(text: string, start: number, end: number): Token[] {
  return tokenize(text.slice(start, end)).map((token) => ({
    ...token,
    start: token.start + start,
    end: token.end + start,
  }));
}

/** "IR" is by rectum in French, immediate release in English. */
function isShortRoute(match: ClassMatch, norm: string): boolean {
  return match.class === 'ROUTE' && match.length === 1 && norm.length <= 2;
}

/** Cuts what the tokeniser holds together and a reader of units must see apart. */
function finer(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, at) => {
    const [, factor = ''] = POWER.exec(token.norm) ?? [];
    if (factor !== '' && /^[\^⁰-⁹¹²³]$/.test(tokens[at + 1]?.norm ?? '')) return pieces(token, [factor, '.', '10']);
    const [, left = '', right = ''] = RATE.exec(token.norm) ?? [];
    if (left !== '' && token.end - token.start === 3) return pieces(token, [left, '/', right]);
    const [, unit = '', count = ''] = COUNTED.exec(token.norm) ?? [];
    const isWhole = token.end - token.start === unit.length + 1 + count.length;
    return unit !== '' && isWhole ? pieces(token, [unit, 'x', count]) : [token];
  });
}

function pieces(token: Token, norms: readonly string[]): Token[] {
  let start = token.start;
  return norms.map((norm, i) => {
    const end = start + norm.length;
    const kind = /^\d/.test(norm) ? 'number' : norm === '/' || norm === '.' ? 'punctuation' : 'word';
    const piece: Token = { ...token, start, end, norm, lower: norm, kind };
    start = end;
    return i === 0 ? piece : { ...piece, spaces: 0, breaks: 0, joined: false };
  });
}
