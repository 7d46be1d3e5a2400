/** What reading a note asks of the phrases, before their scopes are known: whether one stands somewhere. */

import { LANGUAGES, type Language } from '../domain/language.js';
import type { Token } from '../text/token.js';
import type { Vocabulary } from '../text/vocabulary.js';
import type { WordIndex } from '../text/words.js';
import { answerLimit, answersBefore, hasColon, isCompleteAnswer } from './answer.js';
import { findMatches, type Match } from './match.js';
import { stopBits } from './stops.js';
import type { PhraseTrie } from './trie.js';

/** The terminators after which something is taken out of what was said. */
const EXCEPT = stopBits(['except']);
/** Tokens of a cue at the end of a line. */
const MAX_CUE = 4;

type PhraseTests = Pick<Vocabulary, 'opensException' | 'endsInCue' | 'hasTrigger'>;

export function phraseTests(
  tries: Readonly<Record<Language, PhraseTrie>>,
  words: Readonly<Record<Language, WordIndex>>,
): PhraseTests {
  // Case never counts for what only starts somewhere, so the source text is not needed.
  const startingIn = (language: Language, tokens: readonly Token[], from: number, to: number, limit: number) =>
    findMatches(
      { text: '', tokens, words: words[language], language, accented: true, shifted: false },
      tries[language],
      from,
      to,
      limit,
    );
  return {
    opensException: (language, tokens, at, to) =>
      startingIn(language, tokens, at, Math.min(at + 1, to), to).some(excepts),
    endsInCue: (tokens, from, to) =>
      LANGUAGES.some((language) =>
        startingIn(language, tokens, Math.max(from, to - MAX_CUE), to, to).some(
          (match) => match.to === to && opensDoubt(match),
        ),
      ),
    hasTrigger: (tokens, from, to, only) => {
      const limit = Math.max(to, answerLimit(tokens, to));
      return LANGUAGES.some(
        (language) =>
          language === (only ?? language) &&
          startingIn(language, tokens, from, to, limit).some((match) =>
            triggers(match, tokens, limit, words[language]),
          ),
      );
    },
  };
}

/** Whether a match is a trigger, and one that answers a key a complete answer before `limit`. */
function triggers(
  { compiled: { row }, from, to }: Match,
  tokens: readonly Token[],
  limit: number,
  words: WordIndex,
): boolean {
  if (row.kind !== 'trigger' || row.direction !== 'keyvalue') return row.kind === 'trigger';
  return hasColon(row.phrase)
    ? isCompleteAnswer(tokens, to, limit, words)
    : answersBefore(tokens, from, to, limit, words);
}

/** Whether a match denies or doubts what stands behind it. */
function opensDoubt({ compiled: { row } }: Match): boolean {
  const isDoubt = row.value === 'negated' || row.value === 'uncertain' || row.axis === 'certainty';
  return row.kind === 'trigger' && isDoubt && (row.direction === 'forward' || row.direction === 'both');
}

function excepts({ compiled }: Match): boolean {
  return compiled.row.kind === 'terminator' && (compiled.terminates & EXCEPT) !== 0;
}
