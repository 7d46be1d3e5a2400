/** What reading a note needs of the lexicon. */

import type { Language } from '../domain/language.js';
import type { ClinicalWords } from './clinical-words.js';
import type { HeadingIndex } from './heading.js';
import type { Token } from './token.js';
import type { WordIndex } from './words.js';

export interface Vocabulary {
  readonly words: Readonly<Record<Language, WordIndex>>;
  readonly headings: HeadingIndex;
  /** The words of the class CLINICAL. */
  readonly clinical: Readonly<Record<Language, ClinicalWords>>;
  /** 1 for a word that only French phrases and example sentences have, -1 for one that only English ones have, else 0. */
  readonly leaning: (norm: string) => number;
  /** Whether a phrase or an example sentence of the lexicon has the word, so that it is no mistyped one. */
  readonly hasWord: (norm: string) => boolean;
  /** Whether a phrase that takes something out of what was said ("except", terminators of that class) starts at token `at` and ends before `to`. */
  readonly opensException: (language: Language, tokens: readonly Token[], at: number, to: number) => boolean;
  /** Whether tokens [from, to) end in a trigger of either language that denies or doubts what stands behind it. */
  readonly endsInCue: (tokens: readonly Token[], from: number, to: number) => boolean;
  /** Whether a trigger starts in tokens [from, to): of one language, or of either. */
  readonly hasTrigger: (tokens: readonly Token[], from: number, to: number, language?: Language) => boolean;
}
