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
/** Of the function words only the short ones leave a sentence open before a capital ("par", not "connue"). */
const MAX_PREPOSITION = 4;
const MAX_LABEL = 2;
const ENDS = '.!?;:…';
/** A sentence is open after these classes; after FUNCTION only where the line is long or goes on in lower case. */
const OPEN_CLASSES = new Set(['DETERMINER', 'LINK', 'COORD_AND', 'COORD_OR']);
const MAYBE_OPEN_CLASSES = new Set(['FUNCTION']);
const CONTINUING_CLASSES = new Set(['LINK', 'COORD_AND', 'COORD_OR']);

/** Answers for every line of one note whether it continues the line before it. */
export class WrapTest {
  private readonly widths: readonly number[];

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
    private readonly lines: readonly Line[],
    private readonly languages: readonly Language[],
    private readonly vocabulary: Vocabulary,
  ) {
    this.widths = blockWidths(tokens, lines);
  }

  /** Whether line `index` continues the sentence of the line before it. */
  isWrap(index: number): boolean {
    const line = this.lines[index];
    const before = this.lines[index - 1];
    if (!line || !before || startsAnew(line)) return false;
    const last = this.tokens[before.to - 1] as Token;
    const first = this.tokens[line.from] as Token;
    if (ENDS.includes(last.norm) || this.isBesideHeading(before, line)) return false;
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
    if (capital || first.kind === 'number') return maybeOpen && this.isFull(before);
    return maybeOpen || this.belongs(line.from, CONTINUING_CLASSES) || this.fillsWidth(index, before, first);
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

/** For each line the length of the longest line of its block; blank lines and list items part blocks. */
function blockWidths(tokens: readonly Token[], lines: readonly Line[]): number[] {
  const widths: number[] = new Array(lines.length).fill(0);
  for (let from = 0; from < lines.length; ) {
    let to = from + 1;
    let width = lineLength(tokens, lines[from] as Line);
    while (to < lines.length && !lines[to]?.afterBlank && !lines[to]?.bullet) {
      width = Math.max(width, lineLength(tokens, lines[to] as Line));
      to++;
    }
    widths.fill(width, from, to);
    from = to;
  }
  return widths;
}
