/** Finds the phrases of a language's rows in a sentence: one bounded trie walk from every token. */

import type { Language } from '../domain/language.js';
import type { Token } from '../text/token.js';
import type { ClassMatch, WordIndex } from '../text/words.js';
import { type DateRange, dateAt, MONTH, yearRange } from './dates.js';
import { meets } from './phrase.js';
import { COUNT_CLASSES, durationAt, numberAt, yearAt } from './quantity.js';
import type { CompiledRow, ExactWords, PhraseTrie, TrieNode } from './trie.js';

/** The tokens [from, to) that a gap of a phrase took; none when from is to. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** A phrase found at tokens [from, to). */
export interface Match {
  readonly compiled: CompiledRow;
  readonly from: number;
  readonly to: number;
  /** In the order of the phrase. */
  readonly gaps: readonly Gap[];
  readonly date: DateRange | null;
}

const NO_GAPS: readonly Gap[] = [];

/** What the walk reads. */
export interface MatchSource {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly words: WordIndex;
  readonly language: Language;
  /** Whether the note has accents at all. */
  readonly accented: boolean;
  /** Whether the dates of the note are shifted far ahead. */
  readonly shifted: boolean;
}

/** Every match that starts in tokens [from, to) and ends before `limit`, in order of their start. */
export function findMatches(
  source: MatchSource,
  { root, openers }: PhraseTrie,
  from: number,
  to: number,
  limit: number,
): Match[] {
  const walk: Walk = { source, limit, start: from, first: 0, found: [] };
  for (let at = from; at < to; at++) {
    const token = source.tokens[at];
    if (token === undefined || !openers.has(token)) continue;
    walk.start = at;
    walk.first = walk.found.length;
    step(walk, root, at, NO_GAPS, null);
  }
  return walk.found;
}

/** The state of one walk: where it started, what it has found since `first`. */
interface Walk {
  readonly source: MatchSource;
  readonly limit: number;
  start: number;
  first: number;
  readonly found: Match[];
}

/** Takes what a node has at a token. @param gaps passed on the way, and the date, if any */
function step(walk: Walk, node: TrieNode, at: number, gaps: readonly Gap[], date: DateRange | null): void {
  for (const compiled of node.rows) accept(walk, compiled, at, gaps, date);
  const token = walk.source.tokens[at];
  if (!token || at >= walk.limit) return;
  const next = node.words.get(token.norm);
  if (next) step(walk, next, at + 1, gaps, date);
  if (node.exact !== null) stepExact(walk, node.exact, token, at, gaps, date);
  if (node.classes.size > 0 || hasQuantities(node)) stepClasses(walk, node, token, at, gaps, date);
  for (const gap of node.gaps) stepGap(walk, gap.most, gap.node, at, gaps, date);
}

/** The shortest gap and the longest class word win: the walk meets them first. */
function accept(walk: Walk, compiled: CompiledRow, at: number, gaps: readonly Gap[], date: DateRange | null): void {
  const { found } = walk;
  for (let i = walk.first; i < found.length; i++) if (found[i]?.compiled === compiled) return;
  found.push({ compiled, from: walk.start, to: at, gaps, date });
}

function stepExact(
  walk: Walk,
  { lower, surface, bare, joined, joining }: ExactWords,
  token: Token,
  at: number,
  gaps: readonly Gap[],
  date: DateRange | null,
): void {
  const { text, tokens, accented } = walk.source;
  const go = (next: TrieNode | undefined) => next && step(walk, next, at + 1, gaps, date);
  if (lower.size > 0) go(lower.get(token.lower));
  if (surface.size > 0) go(surface.get(text.slice(token.start, token.end)));
  if (!accented && bare.size > 0) go(bare.get(token.norm));
  if (token.joined) go(joined.get(token.norm));
  if (joining.size > 0 && tokens[at + 1]?.joined) go(joining.get(token.norm));
}

function hasQuantities({ number, year, date, durations }: TrieNode): boolean {
  return number !== null || year !== null || date !== null || durations.length > 0;
}

/** Words of classes at a token, and the quantities, which begin with a number or with such a word. */
function stepClasses(
  walk: Walk,
  node: TrieNode,
  token: Token,
  at: number,
  gaps: readonly Gap[],
  date: DateRange | null,
): void {
  const { tokens, words } = walk.source;
  const found = words.matchesAt(tokens, at, walk.limit);
  for (const match of found) {
    const next = node.classes.get(match.class);
    if (next) step(walk, next, at + match.length, gaps, date);
  }
  if (token.kind === 'number' || found.some(opensQuantity)) stepQuantities(walk, node, at, gaps, date);
}

function opensQuantity(match: ClassMatch): boolean {
  return COUNT_CLASSES.has(match.class) || match.class === MONTH;
}

function stepQuantities(walk: Walk, node: TrieNode, at: number, gaps: readonly Gap[], date: DateRange | null): void {
  const { source, limit } = walk;
  const { tokens, words } = source;
  if (node.number) {
    const number = numberAt(tokens, at, limit, words);
    if (number) step(walk, node.number, at + number.length, gaps, date);
  }
  if (node.year) {
    const year = yearAt(tokens, at, source.shifted);
    if (year !== null) step(walk, node.year, at + 1, gaps, yearRange(year));
  }
  if (node.date) {
    const found = dateAt(tokens, at, limit, words, source.language);
    if (found) step(walk, node.date, at + found.length, gaps, found);
  }
  if (node.durations.length > 0) stepDuration(walk, node, at, gaps, date);
}

function stepDuration(walk: Walk, node: TrieNode, at: number, gaps: readonly Gap[], date: DateRange | null): void {
  const { source, limit } = walk;
  const duration = durationAt(source.tokens, at, limit, source.words);
  if (!duration) return;
  for (const edge of node.durations)
    if (meets(edge.test, duration.value)) step(walk, edge.node, at + duration.length, gaps, date);
}

/** Tries every length of a gap, shortest first; a gap never crosses a full stop or semicolon. */
function stepGap(
  walk: Walk,
  most: number,
  node: TrieNode,
  from: number,
  gaps: readonly Gap[],
  date: DateRange | null,
): void {
  const { tokens } = walk.source;
  for (let to = from; to <= from + most && to < walk.limit; to++) {
    const token = tokens[to];
    if (token === undefined) return;
    if (mayTake(node, token)) step(walk, node, to, [...gaps, { from, to }], date);
    if (token.norm === '.' || token.norm === ';') return;
  }
}

/** Whether what stands behind a gap may begin with a token; mostly it is one word, and another one. */
function mayTake(node: TrieNode, { norm }: Token): boolean {
  if (node.words.has(norm) || node.exact !== null) return true;
  return node.classes.size > 0 || node.gaps.length > 0 || hasQuantities(node);
}
