/** Places the spans of a context request in the text, by the rules of docs/http-api.md. */

import type { Range } from '../domain/range.js';
import { visibleRange } from './character.js';
import { type FoldedText, foldTerm, foldText } from './normalize.js';
import type { Note } from './note.js';
import type { Steps } from './steps.js';
import { TakenRanges } from './taken.js';

/** A span as a client submits it; with offsets it is there or nowhere. */
export interface SpanItem {
  readonly span: string;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;

interface Occurrence extends Range {
  /** The words of the text there. */
  readonly surface: string;
}

/** What placing needs of a note: its text, the same without markup, in which spans are looked for too, and its tokens, which are whole words. */
export type PlacedNote = Pick<Note, 'text' | 'readable' | 'tokens'>;

type SourceRanges = NonNullable<Note['readable']['ranges']>;

/** The state of one call: what is asked, what is placed, what is taken. */
interface Placement {
  readonly items: readonly SpanItem[];
  readonly placed: (Range | null)[];
  readonly taken: TakenRanges;
}

/**
 * In steps: the range of each item in the text, or null where the text does not have it.
 *
 * Items with offsets come first, then the longest spans; equal spans take their occurrences in order: those of their very
 * code units, then those that differ by what folding drops. An occurrence that shares characters with what another
 * item has taken is used only when no other is left, and the last one again after that. Time is linear in the text for each distinct span.
 */
export function* placeSteps(note: PlacedNote, items: readonly SpanItem[]): Steps<(Range | null)[]> {
  const { text } = note;
  const placed: (Range | null)[] = items.map(() => null);
  const taken = new TakenRanges(text.length);
  const groups = new Map<string, number[]>();
  items.forEach((item, i) => {
    if (item.start !== undefined && item.end !== undefined)
      placed[i] = atOffsets(text, item.span, item.start, item.end);
    else group(groups, foldTerm(item.span), i);
    const range = placed[i];
    if (range) taken.add(range);
  });
  if (groups.size === 0) return placed;
  const placement = { items, placed, taken };
  const words = new WordEnds(note);
  let folded: FoldedNote | undefined;
  const spans = [...groups.keys()].filter((span) => span !== '').sort((a, b) => b.length - a.length);
  for (const span of spans) {
    yield;
    const members = groups.get(span) as number[];
    const rest = placeExact(note, words, members, placement);
    if (rest.length === 0) continue;
    folded ??= new FoldedNote(note);
    placeFolded(folded.occurrences(span, words), { members, rest }, placement);
  }
  return placed;
}

function atOffsets(text: string, span: string, start: number, end: number): Range | null {
  return span.trim() !== '' && text.slice(start, end) === span && end === start + span.length ? { start, end } : null;
}

function group(groups: Map<string, number[]>, key: string, item: number): void {
  const members = groups.get(key);
  if (members) members.push(item);
  else groups.set(key, [item]);
}

/** Gives the occurrences of the very code units of each item, as whole words that nobody holds; returns the items that are left. */
function placeExact(
  note: PlacedNote,
  words: WordEnds,
  members: readonly number[],
  { items, placed, taken }: Placement,
): number[] {
  const same = new Map<string, number[]>();
  for (const item of members) group(same, wordsOf(items[item]), item);
  const rest: number[] = [];
  for (const [span, asked] of same) {
    const isFree = (range: Range) => !taken.overlap(range);
    const exact = exactOccurrences(note, words, span).filter(isFree);
    const free = exact.length >= asked.length ? exact : withUnmarked(note, words, span, exact).filter(isFree);
    for (const [n, item] of asked.entries()) {
      const range = free[n];
      if (range === undefined) rest.push(item);
      else {
        placed[item] = range;
        taken.add(range);
      }
    }
  }
  return rest.sort((a, b) => a - b);
}

/** The occurrences of these code units as whole words, in text order. */
function exactOccurrences({ text }: PlacedNote, words: WordEnds, span: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(span); at >= 0; ) {
    const range = { start: at, end: at + span.length };
    const isWhole = words.hold(visibleRange(text, range));
    if (isWhole) found.push(range);
    at = text.indexOf(span, isWhole ? range.end : words.nextStart(at));
  }
  return found;
}

/** With those that the text has only without its markup. */
function withUnmarked({ text, readable }: PlacedNote, words: WordEnds, span: string, found: readonly Range[]): Range[] {
  if (readable.ranges === null) return [...found];
  const all = [...found];
  const known = new Set(found.map(({ start }) => start));
  for (let at = readable.text.indexOf(span); at >= 0; at = readable.text.indexOf(span, at + span.length)) {
    const range = asSent(readable.ranges, { start: at, end: at + span.length });
    if (words.hold(visibleRange(text, range)) && !known.has(range.start)) all.push(range);
  }
  return all.sort((a, b) => a.start - b.start);
}

/** The range of the text as sent behind one of the text without markup. */
function asSent({ starts, ends }: SourceRanges, { start, end }: Range): Range {
  return { start: starts[start] as number, end: ends[end - 1] as number };
}

/**
 * Gives the occurrences of one folded span to the items that are left of its group: those with their words first, then the
 * others, then what others hold.
 */
