/** The clause structure of a sentence: commas, coordinators, terminators, brackets, seen from each token once. */

import type { Axis } from '../domain/axes.js';
import type { Note, Sentence } from '../text/note.js';
import type { Token } from '../text/token.js';
import type { WordIndex } from '../text/words.js';
import type { Terminator } from './prune.js';

export const NOTHING = 0;
export const OR = 1;
export const AND = 2;

/** An uncoordinated list goes on only over items this short. */
const MAX_ITEM_WORDS = 4;
const COMPARISONS = '<>≤≥';
/** Tokens that a list with slashes may have. */
const MAX_SLASHED = 12;
/** Question marks in a row that count as one. */
const MAX_MARKS = 4;
/** Words that say something of an item: it is no mere item of a list then. */
const STATEMENT_CLASSES = new Set(['QUALIFIER', 'RESTART', 'SAY']);
const THINGLESS_CLASSES = new Set(['FUNCTION', 'NONCLINICAL', 'PATIENT', 'QUALIFIER', 'RESTART', 'RESULT', 'SAY']);
const NAMELESS_CLASSES = new Set(['FUNCTION', 'KIN', 'NONCLINICAL', 'PATIENT', 'QUALIFIER', 'SAY']);
/** A submitted span of at most this many tokens is one thing: its commas and "and" part nothing. */
const MAX_OPAQUE = 6;

const KIND_OF_CLASS: Readonly<Record<string, number>> = { COORD_OR: OR, COORD_AND: AND };

/** What the scope walk asks about one sentence; token indexes are those of the note. */
export class Clause {
  readonly from: number;
  readonly to: number;
  private readonly kinds: Uint8Array;
  private readonly wordsBefore: Uint32Array;
  private readonly stops: Map<number, Terminator[]> = new Map();
  private readonly opaque: Uint8Array;
  private readonly coordinators: [Uint8Array | null, Uint8Array | null] = [null, null];

  constructor(
    private readonly note: Note,
    sentence: Sentence,
    private readonly words: WordIndex,
    terminators: readonly Terminator[],
    spans: readonly { readonly from: number; readonly to: number }[],
    private readonly negators: ReadonlySet<number>,
  ) {
    this.from = sentence.from;
    this.to = sentence.to;
    const size = this.to - this.from;
    this.kinds = new Uint8Array(size + 1);
    this.wordsBefore = new Uint32Array(size + 1);
    this.opaque = new Uint8Array(size + 1);
    for (const span of spans) {
      if (span.to - span.from > MAX_OPAQUE) continue;
      for (let i = Math.max(span.from, this.from); i < Math.min(span.to, this.to); i++) this.opaque[i - this.from] = 1;
    }
    this.readTokens();
    for (const terminator of terminators) {
      for (let i = terminator.from; i < terminator.to; i++) {
        const list = this.stops.get(i);
        if (list) list.push(terminator);
        else this.stops.set(i, [terminator]);
      }
    }
  }

  token(at: number): Token {
    return this.note.tokens[at] as Token;
  }

  /** Words and numbers in tokens [from, to) of the sentence. */
  wordCount(from: number, to: number): number {
    return (this.wordsBefore[this.clamp(to)] as number) - (this.wordsBefore[this.clamp(from)] as number);
  }

  /**
   * The same without what stands between the first slash and the last: one answer is for all of "HIV/hep B/syphilis neg". It stands
   * right behind the last of them, so that "HTN/DM HIV neg" has none.
   */
  wordsOutsideSlashes(from: number, to: number): number {
    const words = this.wordCount(from, to);
    if (to - from > MAX_SLASHED) return words;
    const slashes = [];
    for (let at = from; at < to; at++) if (this.token(at).norm === '/') slashes.push(at);
    const [first = to, last = to] = [slashes[0], slashes.at(-1)];
    return this.wordCount(last, to) > 1 ? words : words - this.wordCount(first, last);
  }

  /** Whether a span begins at a token, or behind its article. */
  opensSpan(at: number): boolean {
    if (at >= this.to) return false;
    return (
      this.isOpaque(at) ||
      (at + 1 < this.to && this.words.is('DETERMINER', this.note.tokens, at) && this.isOpaque(at + 1))
    );
  }

  isComma(at: number): boolean {
    return this.token(at).norm === ',' && !this.isOpaque(at);
  }

