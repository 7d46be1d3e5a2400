/** Words in square brackets are read as words in round ones: "gout [hx]", "DVT [suspected]". Boxes and names of speakers are read before. */

import type { Token } from './token.js';

/** Tokens between brackets. */
const MAX_INSIDE = 6;

/** The tokens of a note with such brackets made round. */
export function roundBrackets(tokens: readonly Token[]): readonly Token[] {
  const read = [...tokens];
  for (const [at, token] of tokens.entries()) {
    const close = token.norm === '[' && at > 0 && token.breaks === 0 ? closeOf(tokens, at) : -1;
    if (close < 0) continue;
    read[at] = as(token, '(');
    read[close] = as(tokens[close] as Token, ')');
  }
  return read;
}

/** Where the bracket that opens at a token closes behind words on its line; -1 where it does not. */
function closeOf(tokens: readonly Token[], open: number): number {
  if (tokens[open + 1]?.kind !== 'word') return -1;
  for (let at = open + 1; at <= open + 1 + MAX_INSIDE; at++) {
    const token = tokens[at];
    if (!token || token.breaks > 0 || token.norm === '[') return -1;
    if (token.norm === ']') return at;
  }
  return -1;
}

function as(token: Token, norm: string): Token {
  return { ...token, norm, lower: norm };
}