function placeFolded(
  found: readonly Occurrence[],
  { members, rest }: { readonly members: readonly number[]; readonly rest: readonly number[] },
  placement: Placement,
): void {
  if (found.length === 0) return;
  const { items, placed, taken } = placement;
  const isFree = found.map((occurrence) => !taken.overlap(occurrence));
  const give = (item: number, index: number): void => {
    const { start, end } = found[index] as Occurrence;
    placed[item] = { start, end };
    isFree[index] = false;
    taken.add({ start, end });
  };
  const free = queues(found, isFree);
  const others = rest.filter((item) => {
    const index = free.get(wordsOf(items[item]))?.shift();
    if (index !== undefined) give(item, index);
    return index === undefined;
  });
  const order = found.map((_, i) => i).filter((i) => isFree[i]);
  if (others.length > order.length) order.push(...heldByOthers(found, isFree, members, placed));
  others.forEach((item, n) => {
    give(item, order[n] ?? lastOf(found, wordsOf(items[item])));
  });
}

function wordsOf(item: SpanItem | undefined): string {
  return item?.span.trim() ?? '';
}

/** Free occurrences by their exact words, in text order. */
function queues(found: readonly Occurrence[], isFree: readonly boolean[]): Map<string, number[]> {
  const free = new Map<string, number[]>();
  found.forEach((occurrence, i) => {
    if (isFree[i]) group(free, occurrence.surface, i);
  });
  return free;
}

/** Occurrences that touch the ranges of other spans, which no item of this group has. */
function heldByOthers(
  found: readonly Occurrence[],
  isFree: readonly boolean[],
  members: readonly number[],
  placed: readonly (Range | null)[],
): number[] {
  const own = new Set(members.map((item) => placed[item]?.start));
  return found.map((_, i) => i).filter((i) => !isFree[i] && !own.has((found[i] as Occurrence).start));
}

/** The last occurrence of these exact words, else the last of all. */
function lastOf(found: readonly Occurrence[], surface: string): number {
  const exact = found.findLastIndex((occurrence) => occurrence.surface === surface);
  return exact >= 0 ? exact : found.length - 1;
}

/** Where the words of a note begin and end. */
class WordEnds {
  private readonly starts: Uint32Array;
  private readonly ends: Uint8Array;

  constructor({ text, tokens }: PlacedNote) {
    const { length } = text;
    this.starts = new Uint32Array(length + 1).fill(length);
    this.ends = new Uint8Array(length + 1);
    for (const { start, end } of tokens) {
      this.starts[start] = start;
      this.ends[end] = 1;
    }
    for (let at = length - 1; at >= 0; at--) {
      if (this.starts[at] !== at) this.starts[at] = this.starts[at + 1] as number;
    }
  }

  /** Whether a word begins where the range does, and one ends where it does. */
  hold({ start, end }: Range): boolean {
    return this.starts[start] === start && this.ends[end] === 1;
  }

  /** Where the first word behind an offset begins; the length of the text where none does. */
  nextStart(at: number): number {
    return this.starts[at + 1] ?? at + 1;
  }
}

/** A note in which folded spans are looked for. */
class FoldedNote {
  private readonly folded: FoldedText;
  /** Without the markup; null where there is none. */
  private readonly unmarked: FoldedText | null;

  constructor(private readonly note: PlacedNote) {
    const { text, readable } = note;
    this.folded = collapse(foldText(text));
    this.unmarked = readable.ranges === null ? null : collapse(foldText(readable.text));
  }

  /** Every occurrence of a folded span as whole words, in text order; where there is none, those inside longer words. */
  occurrences(span: string, words: WordEnds): Occurrence[] {
    const found = new Map<number, Range>();
    for (const range of rangesOf(this.folded, span)) this.add(found, range);
    const { ranges } = this.note.readable;
    if (this.unmarked !== null && ranges !== null) {
      for (const range of rangesOf(this.unmarked, span)) {
        this.add(found, asSent(ranges, range));
      }
    }
    const all = [...found.values()].sort((a, b) => a.start - b.start);
    const whole = all.filter((range) => words.hold(range));
    const { text } = this.note;
    return (whole.length > 0 ? whole : all).map((range) => ({ ...range, surface: text.slice(range.start, range.end) }));
  }

  /** What is found in the text as sent goes before what is found there without its markup. */
  private add(found: Map<number, Range>, range: Range): void {
    const visible = visibleRange(this.note.text, range);
    if (!found.has(visible.start)) found.set(visible.start, visible);
  }
}

/** The source ranges of a folded span, one behind the other. */
function* rangesOf(folded: FoldedText, span: string): Generator<Range> {
  for (let at = folded.text.indexOf(span); at >= 0; ) {
    const range = sourceRange(folded, at, at + span.length);
    if (range) yield range;
    at = folded.text.indexOf(span, range ? at + span.length : at + 1);
  }
}

/** The source range of folded characters [from, to); null where it would cut a source character ("oe" in "œ"). */
function sourceRange(folded: FoldedText, from: number, to: number): Range | null {
  const start = folded.offsets[from] as number;
  const end = folded.offsets[to] as number;
  if (from > 0 && folded.offsets[from - 1] === start) return null;
  if (folded.offsets[to - 1] === end) return null;
  return { start, end };
}

/** Collapses white space to one space, so that a span matches across a line end. */
function collapse({ text, offsets }: FoldedText): FoldedText {
  let collapsed = '';
  const kept = new Uint32Array(offsets.length);
  let size = 0;
  let space = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isSpace = code === SPACE || (code >= TAB && code <= RETURN);
    if (isSpace && space) continue;
    space = isSpace;
    collapsed += isSpace ? ' ' : text.charAt(i);
    kept[size++] = offsets[i] as number;
  }
  kept[size++] = offsets[text.length] as number;
  return { text: collapsed, offsets: kept.subarray(0, size) };
}
