/** Whether the letters of a span may stand for a term: "AS" is aortic stenosis, "as" is not. */

import { foldTerm } from '../../text/normalize.js';
import { termKey } from '../../text/term-key.js';

/** Abbreviations up to this length are words of the language too often to be taken in any case. */
const SHORT = 3;

/** A span as far as its letters matter. */
export interface SpanLetters {
  readonly words: string;
  /** How many content words it has; a function word has none. */
  readonly content: number;
  /** Whether its sentence is written in capitals, so that capitals say nothing. */
  readonly capitals: boolean;
  /** Whether the note writes accents at all. */
  readonly accented: boolean;
  /** Whether it begins its sentence. */
  readonly begins?: boolean;
  /** Whether a number stands behind it. */
  readonly counted?: boolean;
  /** Whether words that lead to what somebody has stand right before it: "hx of mi". */
  readonly led?: boolean;
  /** Whether that number has a decimal. */
  readonly decimal?: boolean;
}

/** @param term any description with the same words as the span, apart from case and endings */
export function acceptsCase(span: SpanLetters, term: { readonly term: string; readonly kind: string }): boolean {
  // One letter may be anything, but "K 5.8" is the potassium.
  if (span.words.length < 2 && !(span.decimal && term.kind === 'abbreviation')) return false;
  const isInShort = term.kind === 'abbreviation' || (term.kind === 'local' && isShort(term.term));
  return isInShort ? acceptsAbbreviation(span, term.term) : acceptsWords(span, term.term);
}

/** An abbreviation has no endings but the plural: "COPDE" is no "COPD". */
function acceptsAbbreviation(span: SpanLetters, abbreviation: string): boolean {
  if (!sameLetters(span.words, abbreviation)) return false;
  if (isShort(abbreviation) && !hasCaseOf(span, abbreviation)) return false;
  return span.content > 0 || (!span.capitals && span.words === span.words.toUpperCase());
}

function acceptsWords(span: SpanLetters, term: string): boolean {
  if (isInitials(span) && singular(span.words) !== singular(term)) return false;
  return span.content > 0 && endsInX(span.words) === endsInX(term) && sameFinalT(span.words, term);
}

/** Whether a span is a few capitals in a sentence that has small letters too, which have no endings: "PAL" is no inflection of "pâle". */
function isInitials({ words, capitals }: SpanLetters): boolean {
  return !capitals && /^\p{Lu}{2,4}$/u.test(words);
}

/** A word folded and without the s of a plural. */
export function singular(word: string): string {
  return foldTerm(word).replace(/s$/, '');
}

/** Whether words end with an x that is no plural: "late" is no inflection of "latex". */
function endsInX(words: string): boolean {
  return /[^u]x$/i.test(words);
}

/**
 * Whether each word ends with a "t" behind "l" or "n" where that of the term does, for the key drops it: "well" is no "welt", "felt" no
 * "fell". What has another key is a typo, and not compared.
 */
function sameFinalT(words: string, term: string): boolean {
  if (termKey(foldTerm(words)) !== termKey(foldTerm(term))) return true;
  const [ours, theirs] = [finalTs(words), finalTs(term)];
  return ours.length !== theirs.length || ours.every((ends, i) => ends === theirs[i]);
}

function finalTs(words: string): boolean[] {
  return foldTerm(words)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => /[ln]te?s?$/.test(word));
}

/** Whether words have the letters of an abbreviation, in whatever case: "htn" and "HTN", but not "sac" and "SACS". */
export function sameLetters(words: string, abbreviation: string): boolean {
  return foldTerm(letters(words)) === foldTerm(letters(abbreviation));
}

/** Whether a note with accents lacks the "é" at the end of a word where the term has it, or the other way round: "sonde" is no "sondé", "retrait" no "retraité". */
export function differsInFinalAccent({ words, accented }: SpanLetters, term: string): boolean {
  if (!accented) return false;
  const ours = finals(words);
  const theirs = finals(term);
  return ours.length === theirs.length && ours.some((isAccented, i) => isAccented !== theirs[i]);
}

/** For each word whether it ends with "é", in whatever number and gender. */
function finals(words: string): boolean[] {
  const each =
    words
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return each.map((word) => /ée?s?$/.test(word));
}

/** Whether words have the capitals of an abbreviation; "Lac" begins a sentence with one that "lac" has not. */
function hasCaseOf({ words, begins }: SpanLetters, abbreviation: string): boolean {
  const isBegun =
    begins === true && /^\p{Lu}\p{Ll}+$/u.test(words) && letters(words.toLowerCase()) === letters(abbreviation);
  return isBegun || letters(words) === letters(abbreviation);
}

/** Whether an abbreviation is so short that others have the same letters. */
export function isShort(abbreviation: string): boolean {
  return letters(abbreviation).length <= SHORT;
}

/** An abbreviation without its plural, which is a small letter: "ARMs" is as short as "ARM". */
function letters(abbreviation: string): string {
  return abbreviation.replace(/s$/, '');
}
