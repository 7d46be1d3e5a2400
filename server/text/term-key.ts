/** A folded term without its plural and gender endings, so that "frissons" finds "frisson". Mirrors `term_key` in sql/. */

import type { Token } from './token.js';

const ENDS_IN_KEY = /[\p{L}\p{N}+%]$/u;
const BEGINS_IN_KEY = /^[\p{L}\p{N}+%]/u;

// Each step strips one ending from the end of a word; both sides of a comparison go through the same steps.
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/[^\p{L}\p{N}+%]+/gu, ' '],
  [/([a-z]{2})aux(?= |$)/g, '$1al'],
  [/([a-z0-9]{3})[sx](?= |$)/g, '$1'],
  [/([a-z]{3})e(?= |$)/g, '$1'],
  [/([a-z]{3})y(?= |$)/g, '$1i'],
  [/([a-z]{2}[nlt])[nlt](?= |$)/g, '$1'],
  [/([a-z]{3})v(?= |$)/g, '$1f'],
  [/([a-z]{2})eus(?= |$)/g, '$1eu'],
];

/**
 * The key by which inflected forms of a term meet.
 * @param folded a term as `foldTerm` gives it
 */
export function termKey(folded: string): string {
  return STEPS.reduce((key, [ending, rest]) => key.replace(ending, rest), folded).trim();
}

/**
 * The keys of the tokens of a note, so that the key of any run of them is found by joining: see `joinKeys`.
 * Equal to `termKey` of the run's text.
 */
export function tokenKeys(tokens: readonly Token[]): string[] {
  const known = new Map<string, string>();
  return tokens.map(({ norm }) => {
    const key = known.get(norm) ?? termKey(norm);
    known.set(norm, key);
    return key;
  });
}

/**
 * The key of the run of tokens [from, to).
 * @param known the key of a shorter run from the same token, and where it ends
 */
export function joinKeys(
  tokens: readonly Token[],
  keys: readonly string[],
  from: number,
  to: number,
  known: { readonly key: string; readonly to: number } = { key: '', to: from },
): string {
  let joined = known.key;
  for (let at = known.to; at < to; at++) {
    const key = keys[at] as string;
    if (key === '') continue;
    // "K+" and "3rd" are one word of a key, and two tokens; "d'" ends with the apostrophe that parts the words.
    const glued = at > from && isGlued(tokens[at - 1], tokens[at]);
    joined += joined === '' || glued ? key : ` ${key}`;
  }
  return joined;
}

function isGlued(before: Token | undefined, token: Token | undefined): boolean {
  if (before === undefined || token === undefined || before.end !== token.start) return false;
  return ENDS_IN_KEY.test(before.norm) && BEGINS_IN_KEY.test(token.norm);
}
