/** A note as the context engine and the span detector read it: tokens, sentences with their language, sections. */

import { LANGUAGES, type Language, type RequestLanguage } from '../domain/language.js';
import type { Range } from '../domain/range.js';
import { readForms } from './forms.js';
import type { HeadingRule } from './heading.js';
import { guessLanguages } from './language.js';
import { splitLines } from './line.js';
import { withLostBreaks } from './lost-breaks.js';
import { inSource, type JoinTest, type ReadableText, readableText } from './markup.js';
import { narrow, reflow } from './reflow.js';
import { assignSections, type Section } from './section.js';
import { cutSentences, type Piece } from './sentence.js';
import { finish, type Steps } from './steps.js';
import { type Token, tokenSteps } from './token.js';
import type { Vocabulary } from './vocabulary.js';

export type { Vocabulary } from './vocabulary.js';

/** One sentence, list item or heading: tokens [from, to), marker of a list item excluded. */
export interface Sentence extends Range {
  readonly from: number;
  readonly to: number;
  readonly kind: 'body' | 'heading' | 'lead-in';
  readonly language: Language;
  /** Index into `sections`. */
  readonly section: number;
  /** Index of the lead-in sentence that introduces this list item; null where there is none. */
  readonly leadIn: number | null;
  /** Index of the first sentence of the same line. */
  readonly line: number;
}

export interface Note {
  readonly text: string;
  /** The text without the markup of the system that it comes from. */
  readonly readable: ReadableText;
  /** The language of most of the note. */
  readonly language: Language;
  readonly tokens: readonly Token[];
  /** Whether any word has an accent; where none has, words are compared without. */
  readonly accented: boolean;
  /** Whether it has a date from 2100 on, as notes have whose dates were shifted so that patients are not to be known. */
  readonly shifted: boolean;
  readonly sentences: readonly Sentence[];
  /** The first has no heading: what stands before any heading. */
  readonly sections: readonly Section<HeadingRule>[];
}

const SHIFTED =
  /(?<!\d)2[12]\d\d[/-]\d{1,2}[/-]\d{1,2}(?!\d)|(?<!\d)\d{1,2}[/.-]\d{1,2}[/.-]2[12]\d\d(?!\d)|\[\*\*2[12]\d\d\*\*\]/;

/**
 * Reads a note once, for every later stage; linear in the text.
 *
 * @param language `auto` decides sentence by sentence where a note mixes the two; a language forces all.
 */
export function readNote(text: string, language: RequestLanguage, vocabulary: Vocabulary): Note {
  return finish(noteSteps(text, language, vocabulary));
}

/** `readNote` in steps. */
export function* noteSteps(text: string, language: RequestLanguage, vocabulary: Vocabulary): Steps<Note> {
  const readable = readableText(text, joinTest(vocabulary));
  const plain = yield* tokenSteps(readable.text);
  narrow(plain);
  yield;
  reflow(readable.text, plain, vocabulary);
  yield;
  const read = readForms(readable.text, withLostBreaks(readable.text, plain), vocabulary);
  const languages: readonly Language[] = language === 'auto' ? ['en', 'fr'] : [language];
  const lines = splitLines(readable.text, read);
  yield;
  const pieces = yield* cutSentences(readable.text, read, lines, languages, vocabulary);
  yield;
  const tokens = inSource(read, readable);
  const guess = yield* guessLanguages(tokens, pieces, language, vocabulary);
  yield;
  const words = languages.map((each) => vocabulary.words[each]);
  const { sections, sectionOf } = assignSections(tokens, pieces, words);
  yield;
  const sentences = pieces.map((piece, i) =>
    toSentence(piece, tokens, guess.sentences[i] ?? guess.note, sectionOf[i] ?? 0),
  );
  const accented = tokens.some((token) => token.lower !== token.norm);
  return { text, readable, language: guess.note, tokens, accented, shifted: SHIFTED.test(text), sentences, sections };
}

/** The class of words that are only parts of longer ones. */
const WORD_PART = 'WORD_PART';

function joinTest({ words, hasWord }: Vocabulary): JoinTest {
  const isPart = (norm: string) => LANGUAGES.some((language) => words[language].has(WORD_PART, norm));
  return { hasWord, isPart };
}

/** What the section of a sentence is (`vital_signs`), undefined where no heading says it. */
export function sectionAt(note: Note, sentence: number): string | undefined {
  return note.sections[note.sentences[sentence]?.section ?? 0]?.rule?.section;
}

/** The index of the sentence that holds an offset, or the next one after it; the number of sentences past the last. */
export function sentenceAt(note: Note, offset: number): number {
  let low = 0;
  let high = note.sentences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((note.sentences[middle] as Sentence).end > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The tokens [from, to) that a range of the text touches. */
export function tokensIn(note: Note, range: Range): { from: number; to: number } {
  const from = firstTokenWhere(note.tokens, (token) => token.end > range.start);
  return {
    from,
    to: Math.max(
      from,
      firstTokenWhere(note.tokens, (token) => token.start >= range.end),
    ),
  };
}

function firstTokenWhere(tokens: readonly Token[], holds: (token: Token) => boolean): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(tokens[middle] as Token)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function toSentence(piece: Piece, tokens: readonly Token[], language: Language, section: number): Sentence {
  return {
    from: piece.from,
    to: piece.to,
    start: (tokens[piece.from] as Token).start,
    end: (tokens[piece.to - 1] as Token).end,
    kind: piece.kind,
    language,
    section,
    leadIn: piece.leadIn,
    line: piece.line,
  };
}
