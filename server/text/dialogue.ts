/** Question marks: a slash before one parts what is said from what is asked, "cough/?flu"; and questions with their answers on another line or behind the name of who speaks: "Q: Fever? A: No.", "[doctor] fever? ⏎ [patient] no". */

import { answerLength, onSameLine } from './form-lines.js';
import type { Token } from './token.js';
import type { Vocabulary } from './vocabulary.js';

/** Words of a name before its colon. */
const MAX_NAME = 3;

/** Brings each answer that stands alone right behind its question; the name of who answers is read past. */
export function answersOfDialogue(tokens: readonly Token[], vocabulary: Vocabulary): Token[] {
  const read: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const isDoubt = token.norm === '/' && tokens[at + 1]?.norm === '?' && tokens[at + 2]?.kind === 'word';
    read.push(isDoubt ? { ...token, norm: ',', lower: ',' } : token);
    if (token.norm !== '?' || (tokens[at + 1]?.breaks ?? 2) === 2) continue;
    const answer = nameEnd(tokens, at + 1);
    const isMoved = answer > at + 1 || tokens[answer]?.breaks === 1;
    if (!isMoved || !standsAlone(tokens, answer, vocabulary)) continue;
    read.push(onSameLine(tokens[answer] as Token));
    at = answer;
  }
  return read;
}

/** The token behind "A:", "[patient]" or a dash. */
function nameEnd(tokens: readonly Token[], at: number): number {
  const first = tokens[at]?.norm;
  if (first === '-') return at + 1;
  const close = first === '[' ? ']' : ':';
  let end = first === '[' ? at + 1 : at;
  const limit = end + MAX_NAME;
  while (end < limit && tokens[end]?.kind === 'word') end++;
  return tokens[end]?.norm === close && end > at ? end + 1 : at;
}

function standsAlone(tokens: readonly Token[], at: number, vocabulary: Vocabulary): boolean {
  if (at > 0 && tokens[at]?.breaks === 2) return false;
  const length = answerLength(tokens, at, vocabulary);
  const next = tokens[at + length];
  return length > 0 && (next === undefined || next.breaks > 0 || ',.;!'.includes(next.norm));
}
