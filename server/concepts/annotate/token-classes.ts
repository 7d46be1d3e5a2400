/** The word classes of every token of a note, looked up once. */

import { LANGUAGES, type Language } from '../../domain/language.js';
import type { Note } from '../../text/note.js';
import { type Steps, TOKENS_A_STEP } from '../../text/steps.js';
import type { Vocabulary } from '../../text/vocabulary.js';
import type { ClassMatch } from '../../text/words.js';

const NONE: readonly ClassMatch[] = [];

export class TokenClasses {
  readonly #both: (readonly ClassMatch[])[] = [];

  /** @param matches of each token the class words that begin there and end in its sentence, longest first */
  constructor(
    private readonly matches: readonly (readonly ClassMatch[])[],
    private readonly vocabulary: Vocabulary,
    private readonly note: Note,
  ) {}

  /** The class words that begin at a token and end in its sentence, longest first. */
  from(at: number): readonly ClassMatch[] {
    return this.matches[at] ?? NONE;
  }

  /** Whether a token by itself is a word of a class. */
  is(name: string, at: number): boolean {
    return this.of(name, at) !== undefined;
  }

  /** The word of a class that a token is by itself. */
  of(name: string, at: number): ClassMatch | undefined {
    return this.from(at).find((match) => match.class === name && match.length === 1);
  }

  /** The longest word of a class that begins at a token. */
  longest(name: string, at: number): ClassMatch | undefined {
    return this.from(at).find((match) => match.class === name);
  }

  /** The word of a class that takes exactly the tokens [from, to), in a language; they may be of two sentences. */
  whole(name: string, from: number, to: number, language: Language): ClassMatch | undefined {
    return this.vocabulary.words[language].whole(name, this.note.tokens, from, to);
  }

  /** The word of a class, in either language, that a token is by itself. */
  ofAny(name: string, at: number): ClassMatch | undefined {
    return this.of(name, at) ?? this.#inBoth(at).find((match) => match.class === name);
  }

  /** The words of both languages that a token is by itself, looked up when first asked for. */
  #inBoth(at: number): readonly ClassMatch[] {
    let found = this.#both[at];
    if (found === undefined) {
      const { tokens } = this.note;
      found = LANGUAGES.flatMap((language) => this.vocabulary.words[language].matchesAt(tokens, at, at + 1));
      this.#both[at] = found;
    }
    return found;
  }
}

/** Looks the words of a note up in the classes of the language of their sentence. */
export function* classSteps(note: Note, vocabulary: Vocabulary): Steps<TokenClasses> {
  const matches: (readonly ClassMatch[])[] = note.tokens.map(() => NONE);
  for (const { from, to, language } of note.sentences) {
    const words = vocabulary.words[language];
    for (let at = from; at < to; at++) {
      if (at % TOKENS_A_STEP === 0) yield;
      matches[at] = words.matchesAt(note.tokens, at, to);
    }
  }
  return new TokenClasses(matches, vocabulary, note);
}
