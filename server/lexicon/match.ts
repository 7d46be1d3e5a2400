/** Finds the phrases of a language's rows in a sentence: one bounded trie walk from every token. */

import type { Language } from '../domain/language.js';
import type { Token } from '../text/token.js';
import type { WordIndex } from '../text/words.js';
import { type DateRange, dateAt, yearRange } from './dates.js';
import { meets } from './phrase.js';
import { durationAt, numberAt, yearAt } from './quantity.js';
import type { CompiledRow, TrieNode } from './trie.js';

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
}

/** Every match that starts in tokens [from, to) and ends before `limit`, in order of their start. */
export function findMatches(source: MatchSource, root: TrieNode, from: number, to: number, limit: number): Match[] {
  const walk: Walk = { source, limit, start: from, first: 0, found: [] };
  for (let at = from; at < to; at++) {
    walk.start = at;
    walk.first = walk.found.length;
    step(walk, root, { at, gaps: NO_GAPS, date: null });
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

/** How far a walk has come, and what it has passed. */
interface Path {
  readonly at: number;
  readonly gaps: readonly Gap[];
  readonly date: DateRange | null;
}

function step(walk: Walk, node: TrieNode, path: Path): void {
  for (const compiled of node.rows) accept(walk, compiled, path);
  const { tokens, words } = walk.source;
  const { at } = path;
  const token = tokens[at];
  if (!token || at >= walk.limit) return;
  if (node.words.size > 0) go(walk, node.words.get(token.norm), path, 1);
  if (node.exact.size > 0) for (const key of exactKeys(walk.source, at)) go(walk, node.exact.get(key), path, 1);
  if (node.classes.size > 0) {
    for (const found of words.matchesAt(tokens, at, walk.limit))
      go(walk, node.classes.get(found.class), path, found.length);
  }
  stepQuantities(walk, node, path);
  for (const gap of node.gaps) stepGap(walk, gap.most, gap.node, path);
}

function go(walk: Walk, next: TrieNode | null | undefined, path: Path, length: number, date = path.date): void {
  if (next) step(walk, next, { at: path.at + length, gaps: path.gaps, date });
}

/** The shortest gap and the longest class word win: the walk meets them first. */
function accept(walk: Walk, compiled: CompiledRow, { at, gaps, date }: Path): void {
  const { found } = walk;
  for (let i = walk.first; i < found.length; i++) if (found[i]?.compiled === compiled) return;
  found.push({ compiled, from: walk.start, to: at, gaps, date });
}

function stepQuantities(walk: Walk, node: TrieNode, path: Path): void {
  const { source, limit } = walk;
  const { tokens, words } = source;
  if (node.number) {
    const number = numberAt(tokens, path.at, limit, words);
    if (number) go(walk, node.number, path, number.length);
  }
  if (node.year) {
    const year = yearAt(tokens, path.at);
    if (year !== null) go(walk, node.year, path, 1, yearRange(year));
  }
  if (node.date) {
    const date = dateAt(tokens, path.at, limit, words, source.language);
    if (date) go(walk, node.date, path, date.length, date);
  }
  if (node.durations.length > 0) stepDuration(walk, node, path);
}

function stepDuration(walk: Walk, node: TrieNode, path: Path): void {
  const { source, limit } = walk;
  const duration = durationAt(source.tokens, path.at, limit, source.words);
  if (!duration) return;
  for (const edge of node.durations) if (meets(edge.test, duration.value)) go(walk, edge.node, path, duration.length);
}

/** Tries every length of a gap, shortest first; a gap never crosses a full stop or semicolon. */
function stepGap(walk: Walk, most: number, node: TrieNode, path: Path): void {
  const { tokens } = walk.source;
  for (let length = 0; length <= most && path.at + length <= walk.limit; length++) {
    if (length > 0) {
      const norm = tokens[path.at + length - 1]?.norm;
      if (norm === '.' || norm === ';' || norm === undefined) return;
    }
    const to = path.at + length;
    step(walk, node, { at: to, gaps: [...path.gaps, { from: path.at, to }], date: path.date });
  }
}

function exactKeys(source: MatchSource, at: number): string[] {
  const token = source.tokens[at] as Token;
  const keys = [`~${token.lower}`, `=${source.text.slice(token.start, token.end)}`];
  if (!source.accented) keys.push(`^${token.norm}`);
  if (token.joined) keys.push(`<${token.norm}`);
  if (source.tokens[at + 1]?.joined) keys.push(`>${token.norm}`);
  return keys;
}
