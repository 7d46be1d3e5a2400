/** Sentences of a note: full stops, headings, list items, labels and hard-wrapped lines. */

import { LANGUAGES, type Language } from '../domain/language.js';
import { colonAfter, type HeadingMatch, type HeadingRule, isUpperCaseRun } from './heading.js';
import { enumeratorLength, type Line } from './line.js';
import { type Steps, TOKENS_A_STEP } from './steps.js';
import { beginsSmall, endsSentence, isLostBreak, type Style } from './stop.js';
import { headsBelow } from './subheading.js';
import type { Token } from './token.js';
import type { Vocabulary } from './vocabulary.js';
import { WrapTest } from './wrap.js';

/** A sentence before its language and section are known: tokens [from, to). */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly kind: 'body' | 'heading' | 'lead-in';
  /** Index of the first piece of its line. */
  readonly line: number;
  readonly leadIn: number | null;
  /** The rule of a heading; null for a heading that the lexicon does not have, and for other pieces. */
  readonly rule: HeadingRule | null;
}

const MAX_HEADING = 7;
const MAX_LABEL = 6;
/** A heading in capitals has a word this long; shorter ones are abbreviations. */
const MIN_HEADING_WORD = 5;
/** A line of a list without markers has at most this many tokens. */
const MAX_PLAIN_ITEM = 8;

/** Cuts the lines of a note into sentences, in steps; linear in the tokens. */
export function cutSentences(
  text: string,
  tokens: readonly Token[],
  lines: readonly Line[],
  languages: readonly Language[],
  vocabulary: Vocabulary,
): Steps<Piece[]> {
  return new SentenceCutter(text, tokens, lines, languages, vocabulary).run();
}

