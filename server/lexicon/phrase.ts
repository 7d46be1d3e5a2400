/** The phrase mini-language of lexicons/README.md: words, classes, numbers, dates, durations and bounded gaps. */

import { tokenize } from '../text/token.js';

/** One element of a phrase. */
export type Element =
  | WordElement
  | { readonly type: 'class'; readonly name: string }
  | { readonly type: 'number' }
  | { readonly type: 'year' }
  | { readonly type: 'date' }
  | { readonly type: 'duration'; readonly test: DurationTest | null }
  | { readonly type: 'gap'; readonly most: number };

/** A word; `glue` says that a hyphen must join it to the token before ("-free") or after ("non-"). */
export interface WordElement {
  readonly type: 'word';
  readonly norm: string;
  readonly lower: string;
  readonly surface: string;
  readonly glue: 'before' | 'after' | null;
}

/** A bound on a length in days. */
export interface DurationTest {
  readonly operator: '<=' | '>' | '<' | '>=';
  readonly days: number;
}

/** A fault of a phrase, in words for the person who wrote it. */
export class PhraseError extends Error {}

const MAX_ELEMENTS = 10;
const MAX_GAP = 6;
const MAX_GAPS = 2;
const QUANTITIES: ReadonlyMap<string, Element> = new Map([
  ['NUM', { type: 'number' }],
  ['YEAR', { type: 'year' }],
  ['DATE', { type: 'date' }],
]);
const DURATION = /^DUR(?:(<=|>=|<|>)(\d{1,5}))?$/;
const GAP = /^GAP:(\d+)$/;
const CLASS = /^[A-Z][A-Z_]*$/;

/**
 * Parses a phrase.
 *
 * @param classes names of the word classes that exist
 * @throws PhraseError that says what is wrong and what to write instead
 */
export function parsePhrase(phrase: string, classes: ReadonlySet<string>): Element[] {
  if (phrase.trim() === '') throw new PhraseError('the phrase is empty: write at least one word');
  if (phrase !== phrase.trim() || phrase.includes('  ')) {
    throw new PhraseError('write the words with single spaces between them and none at the ends');
  }
  const parts = phrase.split(' ');
  if (parts.length > MAX_ELEMENTS)
    throw new PhraseError(`the phrase has ${parts.length} elements: use at most ${MAX_ELEMENTS}`);
  const elements = parts.flatMap((part) => parsePart(part, classes));
  checkGaps(elements);
  return elements;
}

/** The length test of a duration element, applied to a length in days. */
export function meets(test: DurationTest | null, days: number): boolean {
  if (test === null) return true;
  switch (test.operator) {
    case '<=':
      return days <= test.days;
    case '>=':
      return days >= test.days;
    case '<':
      return days < test.days;
    case '>':
      return days > test.days;
  }
}

function parsePart(part: string, classes: ReadonlySet<string>): Element[] {
  if (/.<GAP:|<GAP:\d+>./.test(part))
    throw new PhraseError(`"${part}": a gap stands alone, with a space on either side`);
  const open = part.indexOf('<');
  if (open < 0 || part.length === 1) return words(part);
  const close = part.lastIndexOf('>');
  if (close < open) throw new PhraseError(`"${part}" is not closed: end it with ">", or leave out "<"`);
  const element = parseElement(part.slice(open + 1, close), part, classes);
  return [...words(part.slice(0, open)), element, ...words(part.slice(close + 1))];
}

function words(part: string): Element[] {
  const inner = part.replace(/^-(?=[^-\W])/u, '').replace(/([^-\W])-$/u, '$1');
  const tokens = tokenize(inner);
  return tokens.map((token, i) => ({
    type: 'word' as const,
    norm: token.norm,
    lower: token.lower,
    surface: inner.slice(token.start, token.end),
    glue: glueOf(part, inner, i, tokens.length),
  }));
}

function glueOf(part: string, inner: string, index: number, count: number): WordElement['glue'] {
  if (part === inner) return null;
  if (index === 0 && part.startsWith('-')) return 'before';
  return index === count - 1 && part.endsWith('-') ? 'after' : null;
}

function parseElement(name: string, part: string, classes: ReadonlySet<string>): Element {
  const element = QUANTITIES.get(name) ?? durationElement(name) ?? gapElement(name, part);
  if (element) return element;
  if (CLASS.test(name) && classes.has(name)) return { type: 'class', name };
  const known = [...QUANTITIES.keys(), 'DUR', 'GAP:n', ...classes].join(', ');
  throw new PhraseError(`"${part}" is not an element of a phrase: use one of ${known}`);
}

function durationElement(name: string): Element | null {
  const found = DURATION.exec(name);
  if (!found) return null;
  const test = found[1] ? { operator: found[1] as DurationTest['operator'], days: Number(found[2]) } : null;
  return { type: 'duration', test };
}

function gapElement(name: string, part: string): Element | null {
  const found = GAP.exec(name);
  if (!found) return null;
  const most = Number(found[1]);
  if (most < 1 || most > MAX_GAP) throw new PhraseError(`"${part}": a gap has 1 to ${MAX_GAP} tokens`);
  return { type: 'gap', most };
}

function checkGaps(elements: readonly Element[]): void {
  const gaps = elements.filter((element) => element.type === 'gap').length;
  if (gaps > MAX_GAPS) throw new PhraseError(`the phrase has ${gaps} gaps: use at most ${MAX_GAPS}`);
  if (elements[0]?.type === 'gap' || elements.at(-1)?.type === 'gap') {
    throw new PhraseError('a gap stands at an end of the phrase: begin and end with a word');
  }
}
