/** Headings: which words at the start of a line or sentence open a section. */

import type { Language } from '../domain/language.js';
import { type Token, tokenize } from './token.js';

/** One heading of the lexicon; the rows of `section_rules` have this shape. */
export interface HeadingRule {
  readonly id: number;
  readonly language: Language;
  readonly heading: string;
  readonly section: string;
  readonly needs_colon: boolean;
}

/** A heading in a note: tokens [from, to), the colon included. */
export interface HeadingMatch {
  readonly rule: HeadingRule;
  readonly to: number;
}

interface Node {
  readonly next: Map<string, Node>;
  readonly rules: Partial<Record<Language, HeadingRule>>;
}

/** Tokens of a remark in brackets between a heading and its colon. */
const MAX_REMARK = 12;
/** Shorter lines in capitals are abbreviations. */
const MIN_CAPITALS = 4;
/** Tokens of the next line that tell whether the note is in capitals. */
const NEXT_TOKENS = 3;
const MARKUP = new Set(['*', '_', '#']);

/** The headings of both languages as a trie of folded words. */
export class HeadingIndex {
  private readonly root: Node = { next: new Map(), rules: {} };

  constructor(rules: readonly HeadingRule[]) {
    for (const rule of rules) {
      let node = this.root;
      for (const token of tokenize(rule.heading)) {
        const next: Node = node.next.get(token.norm) ?? { next: new Map(), rules: {} };
        node.next.set(token.norm, next);
        node = next;
      }
      if (node !== this.root) node.rules[rule.language] ??= rule;
    }
  }

  /**
   * The longest heading at a token, or null.
   *
   * @param to end of the line
   * @param alone whether the words may stand without colon: at the start of a line
   */
  find(
    text: string,
    tokens: readonly Token[],
    at: number,
    to: number,
    languages: readonly Language[],
    alone: boolean,
  ): HeadingMatch | null {
    let node: Node | undefined = this.root;
    let best: HeadingMatch | null = null;
    for (let end = at; end < to; ) {
      node = node.next.get((tokens[end] as Token).norm);
      if (!node) break;
      end++;
      const rule = ruleIn(node, languages);
      const close = rule ? headingEnd(text, tokens, at, end, to, rule, alone) : 0;
      if (rule && close > 0) best = { rule, to: close };
    }
    return best;
  }
}

function ruleIn({ rules }: Node, languages: readonly Language[]): HeadingRule | undefined {
  for (const language of languages) if (rules[language] !== undefined) return rules[language];
  return undefined;
}

/** Where a heading whose words end at `end` closes, colon included; 0 where the words are no heading here. */
function headingEnd(
  text: string,
  tokens: readonly Token[],
  at: number,
  end: number,
  to: number,
  rule: HeadingRule,
  alone: boolean,
): number {
  const colon = colonAfter(tokens, end, to);
  if (colon > 0) return colon;
  if (end >= to) return alone && (!rule.needs_colon || standsOut(text, tokens, at, end)) ? end : 0;
  if (rule.needs_colon) return 0;
  if (isRunBeforeSmall(text, tokens, at, end, to)) return end;
  return alone ? endWithoutColon(tokens, at, end) : 0;
}

/** The same for words at the start of a line that goes on without a colon. */
function endWithoutColon(tokens: readonly Token[], at: number, end: number): number {
  if (isSlashed(tokens, at, end)) return end;
  return isFreeDash(tokens, end) ? end + 1 : 0;
}

/** Whether a dash stands between spaces. */
function isFreeDash(tokens: readonly Token[], at: number): boolean {
  const dash = tokens[at];
  return dash?.norm === '-' && dash.spaces > 0 && (tokens[at + 1]?.spaces ?? 0) > 0;
}

/** Whether several words in capitals stand right before words that are not. */
function isRunBeforeSmall(text: string, tokens: readonly Token[], at: number, end: number, to: number): boolean {
  if (end - at < 2 || tokens[end]?.kind === 'punctuation') return false;
  return isUpperCaseRun(text, tokens, at, end) && !isUpperCaseRun(text, tokens, end, to);
}

/** Whether a heading is one abbreviation with a slash, which needs no colon to stand out: "O/E chest clear". */
function isSlashed(tokens: readonly Token[], at: number, end: number): boolean {
  return end === at + 1 && (tokens[at]?.norm.includes('/') ?? false);
}

/** Whether a line in capitals stands above one that is not. */
function standsOut(text: string, tokens: readonly Token[], at: number, end: number): boolean {
  const long = (tokens[end - 1] as Token).end - (tokens[at] as Token).start >= MIN_CAPITALS;
  const last = Math.min(tokens.length, end + NEXT_TOKENS);
  return long && isUpperCaseRun(text, tokens, at, end) && end < last && !isUpperCaseRun(text, tokens, end, last);
}

/** The token after the colon that follows `end`, past markup and one remark in brackets; 0 where there is none. */
export function colonAfter(tokens: readonly Token[], end: number, to: number): number {
  let at = end;
  while (at < to && MARKUP.has((tokens[at] as Token).norm)) at++;
  if (at < to && tokens[at]?.norm === '(') {
    const limit = Math.min(to, at + MAX_REMARK);
    while (at < limit && tokens[at]?.norm !== ')') at++;
    at++;
  }
  if (at >= to || tokens[at]?.norm !== ':') return 0;
  at++;
  // "Hx: # NOF" begins with a word.
  while (at < to && tokens[at]?.kind !== 'word' && MARKUP.has((tokens[at] as Token).norm)) at++;
  return at;
}

/** Whether tokens [from, to) hold words and all their letters are upper case. */
export function isUpperCaseRun(text: string, tokens: readonly Token[], from: number, to: number): boolean {
  let words = 0;
  for (let i = from; i < to; i++) {
    const token = tokens[i] as Token;
    if (token.kind !== 'word') continue;
    const surface = text.slice(token.start, token.end);
    if (surface !== surface.toUpperCase()) return false;
    words++;
  }
  return words > 0;
}
