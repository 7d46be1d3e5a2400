/** Whether the end of a line ends a sentence, or only wraps it. */

import type { Language } from '../domain/language.js';
import { OPEN_BOX, TICKED_BOX } from './boxes.js';
import { isUpperCaseRun } from './heading.js';
import { type Line, lineLength } from './line.js';
import type { Token } from './token.js';
import type { Vocabulary } from './vocabulary.js';

/** From this many characters on a line may have been wrapped by its width. */
const WRAP_WIDTH = 40;
/** A block of shorter lines is a list, not a wrapped paragraph. */
const MIN_BLOCK_WIDTH = 30;
/** In prose a line of so many characters is no item: "Has type 2 / diabetes and takes metformin". */
const MIN_PROSE_LINE = 12;
/** Of the function words only the short ones leave a sentence open before a capital ("par", not "connue"). */
const MAX_PREPOSITION = 4;
const MAX_LABEL = 2;
/** A full stop behind so few letters may be that of an abbreviation. */
const MAX_ABBREVIATION = 3;
const ENDS = '.!?;:…';
/** A sentence is open after these classes; after FUNCTION only where the line is long or goes on in lower case. */
const OPEN_CLASSES = new Set(['DETERMINER', 'LINK', 'COORD_AND', 'COORD_OR']);
const MAYBE_OPEN_CLASSES = new Set(['FUNCTION']);
const CONTINUING_CLASSES = new Set(['LINK', 'COORD_AND', 'COORD_OR', 'COPULA']);

/** Answers for every line of one note whether it continues the line before it. */
export class WrapTest {
  private readonly widths: readonly number[];
  private readonly prose: readonly boolean[];

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
    private readonly lines: readonly Line[],
    private readonly languages: readonly Language[],
    private readonly vocabulary: Vocabulary,
  ) {
    const blocks = blocksOf(lines);
    const ofLines = <T>(of: (block: readonly Line[]) => T) =>
      blocks.flatMap((block) => new Array<T>(block.length).fill(of(block)));
    this.widths = ofLines((block) => Math.max(...block.map((line) => lineLength(tokens, line))));
    this.prose = ofLines((block) => block.some((line) => carriesOn(tokens, line)));
  }

  /** Whether line `index` continues the sentence of the line before it. */
  isWrap(index: number): boolean {
    const line = this.lines[index];
    const before = this.lines[index - 1];
    if (!line || !before || startsAnew(line)) return false;
    const last = this.tokens[before.to - 1] as Token;
    const first = this.tokens[line.from] as Token;
    if (ENDS.includes(last.norm) || this.isBesideHeading(before, line)) return false;
    if (this.isRow(before) || this.isRow(line)) return false;
    if (hasGaps(this.tokens, before) && hasGaps(this.tokens, line)) return false;
    if (endsSign(this.tokens, line)) return this.isFull(before);
    if (isForm(first, this.tokens[line.from + 1]) || isForm(last, undefined)) return false;
    if (first.kind === 'punctuation') return ',)%/'.includes(first.norm) || this.isFull(before);
    if (this.leavesOpen(before, last)) return true;
    return !this.opensLabel(line) && this.goesOn(index, before, line, last, first);
  }

  private leavesOpen(before: Line, last: Token): boolean {
    return last.norm === ',' || this.belongs(before.to - 1, OPEN_CLASSES);
  }

  /** Whether a line of words goes on with the one before it, by the words on both sides of the break. */
  private goesOn(index: number, before: Line, line: Line, last: Token, first: Token): boolean {
    // In a note in capitals a capital says nothing, except below a list item.
    const capitals = !before.bullet && isUpperCaseRun(this.text, this.tokens, before.body, before.to);
    const capital = first.capital && !capitals;
    const maybeOpen = this.belongs(before.to - 1, MAYBE_OPEN_CLASSES);
    if (capital && this.vocabulary.endsInCue(this.tokens, before.body, before.to)) return true;
    if (capital && last.norm.length > MAX_PREPOSITION) return false;
    if (capital) return maybeOpen && this.isFull(before);
    if (this.isProse(index, before)) return true;
    if (first.kind === 'number') return maybeOpen && this.isFull(before);
    return maybeOpen || this.belongs(line.from, CONTINUING_CLASSES) || this.fillsWidth(index, before, first);
  }

  /** Whether the line before is of a paragraph, wherever that was wrapped, and too long to be an item. */
  private isProse(index: number, before: Line): boolean {
    return (this.prose[index] ?? false) && lineLength(this.tokens, before) >= MIN_PROSE_LINE;
  }

  /** Whether a bar stands between the words of a line. */
  private isRow({ from, to }: Line): boolean {
    const [first, last] = [this.tokens[from] as Token, this.tokens[to - 1] as Token];
    return this.text.slice(first.start, last.end).includes('|');
  }

  private isFull(line: Line): boolean {
    return lineLength(this.tokens, line) >= WRAP_WIDTH;
  }

  /** Whether the next word would not have fitted on the line before: then the line was wrapped, else it ends by itself. */
  private fillsWidth(index: number, before: Line, first: Token): boolean {
    const length = lineLength(this.tokens, before);
    const width = this.widths[index] ?? 0;
    return width >= MIN_BLOCK_WIDTH && length + 1 + (first.end - first.start) > width;
  }

  /** Whether a heading is all of the line before, or opens the next one. */
  private isBesideHeading(before: Line, line: Line): boolean {
    return this.opensHeading(line) || this.opensHeading(before, true);
  }

  /** Whether a line starts with a heading; with `whole`, whether it is nothing else. */
  private opensHeading(line: Line, whole = false): boolean {
    const { text, tokens, vocabulary, languages } = this;
    const heading = vocabulary.headings.find(text, tokens, line.body, line.to, languages, true);
    return heading !== null && (!whole || heading.to === line.to);
  }

  /** Whether a line starts with one or two words and a colon: "PROJET : suivi". */
  private opensLabel({ from, to }: Line): boolean {
    const colon = this.tokens.slice(from, Math.min(to, from + MAX_LABEL + 1)).findIndex(({ norm }) => norm === ':');
    return colon > 0 && this.tokens.slice(from, from + colon).every(({ kind }) => kind === 'word');
  }

  private belongs(at: number, classes: ReadonlySet<string>): boolean {
    return this.languages.some((language) =>
      this.vocabulary.words[language].matchesAt(this.tokens, at, at + 1).some((match) => classes.has(match.class)),
    );
  }
}

