/** The keys of words in another form: what clinicians write short in its long form ("dlr"), a participle in its masculine ("agitée"). */

import type { Window } from '../detection/windows.js';
import { foldTerm } from '../text/normalize.js';
import { joinKeys, tokenKeys } from '../text/term-key.js';
import type { Token } from '../text/token.js';
import { hasToken, type Spelling } from './spelling.js';

export interface LongKey {
  readonly key: string;
  /** Whether the words must not be looked up as they are written: "#" has no key, and "femur #" is no femur. */
  readonly instead: boolean;
}

/**
 * Gives the key of a window with such words in their other form; undefined for others.
 * @param keys the key of each token as it is written
 */
export function longKeys(
  tokens: readonly Token[],
  keys: readonly string[],
  { shorthand, masculine }: Pick<Spelling, 'shorthand' | 'masculine'>,
): (window: Window) => LongKey | undefined {
  const forms = new Map([...masculine, ...shorthand]);
  if (forms.size === 0) return () => undefined;
  const long = inForms(tokens, forms);
  const keysOfLong = tokenKeys(long);
  const signs = new Map([...shorthand].filter(([at]) => keys[at] === ''));
  return (window) =>
    hasToken(window, forms)
      ? { key: joinKeys(long, keysOfLong, window.from, window.to), instead: hasToken(window, signs) }
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
