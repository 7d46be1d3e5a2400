/** The words and keys of a mention as they were meant: shorthand in its long form ("dlr"), typos mended, participles in the masculine ("agitée"). */

import { foldTerm } from '../../text/normalize.js';
import { joinKeys, tokenKeys } from '../../text/term-key.js';
import type { Token } from '../../text/token.js';
import type { AnnotatedNote, Spelling } from '../annotate/annotated-note.js';
import type { Mention, TokenRange } from '../mentions/mention.js';

export interface LongKey {
  readonly key: string;
  /** Whether the words must not be looked up as they are written: "#" has no key, and "femur #" is no femur. */
  readonly instead: boolean;
}

/** Gives the key of a mention with shorthand or participles in their other form; undefined for others. */
export function longKeys({ mended, keys, spelling }: AnnotatedNote): (mention: Mention) => LongKey | undefined {
  const forms = new Map([...spelling.masculine, ...spelling.shorthand]);
  if (forms.size === 0) return () => undefined;
  const long = inForms(mended, forms);
  const keysOfLong = tokenKeys(long);
  const signs = new Map([...spelling.shorthand].filter(([at]) => keys[at] === ''));
  return (mention) =>
    hasToken(mention, forms)
      ? { key: joinKeys(long, keysOfLong, mention.from, mention.to), instead: hasToken(mention, signs) }
      : undefined;
}

/** The tokens with some of them in another form, by their index. */
export function inForms(tokens: readonly Token[], forms: ReadonlyMap<number, string>): readonly Token[] {
  return forms.size === 0 ? tokens : tokens.map((token, at) => inLongForm(token, forms.get(at)));
}

/** A token as its long form; it is glued to nothing, as "#NOF" is. */
function inLongForm(token: Token, long: string | undefined): Token {
  return long === undefined ? token : { ...token, norm: foldTerm(long), start: Number.NaN, end: Number.NaN };
}

/** The words of a mention. */
export interface Spelled {
  /** In long form. */
  readonly words: string;
  /** Without their typos, where there are any. */
  readonly meant: string | undefined;
}

/** @param isPassed whether a token is left out */
export function spell(
  note: AnnotatedNote,
  mention: Mention,
  { typos, shorthand }: Pick<Spelling, 'typos' | 'shorthand'> = note.spelling,
  isPassed: (at: number) => boolean = () => false,
): Spelled {
  const longOf = (at: number) => (isPassed(at) ? '' : shorthand.get(at));
  const isMistyped = hasToken(mention, typos);
  const meant = isMistyped ? rewritten(note, mention, (at) => typos.get(at) ?? longOf(at)) : undefined;
  return { words: rewritten(note, mention, longOf), meant };
}

/** Whether a range has one of these tokens. */
export function hasToken({ from, to }: TokenRange, tokens: ReadonlyMap<number, unknown>): boolean {
  if (tokens.size === 0) return false;
  for (let at = from; at < to; at++) if (tokens.has(at)) return true;
  return false;
}

/** The words of a mention in one line, some of them in another form. */
function rewritten(
  { text, tokens }: AnnotatedNote,
  { from, to, start, end }: Mention,
  formOf: (at: number) => string | undefined,
): string {
  let words = '';
  let done = start;
  for (let at = from; at < to; at++) {
    const form = formOf(at);
    const token = tokens[at];
    if (form === undefined || token === undefined) continue;
    words += `${text.slice(done, token.start)} ${form} `;
    const next = tokens[at + 1];
    done = next?.norm === '.' && next.start === token.end ? next.end : token.end;
  }
  return (words + text.slice(done, end)).trim().split(/\s+/).join(' ');
}

/** The words of a label and of what is said of it, in an order of their tokens: "low Mood". */
export function wordsInOrder({ tokens, text }: AnnotatedNote, order: readonly number[], sign: number): string {
  const words = order.filter((at) => at !== sign).map((at) => tokens[at]);
  return words.map((token) => text.slice(token?.start, token?.end)).join(' ');
}