/** Whether a blank line or a sign at its start parts a line from the one before it. */
function startsAnew({ bullet, afterBlank, from, body }: Line): boolean {
  return bullet || afterBlank || body > from;
}

/** Whether a line has wide gaps between words, as a row of a table without bars has. */
function hasGaps(tokens: readonly Token[], { body, to }: Line): boolean {
  return tokens.slice(body + 1, to).some(({ spaces }) => spaces > 1);
}

/** Whether a token is a check box or opens a sign in brackets, with what it says for itself. */
function isForm({ norm }: Token, next: Token | undefined): boolean {
  if (norm === OPEN_BOX || norm === TICKED_BOX) return true;
  return norm === '(' && (next?.norm === '+' || next?.norm === '-');
}

/** Whether a line starts with a sign in brackets that ends an item, so that it says something of the line before: "(-), tremor (+)". */
function endsSign(tokens: readonly Token[], { from, to }: Line): boolean {
  const [open, , close] = [tokens[from], tokens[from + 1], tokens[from + 2]];
  const next = tokens[from + 3];
  return open?.norm === '(' && close?.norm === ')' && from + 3 < to && ',.;'.includes(next?.norm ?? ' ');
}

/** Lines that stand together; blank lines and list items part them. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [];
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line.afterBlank || line.bullet) blocks.push([]);
    blocks.at(-1)?.push(line);
  }
  return blocks;
}

/** Whether a sentence that began on the line before ends inside of a line, and another begins there: no list does that, but a paragraph. */
function carriesOn(tokens: readonly Token[], { from, to }: Line): boolean {
  if (tokens[from]?.capital || tokens[from]?.kind === 'punctuation') return false;
  for (let at = from + 1; at < to - 1; at++) {
    const [word, stop, next] = [tokens[at - 1] as Token, tokens[at] as Token, tokens[at + 1] as Token];
    const isStop = '.!?'.includes(stop.norm) && stop.start === word.end && next.start > stop.end;
    if (isStop && word.kind === 'word' && word.norm.length > MAX_ABBREVIATION && next.capital) return true;
  }
  return false;
}
