/** Notes whose line breaks became commas on the way: "MEDICATIONS:,1. Aspirin.,2. Lasix.,ALLERGIES,None". The commas are read as breaks. */

import type { Token } from './token.js';

/** A note has so many commas right behind a full stop or colon before a comma of it is a break; elsewhere they are slips. */
const MIN_COMMAS = 3;

/** The tokens of a note without such commas. */
export function withLostBreaks(text: string, tokens: readonly Token[]): readonly Token[] {
  if ((text.match(/[.:] ?,(?=\s*[\p{Lu}\d])/gu)?.length ?? 0) < MIN_COMMAS) return tokens;
  const read: Token[] = [];
  let isBroken = false;
  for (const [at, token] of tokens.entries()) {
    if (isBreak(tokens, at)) isBroken = true;
    else {
      read.push(isBroken && token.breaks === 0 ? { ...token, breaks: 1, spaces: 0 } : token);
      isBroken = false;
    }
  }
  return read;
}

/** Whether a comma stands behind a full stop, or without space before a capital or the number of an item; behind a colon the text of a heading goes on. */
function isBreak(tokens: readonly Token[], at: number): boolean {
  const [before, comma, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!before || comma?.norm !== ',' || !next || comma.breaks > 0) return false;
  const isItem = next.kind === 'number' && tokens[at + 2]?.norm === '.' && (tokens[at + 3]?.spaces ?? 0) > 0;
  if ((!next.capital && !isItem) || before.norm === ':') return false;
  return before.norm === '.' || (next.spaces === 0 && comma.spaces === 0);
}
