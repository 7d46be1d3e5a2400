/** The phrases of one language as a trie over tokens: matching costs no more with more rows. */

import type { TriggerRow } from '../db/tables.js';
import { AXES, type Axis } from '../domain/axes.js';
import type { Openers } from './openers.js';
import type { DurationTest, Element, WordElement } from './phrase.js';

/** A row as the engine uses it. */
export interface CompiledRow {
  readonly row: TriggerRow;
  /** Bits of the terminator classes that end its scope. */
  readonly stops: number;
  /** The bit of the class of a terminator. */
  readonly terminates: number;
  /** Axes that a pseudo or terminator acts on. */
  readonly axes: readonly Axis[];
  /** Whether the phrase has a year or a date, to be judged against the date of the note. */
  readonly dated: boolean;
  /** Whether the phrase has a content word, so that a bare year in it belongs to an event. */
  readonly event: boolean;
}

/** Words whose accents, case or hyphen count, by how they are compared. */
export interface ExactWords {
  /** By their lower case, with accents. */
  readonly lower: Map<string, TrieNode>;
  /** By their very characters. */
  readonly surface: Map<string, TrieNode>;
  /** By their folded form, in notes that have no accents at all. */
  readonly bare: Map<string, TrieNode>;
  /** By their folded form, where a hyphen joins them to the token before. */
  readonly joined: Map<string, TrieNode>;
  /** The same to the token after. */
  readonly joining: Map<string, TrieNode>;
}

export interface TrieNode {
  readonly words: Map<string, TrieNode>;
  /** Null where there are none, as mostly. */
  exact: ExactWords | null;
  readonly classes: Map<string, TrieNode>;
  readonly durations: { readonly test: DurationTest | null; readonly node: TrieNode }[];
  readonly gaps: { readonly most: number; readonly node: TrieNode }[];
  number: TrieNode | null;
  year: TrieNode | null;
  date: TrieNode | null;
  readonly rows: CompiledRow[];
}

/** All phrases of a language. */
export interface PhraseTrie {
  readonly root: TrieNode;
  readonly openers: Openers;
}

export function newNode(): TrieNode {
  return {
    words: new Map(),
    exact: null,
    classes: new Map(),
    durations: [],
    gaps: [],
    number: null,
    year: null,
    date: null,
    rows: [],
  };
}

/** Adds a row under its phrase. */
export function addToTrie(root: TrieNode, elements: readonly Element[], compiled: CompiledRow): void {
  let node = root;
  for (const element of elements) node = child(node, element, compiled.row);
  node.rows.push(compiled);
}

/** The axes that a row's axis column names. */
export function axesOf(axis: Axis | '*'): readonly Axis[] {
  return axis === '*' ? AXES : [axis];
}

function child(node: TrieNode, element: Element, row: TriggerRow): TrieNode {
  switch (element.type) {
    case 'word':
      return wordChild(node, element, row);
    case 'class':
      return entry(node.classes, element.name);
    case 'duration':
      return durationChild(node, element.test);
    case 'gap':
      return gapChild(node, element.most);
    default:
      node[element.type] ??= newNode();
      return node[element.type] as TrieNode;
  }
}

function wordChild(node: TrieNode, element: WordElement, row: TriggerRow): TrieNode {
  if (!row.case_sensitive && !row.accent_sensitive && element.glue === null) return entry(node.words, element.norm);
  node.exact ??= { lower: new Map(), surface: new Map(), bare: new Map(), joined: new Map(), joining: new Map() };
  return exactChild(node.exact, element, row);
}

function exactChild(exact: ExactWords, element: WordElement, row: TriggerRow): TrieNode {
  if (row.case_sensitive) return entry(exact.surface, element.surface);
  if (!row.accent_sensitive) return entry(element.glue === 'before' ? exact.joined : exact.joining, element.norm);
  const next = entry(exact.lower, element.lower);
  bareTwin(exact, element, next);
  return next;
}

/** Below this length an accent makes another word, in notes without accents too ("a" and "à"). */
const MIN_BARE_WORD = 4;

/** Adds the unaccented twin of an accented word, for notes that have no accents at all. */
function bareTwin(exact: ExactWords, { norm, lower }: WordElement, next: TrieNode): void {
  if (norm.length >= MIN_BARE_WORD && lower !== norm) exact.bare.set(norm, next);
}

function entry(map: Map<string, TrieNode>, key: string): TrieNode {
  let node = map.get(key);
  if (!node) {
    node = newNode();
    map.set(key, node);
  }
  return node;
}

function durationChild(node: TrieNode, test: DurationTest | null): TrieNode {
  const known = node.durations.find((edge) => edge.test?.operator === test?.operator && edge.test?.days === test?.days);
  if (known) return known.node;
  const edge = { test, node: newNode() };
  node.durations.push(edge);
  return edge.node;
}

function gapChild(node: TrieNode, most: number): TrieNode {
  const known = node.gaps.find((edge) => edge.most === most);
  if (known) return known.node;
  const edge = { most, node: newNode() };
  node.gaps.push(edge);
  return edge.node;
}