  /** Whether a dash with space around it, or an arrow, parts the words before and after it. */
  isDash(at: number): boolean {
    const { norm, spaces } = this.token(at);
    if (this.isArrow(at)) return true;
    if (norm !== '-' || spaces === 0 || this.isOpaque(at)) return false;
    const next = at + 1 < this.to ? this.token(at + 1) : null;
    return next === null || next.spaces > 0 || next.norm === '-' || next.norm === '>';
  }

  /** Whether an arrow begins at a token, "→", "->" or "=>", which leads to what comes of something. */
  isArrow(at: number): boolean {
    const { norm } = this.token(at);
    if (norm === '→') return true;
    return (
      (norm === '-' || norm === '=') && at + 1 < this.to && this.token(at + 1).norm === '>' && this.isGlued(at + 1)
    );
  }

  /**
   * Whether a word may name a thing: no function word, nor one of no clinical idea, nor an adverb. Short words and those in capitals are
   * mostly tests, and what follows them is their result ("IgG non-immune").
   */
  mayName(at: number): boolean {
    const { kind, norm, start, end } = this.token(at);
    const written = this.note.text.slice(start, end);
    if (kind !== 'word' || norm.length < 4 || written === written.toUpperCase()) return false;
    return !/(?:ly|ement|amment|emment)$/.test(norm) && !this.belongs(at, NAMELESS_CLASSES);
  }

  /** The coordinator at a token: OR, AND or NOTHING. */
  coordinator(at: number): number {
    return this.isOpaque(at) ? NOTHING : (this.kinds[at - this.from] as number);
  }

  /** Whether a terminator of these classes, which does not begin inside the trigger [from, to), covers a token. */
  isStop(at: number, axis: Axis, bits: number, from = at, to = at): boolean {
    const here = this.stops.get(at);
    if (here === undefined || this.isOpaque(at)) return false;
    const isPart = (stop: Terminator) => from < stop.from && stop.from < to;
    return here.some((stop) => (stop.bits & bits) !== 0 && stop.axes.includes(axis) && !isPart(stop));
  }

  /** Whether a negation starts at a token. */
  isNegator(at: number): boolean {
    return this.negators.has(at);
  }

  /** Whether a token links the words around it, so that a scope to the left crosses it ("X with Y was suspected"). */
  isLink(at: number): boolean {
    return this.words.is('LINK', this.note.tokens, at);
  }

  /** The side that a question mark which ends at `to` leans to: "?PE" forward, "PE? " backward, null for both. */
  queryLean(to: number): 'forward' | 'backward' | null {
    const mark = this.token(to - 1);
    if (mark.norm !== '?') return null;
    let first = to - 1;
    while (first > this.from && to - first < MAX_MARKS && this.isGlued(first)) {
      const before = this.token(first - 1).norm;
      // "Cough/? flu" queries what follows; the reader of forms has made a comma of the slash.
      if (before === ',' && to < this.to) return 'forward';
      if (before !== '?') return 'backward';
      first--;
    }
    const next = to < this.to ? this.token(to) : null;
    return next && next.kind !== 'punctuation' && this.isGlued(to) ? 'forward' : null;
  }

  /** Whether tokens [from, to) hold neither punctuation nor a coordinator. */
  isUnbroken(from: number, to: number): boolean {
    for (let at = from; at < to; at++) {
      if (this.token(at).kind === 'punctuation' || this.coordinator(at) !== NOTHING) return false;
    }
    return true;
  }

  /** Whether a word or bracket tells what something was done for: "for Graves". */
  saysPurpose(at: number): boolean {
    return this.token(at).norm === '(' || this.words.is('PURPOSE', this.note.tokens, at);
  }

  isRestart(at: number): boolean {
    return at < this.to && this.words.is('RESTART', this.note.tokens, at, this.to);
  }

  isDeterminer(at: number): boolean {
    return at < this.to && this.words.is('DETERMINER', this.note.tokens, at, this.to);
  }

  /** Which coordinator ends the list that goes on at `at`; `strict` ends clauses at determiners too. */
  coordinatorAhead(at: number, strict: boolean): number {
    const index = strict ? 1 : 0;
    this.coordinators[index] ??= this.readCoordinators(strict);
    return at < this.to ? ((this.coordinators[index] as Uint8Array)[at - this.from] as number) : NOTHING;
  }

