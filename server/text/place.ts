/** Places the spans of a context request in the text, by the rules of docs/http-api.md. */

import type { Range } from '../domain/range.js';
import { isInsideWord } from './character.js';
import type { ReadableText } from './markup.js';
import { type FoldedText, foldTerm, foldText } from './normalize.js';
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

/** The state of one call: what is asked, what is placed, what is taken. */
interface Placement {
  readonly items: readonly SpanItem[];
  readonly placed: (Range | null)[];
  readonly taken: TakenRanges;
}

/**
 * In steps: the range of each item in the text, or null where the text does not have it.
 *
 * Items with offsets come first, then the longest spans; equal spans take their occurrences in order. An occurrence
 * that another item has taken, or inside one, is used only when no other is left, and the last one again after that.
 * Time is linear in the text for each distinct span.
 *
 * @param readable the text without its markup, in which spans are looked for too: their ranges hold what was left out
 */
export function* placeSteps(
  text: string,
  items: readonly SpanItem[],
  readable: ReadableText = { text, ranges: null },
): Steps<(Range | null)[]> {
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
  const folding = foldText(text);
  yield;
  const folded = collapse(folding);
  const unmarked = readable.ranges === null ? null : collapse(foldText(readable.text));
  const spans = [...groups.keys()].filter((span) => span !== '').sort((a, b) => b.length - a.length);
  for (const span of spans) {
    yield;
    const found = occurrences(text, folded, span);
    const all = unmarked === null ? found : withUnmarked(found, readable, occurrences(readable.text, unmarked, span));
    placeGroup(all, groups.get(span) as number[], { items, placed, taken });
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

/** Gives the occurrences of one folded span to its items: exact ones first, then the others, then what others hold. */
function placeGroup(found: readonly Occurrence[], members: readonly number[], placement: Placement): void {
  if (found.length === 0) return;
  const { items, placed, taken } = placement;
  const isFree = found.map((occurrence) => !taken.holds(occurrence));
  const give = (item: number, index: number): void => {
    const { start, end } = found[index] as Occurrence;
    placed[item] = { start, end };
    isFree[index] = false;
    taken.add({ start, end });
  };
  const free = queues(found, isFree);
  const rest = members.filter((item) => {
    const index = free.get(wordsOf(items[item]))?.shift();
    if (index !== undefined) give(item, index);
    return index === undefined;
  });
  const order = found.map((_, i) => i).filter((i) => isFree[i]);
  if (rest.length > order.length) order.push(...heldByOthers(found, isFree, members, placed));
  rest.forEach((item, n) => {
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

/** Occurrences inside the ranges of other spans, which no item of this group has. */
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

/** Every occurrence of a folded span on word boundaries; where there is none, those inside longer words. */
function occurrences(text: string, folded: FoldedText, span: string): Occurrence[] {
  const whole: Occurrence[] = [];
  const inside: Occurrence[] = [];
  for (let at = folded.text.indexOf(span); at >= 0; ) {
    const range = sourceRange(folded, at, at + span.length);
    if (range) {
      const cut = isInsideWord(text, range.start) || isInsideWord(text, range.end);
      (cut ? inside : whole).push({ ...range, surface: text.slice(range.start, range.end) });
    }
    at = folded.text.indexOf(span, range ? at + span.length : at + 1);
  }
  return whole.length > 0 ? whole : inside;
}

/** Occurrences in the text as sent and those that it has only without its markup, in text order. */
function withUnmarked(
  found: readonly Occurrence[],
  { ranges }: ReadableText,
  others: readonly Occurrence[],
): Occurrence[] {
  const { starts, ends } = ranges as NonNullable<ReadableText['ranges']>;
  const known = new Set(found.map(({ start }) => start));
  const more = others
    .map(({ start, end, surface }) => ({ start: starts[start] as number, end: ends[end - 1] as number, surface }))
    .filter(({ start }) => !known.has(start));
  return [...found, ...more].sort((a, b) => a.start - b.start);
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
