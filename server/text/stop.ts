/** Where a sentence ends inside a line. */

import type { Token } from './token.js';

const OPENERS = '-•*("[+<>«#?';
const CLOSERS = ')"]\'»';
/** A full stop before a lower-case word ends a sentence only after a word this long: shorter ones are abbreviations. */
const MIN_WORD_BEFORE_LOWER = 4;
/** The same in a note whose sentences begin with small letters. */
const MIN_WORD_IN_SMALL_NOTE = 2;
/** How many more sentences must begin so than with capitals. */
const LEAST_SURPLUS = 2;
/** "fever.No cough": a full stop without space ends a sentence after a word this long. */
const MIN_WORD_BEFORE_GLUED = 3;

/** A longer word in capitals is no abbreviation. */
const MAX_ABBREVIATION = 6;
/** Marks in a row that may open a sentence ("??"). */
const MAX_OPENING_MARKS = 4;

/**
 * Whether clearly more sentences of a note begin with a small letter than with a capital, as far as full stops behind longer words tell.
 *
 * @param isShort whether the word at a token is a short form, which may have a full stop of its own
 */
export function beginsSmall(tokens: readonly Token[], isShort: (at: number) => boolean): boolean {
  let surplus = 0;
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.norm === '.' && isBehindWord(tokens, at) && isBeforeWord(tokens, at) && !isShort(at - 1))
      surplus += tokens[at + 1]?.capital ? -1 : 1;
  }
  return surplus >= LEAST_SURPLUS;
}

/** Whether a full stop is glued to a longer word. */
function isBehindWord(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return before?.kind === 'word' && before.norm.length >= MIN_WORD_BEFORE_LOWER && before.end === tokens[at]?.start;
}

/** Whether a word follows on the same line, behind a space. */
function isBeforeWord(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return next?.kind === 'word' && next.spaces > 0 && next.breaks === 0;
}

/** How a note is written, as far as its full stops go. */
export interface Style {
  /** Whether sentences of the note begin with small letters. */
  readonly small: boolean;
  /** Whether the word at a token ends with a full stop of its own. */
  readonly isAbbreviation: (at: number) => boolean;
  /** Whether the word at a token may answer a question by itself: "yes", "non". */
  readonly isAnswer: (at: number) => boolean;
}

/** Whether a comma stands for a line break that was lost on the way, right behind the full stop of a word and right before a capital: "asleep.,Exam". */
export function isLostBreak(tokens: readonly Token[], at: number, { isAbbreviation }: Style): boolean {
  const [word, stop, comma, next] = [tokens[at - 2], tokens[at - 1], tokens[at], tokens[at + 1]];
  if (comma?.norm !== ',' || stop?.norm !== '.' || stop.end !== comma.start || !next?.capital) return false;
  const isWord = word?.kind === 'word' && word.end === stop.start && word.norm.length >= MIN_WORD_BEFORE_GLUED;
  return isWord && !isAbbreviation(at - 2);
}

/**
 * Whether the token at `at` ends a sentence and the token after it, on the same line, begins the next.
 *
 * @param text the text of the tokens
 * @param start first token of the sentence: marks that open it ("? PE") do not end it
 */
export function endsSentence(
  text: string,
  tokens: readonly Token[],
  at: number,
  start: number,
  { small, isAbbreviation, isAnswer }: Style,
): boolean {
  const mark = stopMark(tokens, at);
  const next = tokens[at + 1];
  if (mark < 0 || !next || opensWithMarks(tokens, start, mark)) return false;
  const spaced = next.start > (tokens[at] as Token).end;
  const before = tokens[mark - 1] as Token;
  if ((tokens[mark] as Token).norm !== '.')
    return spaced && opens(next) && !isQuery(text, tokens, mark) && !isLoneAnswer(tokens, at + 1, isAnswer);
  if (!spaced) return before.kind === 'word' && before.norm.length >= MIN_WORD_BEFORE_GLUED && next.capital;
  if (before.end === tokens[mark]?.start && before.kind === 'word') {
    if (isAbbreviation(mark - 1) || before.norm.includes('.')) return false;
    return opens(next) || before.norm.length >= (small ? MIN_WORD_IN_SMALL_NOTE : MIN_WORD_BEFORE_LOWER);
  }
  return opens(next) || next.kind === 'word';
}

/** Whether nothing but marks stands before this one ("?? PE", "(?) PE"). */
function opensWithMarks(tokens: readonly Token[], start: number, mark: number): boolean {
  let at = mark;
  while (at > start && mark - at < MAX_OPENING_MARKS && isOpeningMark(tokens[at - 1] as Token)) at--;
  return at <= start;
}

function isOpeningMark(token: Token): boolean {
  return isStop(token) || token.norm === '(';
}

/** The mark that ends a sentence at `at`, which may be a quote or bracket after it; -1 for none. */
function stopMark(tokens: readonly Token[], at: number): number {
  const token = tokens[at] as Token;
  if (token.kind !== 'punctuation') return -1;
  if (isStop(token)) return CLOSERS.includes(tokens[at + 1]?.norm ?? ' ') && tokens[at + 1]?.spaces === 0 ? -1 : at;
  const before = tokens[at - 1];
  return before && CLOSERS.includes(token.norm) && token.spaces === 0 && isStop(before) ? at - 1 : -1;
}

/** "Chest pain? No." is one sentence: an answer stands alone behind its question. */
function isLoneAnswer(tokens: readonly Token[], at: number, isAnswer: Style['isAnswer']): boolean {
  const next = tokens[at + 1];
  return (next === undefined || next.breaks > 0 || next.kind === 'punctuation') && isAnswer(at);
}

/** "SOB ? CHF": a mark between spaces before an abbreviation in capitals queries it and ends nothing. */
function isQuery(text: string, tokens: readonly Token[], mark: number): boolean {
  const token = tokens[mark] as Token;
  const next = tokens[mark + 1] as Token;
  if (token.norm !== '?' || token.spaces === 0 || next.kind !== 'word') return false;
  const surface = text.slice(next.start, next.end);
  return surface.length > 1 && surface.length <= MAX_ABBREVIATION && surface === surface.toUpperCase();
}

function isStop(token: Token): boolean {
  return token.norm === '.' || token.norm === '!' || token.norm === '?' || token.norm === '…';
}

function opens(token: Token): boolean {
  return token.capital || token.kind === 'number' || OPENERS.includes(token.norm);
}
