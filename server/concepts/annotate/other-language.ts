/** Whether a note is in neither English nor French: by how many of its words neither a dictionary nor a term has. */

import { isDictionaryWord } from '../../text/dictionary.js';
import type { AnnotatedNote } from './annotated-note.js';
import type { TermWords } from './term-words.js';

/** The dictionaries have words of five letters and more. */
const SHORTEST = 5;
/** Fewer unknown words say nothing: a name, two typos. */
const LEAST_UNKNOWN = 3;
/**
 * Of the 502 notes of the repository none has more than .29 of its words unknown, of 54 longer ones in eleven other languages none has fewer
 * than .37 (`test/fixtures/languages`).
 */
const LEAST_SHARE = 0.35;
/** Letters of another script that make a word: Chinese writes none apart. */
const LETTERS_A_WORD = 2;
const LATIN = /\p{Script=Latin}/u;
const LETTER = /\p{L}/u;

/** Each word counts once; one that begins with a capital may be a name, and alone makes no note foreign. */
export function isOtherLanguage(
  { tokens, vocabulary, classes }: Pick<AnnotatedNote, 'tokens' | 'vocabulary' | 'classes'>,
  termWords: Pick<TermWords, 'hasForm'>,
): boolean {
  const seen = new Set<string>();
  let known = 0;
  let unknown = 0;
  let isOnlyNames = true;
  for (const [at, { kind, norm, capital }] of tokens.entries()) {
    if (kind !== 'word' || seen.has(norm)) continue;
    seen.add(norm);
    if (LETTER.test(norm) && !LATIN.test(norm)) {
      unknown += Math.floor(norm.length / LETTERS_A_WORD);
      isOnlyNames = false;
    } else if (norm.length < SHORTEST) continue;
    else if (
      classes.from(at).length > 0 ||
      isDictionaryWord(norm) ||
      vocabulary.hasWord(norm) ||
      termWords.hasForm(norm)
    )
      known++;
    else {
      unknown++;
      isOnlyNames &&= capital;
    }
  }
  return unknown >= LEAST_UNKNOWN && !isOnlyNames && unknown >= LEAST_SHARE * (unknown + known);
}
