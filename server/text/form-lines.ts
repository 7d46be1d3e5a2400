/** What the readers of forms share: lines, their contents, and answers. */

import { LANGUAGES } from '../domain/language.js';
import type { Token } from './token.js';
import type { Vocabulary } from './vocabulary.js';

/** The class of words that answer a question by themselves. */
const ANSWER = 'ANSWER';
const MAX_LABEL = 6;
const BULLETS = new Set(['-', '*', '•', '·', '>', '→', '+']);

/** Reads tokens line after line. @param read the tokens of one line, in which it may change what it likes */
export function byLine(tokens: readonly Token[], read: (line: Token[]) => Token[]): Token[] {
  const all: Token[] = [];
  for (let from = 0; from < tokens.length; ) {
    let to = from + 1;
    while (to < tokens.length && tokens[to]?.breaks === 0) to++;
    for (const token of read(tokens.slice(from, to))) all.push(token);
    from = to;
  }
  return all;
}

/** How many tokens at a place are an answer by themselves; 0 for none. */
export function answerLength(tokens: readonly Token[], at: number, { words }: Vocabulary): number {
  let longest = 0;
  for (const language of LANGUAGES) {
    for (const match of words[language].matchesAt(tokens, at)) {
      if (match.class === ANSWER) longest = Math.max(longest, match.length);
    }
  }
  return longest;
}

/** The first token of a line behind its list marker and the colon of a label. */
export function contentStart(line: readonly Token[]): number {
  const bullet = BULLETS.has(line[0]?.norm ?? '') ? 1 : 0;
  const colon = line.slice(0, MAX_LABEL + 1).findIndex(({ norm }) => norm === ':');
  return Math.max(bullet, colon + 1);
}

/** A token that begins a line. */
export function onNewLine(token: Token): Token {
  return token.breaks > 0 ? token : { ...token, breaks: 1, spaces: 0 };
}

/** A token that stands behind the one before it on its line. */
export function onSameLine(token: Token): Token {
  return { ...token, breaks: 0, spaces: Math.max(1, Math.min(token.spaces, 1)) };
}
