/** Question marks: a slash before one parts what is said from what is asked, "cough/?flu"; and questions with their answers on another line or behind the name of who speaks: "Q: Fever? A: No.", "[doctor] fever? ⏎ [patient] no". */

import { LANGUAGES } from '../domain/language.js';
import { answerLength, onSameLine } from './form-lines.js';
import type { Token } from './token.js';
import type { Vocabulary } from './vocabulary.js';

/** The class of words for who answers. */
const SPEAKER = 'SPEAKER';
/** Words of a name in brackets. */
const MAX_NAME = 3;

/** Brings each answer that stands alone right behind its question; the name of who answers is read past. */
export function answersOfDialogue(tokens: readonly Token[], vocabulary: Vocabulary): readonly Token[] {
  const read: Token[] = [];
  let done = 0;
  const copyTo = (to: number) => {
    for (; done < to; done++) read.push(tokens[done] as Token);
  };
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.norm !== '?' || at < done) continue;
    if (partsDoubt(tokens, at - 1)) {
      copyTo(at - 1);
      read.push({ ...(tokens[at - 1] as Token), norm: ',', lower: ',' });
      done = at;
    }
    const answer = answerBehind(tokens, at, vocabulary);
    if (answer === 0) continue;
    copyTo(at + 1);
    read.push(onSameLine(tokens[answer] as Token));
    done = answer + 1;
  }
  copyTo(done === 0 ? 0 : tokens.length);
  return done === 0 ? tokens : read;
}

/** Whether a slash parts what is said from what is asked behind it. */
function partsDoubt(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.norm === '/' && tokens[at + 2]?.kind === 'word';
}

/** The answer alone on the next line, or behind a name, to the question that ends at a token; 0 for none. */
function answerBehind(tokens: readonly Token[], at: number, vocabulary: Vocabulary): number {
  const next = tokens[at + 1];
  if (!next || next.breaks === 2) return 0;
  const answer = nameEnd(tokens, at + 1, vocabulary);
  const isMoved = answer > at + 1 || next.breaks === 1;
  return isMoved && standsAlone(tokens, answer, vocabulary) ? answer : 0;
}

/** The token behind "A:", "[patient]" or a dash; a key with its own answer is no name ("Fever: no"). */
function nameEnd(tokens: readonly Token[], at: number, { words }: Vocabulary): number {
  const first = tokens[at]?.norm ?? '';
  if (first === '-') return at + 1;
  if (first !== '[') {
    const isSpeaker = LANGUAGES.some((language) => words[language].has(SPEAKER, first));
    return isSpeaker && tokens[at + 1]?.norm === ':' ? at + 2 : at;
  }
  let end = at + 1;
  while (end <= at + MAX_NAME && tokens[end]?.kind === 'word') end++;
  return tokens[end]?.norm === ']' ? end + 1 : at;
}

function standsAlone(tokens: readonly Token[], at: number, vocabulary: Vocabulary): boolean {
  if (tokens[at]?.breaks === 2) return false;
  const length = answerLength(tokens, at, vocabulary);
  const next = tokens[at + length];
  return length > 0 && (next === undefined || next.breaks > 0 || ',.;!'.includes(next.norm));
}