  /**
   * Whether the words from `at` to the next comma or coordinator are a short item: no measure in it but for a limit ("fever > 38"),
   * and, where something may be `stated`, no limit, qualifier nor verb.
   */
  isShortItem(at: number, stated = true): boolean {
    let words = 0;
    for (let i = at; i < this.to && !this.endsItem(i) && (words === 0 || this.coordinator(i) === NOTHING); i++) {
      const token = this.token(i);
      const limit = !stated && COMPARISONS.includes(this.token(i - 1).norm);
      if ((token.kind === 'number' && !limit) || (stated && this.belongs(i, STATEMENT_CLASSES))) return false;
      if (token.kind === 'word' && ++words > MAX_ITEM_WORDS) return false;
    }
    return words > 0;
  }

  /** Whether a word of a class starts at a token. */
  isOf(name: string, at: number): boolean {
    return at < this.to && this.words.is(name, this.note.tokens, at, this.to);
  }

  /** Whether an item ends before a token: the end of the sentence or punctuation stands there. */
  endsItemAt(at: number): boolean {
    return at >= this.to || this.endsItem(at);
  }

  /** Whether a new clause starts at a token: the start of the sentence, or after punctuation or a coordinator. */
  opensClause(at: number): boolean {
    if (at <= this.from) return true;
    return ',;(:-'.includes(this.token(at - 1).norm) || this.coordinator(at - 1) !== NOTHING;
  }

  /** How many tokens words of a class take at a token and before `to`; 0 where there are none. */
  lengthOf(name: string, at: number, to = this.to): number {
    return this.words.matchesAt(this.note.tokens, at, to).find((match) => match.class === name)?.length ?? 0;
  }

  /** Whether a word may be a thing, short words and those in capitals too. */
  isThing(at: number): boolean {
    return this.token(at).kind === 'word' && !this.isLink(at) && !this.belongs(at, THINGLESS_CLASSES);
  }

  private belongs(at: number, classes: ReadonlySet<string>): boolean {
    return this.words.matchesAt(this.note.tokens, at, this.to).some((match) => classes.has(match.class));
  }

  /** Whether nothing stands between a token and the one before. */
  private isGlued(at: number): boolean {
    return this.token(at).start === this.note.tokens[at - 1]?.end;
  }

  private endsItem(at: number): boolean {
    const { norm } = this.token(at);
    return norm === ',' || norm === ';' || norm === '.' || norm === ')';
  }

  /** Whether a token is part of a span short enough to be a name. */
  isOpaque(at: number): boolean {
    return this.opaque[at - this.from] === 1;
  }

  private clamp(at: number): number {
    return Math.min(Math.max(at - this.from, 0), this.to - this.from);
  }

  private readTokens(): void {
    for (let at = this.from; at < this.to; at++) {
      const i = at - this.from;
      const isWord = this.token(at).kind !== 'punctuation';
      this.wordsBefore[i + 1] = (this.wordsBefore[i] as number) + (isWord ? 1 : 0);
      const found = this.words.matchesAt(this.note.tokens, at, this.to);
      const coordinator = found.find((match) => match.class in KIND_OF_CLASS);
      if (coordinator !== undefined && this.kinds[i] === NOTHING)
        this.kinds.fill(KIND_OF_CLASS[coordinator.class] as number, i, i + coordinator.length);
    }
  }

  /** For each token the coordinator before the end of its clause, OR before AND; one pass from the right. */
  private readCoordinators(strict: boolean): Uint8Array {
    const ahead = new Uint8Array(this.to - this.from + 1);
    let seen = NOTHING;
    for (let at = this.to - 1; at >= this.from; at--) {
      const kind = this.coordinator(at);
      if (this.endsClause(at, strict)) seen = NOTHING;
      else if (kind !== NOTHING && !this.joinsNumbers(at) && seen !== OR) seen = kind;
      ahead[at - this.from] = seen;
    }
    return ahead;
  }

  /** Whether nothing behind a token belongs to its clause; with `strict` a determiner opens a statement too. */
  private endsClause(at: number, strict: boolean): boolean {
    if (this.token(at).norm === ';' || this.stops.has(at)) return true;
    const opens = this.isRestart(at + 1) || (strict && this.isDeterminer(at + 1));
    return opens && (this.coordinator(at) === AND || this.isComma(at));
  }

  private joinsNumbers(at: number): boolean {
    return this.note.tokens[at - 1]?.kind === 'number' && this.note.tokens[at + 1]?.kind === 'number';
  }
}
