/** What the letters of a mention may stand for: their case, their language, their accents. */

import type { ExactDescription } from '../../db/rank.js';
import type { Language } from '../../domain/language.js';
import { CONDITIONS, OBSERVABLE } from '../../domain/semantic-tags.js';
import { foldTerm } from '../../text/normalize.js';
import type { KnownWords } from '../lookup/term-mention.js';
import type { TokenRange } from '../mentions/mention.js';
import { evidenceOf } from '../rules/apply.js';
import type { Evidence } from '../rules/evidence.js';
import type { ReviewRule } from '../rules/rule.js';
import { acceptsCase, differsInFinalAccent, isShort, type SpanLetters, sameLetters } from './casing.js';

/** The longest word in capitals that is more likely an abbreviation than a word. */
const LONGEST_SHOUT = 4;
/** The longest beginning of a word that is seldom another form of it. */
const LONGEST_STUMP = 3;

/** What rules are asked about letters and a description that has them. */
interface LettersSubject {
  readonly at: TokenRange;
  readonly letters: SpanLetters;
  readonly hit: ExactDescription;
  /** Whether the letters are those of the description in another case, and no word. */
  readonly isGuess: boolean;
}

export const LETTERS: readonly ReviewRule<LettersSubject>[] = [
  {
    // A word in capitals may be letters that the terminology lacks: "ROT".
    id: 'shouted-word',
    when: ({ at, letters, hit }) => (isShouted(letters, hit) ? { at } : null),
    fires: 'Known [GOUT] since 2010.',
    quiet: 'Known [gout] since 2010.',
  },
  {
    id: 'final-accent',
    when: ({ at, letters, hit, isGuess }) => (!isGuess && differsInFinalAccent(letters, hit.term) ? { at } : null),
    fires: 'Pansement fait, [sonde] retirée à J2.',
    quiet: 'Pansement fait, patient [sondé] à J2.',
  },
  {
    id: 'other-case',
    when: ({ at, isGuess }) => (isGuess ? { at } : null),
    fires: 'History of [htn] and diabetes.',
    quiet: 'History of [HTN] and diabetes.',
  },
];

/**
 * Parts the descriptions with the key of a mention into those that its letters may stand for, and the concepts of the others. Endings
 * are those of one language: French "mal" is no inflection of English "male".
 * @param isWord `TermWords.isWord`
 */
export function admitTerms(
  letters: SpanLetters,
  language: Language,
  hits: readonly ExactDescription[],
  isWord: (folded: string, isSmall: boolean) => boolean,
  at: TokenRange = { from: 0, to: 0 },
): Omit<KnownWords, 'meant' | 'strange'> {
  const written = foldTerm(letters.words);
  const possible = hits.filter(
    (hit) =>
      acceptsCase(letters, hit) &&
      !isForeignWord(hit, letters.words, language) &&
      !(hit.language === language && isStump(written, hit)),
  );
  // "IDM" is a heart attack in French and an infant's condition in English.
  const ours = possible.some((hit) => hit.kind === 'abbreviation' && hit.language === language);
  const accepted = possible.filter((hit) => !ours || hit.kind !== 'abbreviation' || hit.language === language);
  const others = hits.filter((hit) => !accepted.includes(hit));
  // "arm" is a word, "hta" only the letters of terms such as "HTA sévère".
  const isSmall = letters.words !== letters.words.toUpperCase();
  const isGuess = !ours && letters.content > 0 && !isWord(written, isSmall);
  const guessed = isGuess ? others.filter((hit) => mayBeLetters(letters, hit) && !isForeign(hit, language)) : [];
  const found = [...guessed, ...accepted].map((hit) => {
    const subject = { at, letters, hit, isGuess: guessed.includes(hit) };
    return { hit, evidence: evidenceOf(LETTERS, subject, hit.sctid) };
  });
  // One description that the letters surely stand for is enough for a concept.
  const sure = new Set(found.filter(({ evidence }) => evidence.length === 0).map(({ hit }) => hit.sctid));
  const maybe = new Set(found.map(({ hit }) => hit.sctid));
  return {
    words: letters.words,
    exact: [...accepted, ...guessed]
      .filter((hit) => hit.term_norm === written || hit.language === language)
      .sort((a, b) => Number(b.language === language) - Number(a.language === language)),
    refused: new Set(others.map((hit) => hit.sctid).filter((sctid) => !maybe.has(sctid))),
    evidence: found.flatMap(({ hit, evidence }): readonly Evidence[] => (sure.has(hit.sctid) ? [] : evidence)),
  };
}

/** Whether a mention may be an abbreviation in other letters: "htn", and two letters where only such a thing stands, "bp 138/84", "pmh dm"; "psa" is not "PsA". */
function mayBeLetters({ words, counted, led }: SpanLetters, { semantic_tag, term }: ExactDescription): boolean {
  const isTold = semantic_tag === OBSERVABLE ? counted : led && CONDITIONS.has(semantic_tag);
  const isLong = words.length > 2 || (words.length === 2 && isTold === true);
  return isLong && term === term.toUpperCase() && sameLetters(words, term);
}

function isForeign(hit: ExactDescription, language: Language): boolean {
  return hit.kind === 'abbreviation' && hit.language !== language;
}

/**
 * Up to three letters in the other language may be anything in this one: French "AA" is room air, English "RA" too; more letters in
 * another case are a word ("lead", French LEAD).
 */
function isForeignWord(hit: ExactDescription, words: string, language: Language): boolean {
  return isForeign(hit, language) && (isShort(hit.term) || hit.term !== words);
}

/** Whether a few letters are only the beginning of a word: "glu" is short for something, and no glue. */
function isStump(written: string, { kind, term_norm }: ExactDescription): boolean {
  if (kind === 'abbreviation' || written.length > LONGEST_STUMP) return false;
  return term_norm !== written && term_norm !== `${written}s` && term_norm.startsWith(written);
}

function isShouted({ words, capitals }: SpanLetters, hit: ExactDescription): boolean {
  if (capitals || hit.kind === 'abbreviation' || words.length > LONGEST_SHOUT) return false;
  return words === words.toUpperCase() && /\p{L}/u.test(words) && hit.term !== words;
}
