/** How often the language of a short telegraphic sentence is told when nothing else is known. */

import { LANGUAGES, type Language } from '../../domain/language.js';
import { readNote, type Vocabulary } from '../../text/note.js';
import type { ConceptNote } from './concepts.js';
import { share } from './intervals.js';

/** Tokens of a sentence that is measured. */
const SHORTEST = 3;
const LONGEST = 15;
const SIZES = [
  [3, 5],
  [6, 9],
  [10, 15],
] as const;

/** The report for the sentences of 3 to 15 tokens of labelled notes, each read as a note of its own. */
export function scoreLanguage(notes: readonly Pick<ConceptNote, 'lang' | 'text'>[], vocabulary: Vocabulary): string {
  const judged = notes.flatMap(({ lang, text }) => judgedSentences(text, lang, vocabulary));
  const lines = LANGUAGES.map((language) => {
    const own = judged.filter((sentence) => sentence.language === language);
    const sizes = SIZES.map(([least, most]) => {
      const some = own.filter(({ tokens }) => tokens >= least && tokens <= most);
      return `   ${least} to ${most} tokens`.padEnd(20) + share(some.filter(({ right }) => right).length, some.length);
    });
    return [`${language}: ${share(own.filter(({ right }) => right).length, own.length)}`, ...sizes].join('\n');
  });
  return lines.join('\n');
}

interface Judged {
  readonly language: Language;
  readonly tokens: number;
  readonly right: boolean;
}

function judgedSentences(text: string, language: Language, vocabulary: Vocabulary): Judged[] {
  const note = readNote(text, language, vocabulary);
  return note.sentences.flatMap(({ kind, from, to, start, end }) => {
    const tokens = note.tokens.slice(from, to).filter((token) => token.kind === 'word').length;
    if (kind === 'heading' || tokens < SHORTEST || tokens > LONGEST) return [];
    return [{ language, tokens, right: readNote(text.slice(start, end), 'auto', vocabulary).language === language }];
  });
}
