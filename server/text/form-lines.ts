/** What the readers of forms share: lines, their contents, and answers. */

import { LANGUAGES } from '../domain/language.js';
import type { Token } from './token.js';
import type { Vocabulary } from './vocabulary.js';

/** The class of words that answer a question by themselves. */
const ANSWER = 'ANSWER';
const MAX_LABEL = 6;
const BULLETS = new Set(['-', '*', '•', '·', '>', '→', '+']);

/**
 * Reads those lines that need it. @param read the tokens of one such line as they are to be read
 * @param needs whether the line [from, to) does; most do not
 */
export function byLine(
  tokens: readonly Token[],
  needs: (from: number, to: number) => boolean,
  read: (line: readonly Token[]) => readonly Token[],
): readonly Token[] {
  const all: Token[] = [];
  let done = 0;
  for (let from = 0; from < tokens.length; ) {
    let to = from + 1;
    while (to < tokens.length && tokens[to]?.breaks === 0) to++;
    if (needs(from, to)) {
      for (; done < from; done++) all.push(tokens[done] as Token);
      for (const token of read(tokens.slice(from, to))) all.push(token);
      done = to;
    }
    from = to;
  }
  if (done === 0) return tokens;
  for (; done < tokens.length; done++) all.push(tokens[done] as Token);
  return all;
}

/** Whether one of the tokens [from, to) is one of these signs. */
export function hasSign(tokens: readonly Token[], from: number, to: number, signs: ReadonlySet<string>): boolean {
  for (let at = from; at < to; at++) if (signs.has((tokens[at] as Token).norm)) return true;
  return false;
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