/** The state of one walk over the lines of a note. */
class SentenceCutter {
  private readonly pieces: Piece[] = [];
  private readonly wrap: WrapTest;
  private readonly style: Style;
  private start = 0;
  private line = 0;
  private enumerator = 0;
  private leadIn: { index: number; plain: boolean; started: boolean } | null = null;
  private item: number | null = null;
  /** Whether the last heading of the lexicon had its text on its own line, so that labels below are its siblings. */
  private inlineHeading = false;
  /** What the section that goes on is; empty below a heading that the lexicon does not have. */
  private section = '';
  private steps = 0;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
    private readonly lines: readonly Line[],
    private readonly languages: readonly Language[],
    private readonly vocabulary: Vocabulary,
  ) {
    const small = beginsSmall(tokens, (at) => this.isOf('ABBREV', at) || this.isOf('SHORTHAND', at));
    // Shorthand has a full stop of its own where short words end sentences.
    const isAbbreviation = (at: number) => this.isOf('ABBREV', at) || (small && this.isOf('SHORTHAND', at));
    const isAnswer = (at: number) => LANGUAGES.some((language) => vocabulary.words[language].is('ANSWER', tokens, at));
    this.style = { small, isAbbreviation, isAnswer };
    this.wrap = new WrapTest(text, tokens, lines, languages, vocabulary);
  }

  *run(): Steps<Piece[]> {
    let wrapped = false;
    for (const [i, line] of this.lines.entries()) {
      if (!wrapped) this.beginLine(line);
      yield* this.cutLine(line, i, wrapped ? line.from : line.body, wrapped);
      wrapped = this.wrap.isWrap(i + 1);
      if (!wrapped) this.close(line.to, this.endsOpen(line) ? 'lead-in' : 'body');
    }
    return this.pieces;
  }

  private beginLine(line: Line): void {
    this.start = line.body;
    this.line = this.pieces.length;
    this.enumerator = line.body > line.from ? this.numberOf(line.from) : 0;
    this.item = this.itemOf(line);
  }

  private *cutLine(line: Line, index: number, from: number, wrapped: boolean): Steps<void> {
    for (let at = from; at < line.to; ) {
      if (++this.steps % TOKENS_A_STEP === 0) yield;
      const alone = at === this.start && (at > from || !wrapped);
      const heading = this.mayHead(at, from, line) ? this.headingAt(at, line, index, alone) : 0;
      if (heading > 0) at = heading;
      else {
        if (this.isWide(at, from) && at !== this.start && this.opensKey(at) && this.labelEnd(at, line.to) > 0)
          this.close(at, 'body');
        at = this.step(at, line);
      }
    }
  }

  /** Whether a heading may begin at a token: at the start of a piece, behind a wide space, where one like the last one goes on. */
  private mayHead(at: number, from: number, line: Line): boolean {
    return at === this.start || this.isWide(at, from) || this.siblingAt(at, line);
  }

  private isWide(at: number, from: number): boolean {
    return at > from && (this.tokens[at] as Token).spaces >= 2;
  }

  /** Whether a word behind a wide gap begins a key, and does not go on with one: "Risks  quoted: stroke". */
  private opensKey(at: number): boolean {
    const { capital } = this.tokens[at] as Token;
    return capital || this.tokens[at - 1]?.kind !== 'word' || this.style.isAnswer(at - 1);
  }

  /** Takes one token: cuts after it where a sentence ends, and before an enumerator that goes on counting. */
  private step(at: number, line: Line): number {
    const marker = this.countedEnumerator(at, line.to);
    if (marker > 0 && at > this.start) {
      this.close(at, 'body');
      this.start = at + marker;
      return this.start;
    }
    if (at + 1 < line.to && this.endsAt(at)) {
      this.close(at + 1, 'body');
      this.skipEnumerator(line.to);
      return this.start;
    }
    return at + 1;
  }

  private endsAt(at: number): boolean {
    const { text, tokens, start, style } = this;
    return isLostBreak(tokens, at, style) || endsSentence(text, tokens, at, start, style);
  }

  /** Closes a heading that starts at `at` and returns the token after it; 0 where none starts. */
  private headingAt(at: number, line: Line, index: number, alone: boolean): number {
    const { text, tokens, vocabulary } = this;
    const match: HeadingMatch | null = vocabulary.headings.find(text, tokens, at, line.to, this.languages, alone);
    const unknown = match ? 0 : this.unknownHeading(at, line, index, alone);
    const to = match?.to ?? unknown;
    if (to === 0) return 0;
    this.close(at, 'body');
    this.leadIn = null;
    this.item = null;
    this.inlineHeading = to < line.to;
    this.section = match?.rule.section ?? '';
    this.close(to, 'heading', match?.rule ?? null);
    this.skipEnumerator(line.to);
    return this.start;
  }

  /** Whether a heading of the lexicon with its colon stands inside a line that another one opens ("CC: cough HPI: fever"). */
  private siblingAt(at: number, line: Line): boolean {
    const token = this.tokens[at] as Token;
    if (!token.capital || this.pieces[this.line]?.kind !== 'heading') return false;
    // Where line breaks were lost on the way, a full stop or a comma stands right before a heading.
    if (token.spaces === 0 && !'.,'.includes(this.tokens[at - 1]?.norm ?? ' ')) return false;
    const match = this.vocabulary.headings.find(this.text, this.tokens, at, line.to, this.languages, false);
    return match !== null && this.tokens[match.to - 1]?.norm === ':';
  }

  /** The end of a heading that the lexicon does not have; 0 for none. */
  private unknownHeading(at: number, line: Line, index: number, alone: boolean): number {
    const { tokens } = this;
    if (!(tokens[at] as Token).capital) return 0;
    const label = this.labelEnd(at, line.to);
    const known = this.vocabulary.hasTrigger;
    if (label > 0) {
      const last = label >= line.to;
      if (known(tokens, at, label) || (!last && !this.inlineHeading)) return 0;
      return last && !alone ? 0 : label;
    }
    if (!alone || line.body > line.from || at > line.from) return 0;
    const isHeading = this.isCapitalHeading(line, index) && !known(tokens, at, line.to);
    return isHeading || this.isSubheading(line, index) ? line.to : 0;
  }

  /** Whether a short line without colon heads what stands below it. */
  private isSubheading(line: Line, index: number): boolean {
    const next = this.lines[index + 1];
    const isBelowText = this.pieces.at(-1)?.kind === 'body';
    return (
      next !== undefined &&
      headsBelow(this.tokens, line, next, this.section, isBelowText, (name, at) => this.isOf(name, at)) &&
      !this.opensDoubt(line)
    );
  }

  /** Whether the first words of a line deny or doubt what stands behind them. */
  private opensDoubt({ from, to }: Line): boolean {
    for (let at = from; at < to && at < from + MAX_LABEL; at++)
      if (this.vocabulary.endsInCue(this.tokens, from, at + 1)) return true;
    return false;
  }

  /** A short line in capitals above a line that is not: "MODE DE VIE", but not "HTA" nor a line of a note in capitals. */
  private isCapitalHeading(line: Line, index: number): boolean {
    const { text, tokens } = this;
    const next = this.lines[index + 1];
    if (!next || line.to - line.from > MAX_HEADING || !isUpperCaseRun(text, tokens, line.from, line.to)) return false;
    if (isUpperCaseRun(text, tokens, next.from, next.to)) return false;
    const own = tokens.slice(line.from, line.to);
    return (
      own.some((token) => token.kind === 'word' && token.norm.length >= MIN_HEADING_WORD) &&
      !own.some((token) => '.,;?'.includes(token.norm))
    );
  }

  /** The token after the colon of a label ("Respiratory system:") that starts at `at`; 0 for none. */
  private labelEnd(at: number, to: number): number {
    const limit = Math.min(to, at + MAX_LABEL);
    let end = at;
    while (end < limit && this.isInLabel(end, at)) end++;
    const norm = this.tokens[end]?.norm;
    return end > at && end < limit && (norm === ':' || norm === '(') ? colonAfter(this.tokens, end, to) : 0;
  }

  /** Whether a label that starts at `begin` goes on with a token. */
  private isInLabel(at: number, begin: number): boolean {
    const token = this.tokens[at] as Token;
    if (token.kind === 'punctuation' && !"/'&+".includes(token.norm)) return false;
    return at === begin || token.spaces < 2;
  }

  /** The length of an inline enumerator that opens an item: the next number of a count that the line has begun. */
  private countedEnumerator(at: number, to: number): number {
    const number = this.numberOf(at);
    if (number === 0) return 0;
    const length = enumeratorLength(this.text, this.tokens, at, to);
    if (length === 0 || (number > 1 && number !== this.enumerator + 1)) return 0;
    const opens = number > 1 || this.tokens[at - 1]?.norm === ':';
    if (opens) this.enumerator = number;
    return opens ? length : 0;
  }

  private skipEnumerator(to: number): void {
    const length = enumeratorLength(this.text, this.tokens, this.start, to);
    if (length === 0) return;
    this.enumerator = this.numberOf(this.start);
    this.start += length;
  }

  private numberOf(at: number): number {
    const token = this.tokens[this.tokens[at]?.norm === '(' ? at + 1 : at];
    return token?.kind === 'number' && token.norm.length <= 2 ? Number(token.norm) : 0;
  }

  private isOf(name: string, at: number): boolean {
    return this.languages.some((language) => this.vocabulary.words[language].is(name, this.tokens, at));
  }

  /** Whether a line ends with the colon of a lead-in. */
  private endsOpen(line: Line): boolean {
    return this.tokens[line.to - 1]?.norm === ':' && this.start < line.to;
  }

  /** The lead-in of a list item: the items below it, up to a blank line or a line of another kind. */
  private itemOf(line: Line): number | null {
    const leadIn = this.leadIn;
    if (!leadIn) return null;
    const last = this.tokens[line.to - 1] as Token;
    const plain = !line.bullet && line.to - line.body <= MAX_PLAIN_ITEM && last.norm !== '.';
    const continues = leadIn.started
      ? !line.afterBlank && leadIn.plain === plain && (plain || line.bullet)
      : line.bullet || (plain && !line.afterBlank);
    if (!continues) {
      this.leadIn = null;
      return null;
    }
    leadIn.plain = plain;
    leadIn.started = true;
    return leadIn.index;
  }

  private close(to: number, kind: Piece['kind'], rule: HeadingRule | null = null): void {
    const from = this.start;
    this.start = to;
    if (from >= to) return;
    const leadIn = kind === 'body' ? this.item : null;
    this.pieces.push({ from, to, kind, line: Math.min(this.line, this.pieces.length), leadIn, rule });
    if (kind === 'lead-in') this.leadIn = { index: this.pieces.length - 1, plain: false, started: false };
  }
}
