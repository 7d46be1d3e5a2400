/** The language of a note and of each of its sentences, English or French. */

import type { Language, RequestLanguage } from '../domain/language.js';
import type { Piece } from './sentence.js';
import { type Steps, TOKENS_A_STEP } from './steps.js';
import type { Token } from './token.js';
import type { Vocabulary } from './vocabulary.js';
import type { ClassMatch } from './words.js';

/** How much a token speaks for French; negative for English. */
const FUNCTION_WORD = 1;
const LEXICON_WORD = 0.5;
const ACCENT = 0.6;
const ELISION = 0.8;
const ENDING = 0.2;
const MIN_ENDING_WORD = 5;
const CLOSED_CLASSES = new Set(['FUNCTION', 'DETERMINER', 'LINK', 'COORD_AND', 'COORD_OR', 'RESTART', 'SAY', 'KIN']);
/** French puts a space before a colon. */
const SPACED_COLON = 0.3;

const FRENCH_ENDING = /(?:ie|ique|aque|age|ane|eux|euse|eur|ite|ee|aire|ose|isme|elle|ement|oire|ienne)s?$/;
const ENGLISH_ENDING = /(?:y|ing|ness|itis|osis|ed|sh|th|ht|ck|ll|ic|al|ism|er)s?$/;
const FRENCH_ELISION = /^(?:c|d|j|l|m|n|qu|jusqu|lorsqu|puisqu)'$/;
const ENGLISH_CLITIC = /^(?:'s|n't|'ve|'re|'ll)$/;

/** A sentence of the other language needs this much evidence on its own ... */
const CLEAR = 2;
/** ... or this much beside another sentence of it. */
const LIKELY = 0.9;
/** With less it says nothing. */
const SAYS_NOTHING = 0.3;
/** With this much it is undecided. */
const UNDECIDED = 0.4;
/** Evidence against must stay below this share of the evidence for. */
const MAX_CONTRARY = 0.34;

export interface LanguageGuess {
  readonly note: Language;
  /** One for each piece. */
  readonly sentences: readonly Language[];
}

interface Evidence {
  readonly en: number;
  readonly fr: number;
}

/**
 * Guesses the language of a note and of its sentences by their frequent words, accents, elisions and endings.
 * The note's language holds for a sentence unless the sentence clearly speaks against it. In steps.
 */
export function* guessLanguages(
  tokens: readonly Token[],
  pieces: readonly Piece[],
  requested: RequestLanguage,
  vocabulary: Vocabulary,
): Steps<LanguageGuess> {
  if (requested !== 'auto') return { note: requested, sentences: pieces.map(() => requested) };
  const evidence: Evidence[] = [];
  const known = new Map<string, Known>();
  let weighed = 0;
  for (const piece of pieces) {
    evidence.push(weigh(tokens, piece, known, vocabulary));
    if (piece.to < weighed + TOKENS_A_STEP) continue;
    weighed = piece.to;
    yield;
  }
  const note = noteLanguage(evidence);
  const other = opposite(note);
  const flipped = evidence.map((e, i) => pieces[i]?.kind !== 'heading' && speaks(e, other, CLEAR));
  spread(flipped, evidence, pieces, other, 1);
  spread(flipped, evidence, pieces, other, -1);
  for (const [i, piece] of pieces.entries()) {
    if (!flipped[i] && triesOther(tokens, piece, evidence[i] as Evidence, other, vocabulary)) flipped[i] = true;
  }
  // A heading of the other language reads as such, but says nothing of the text below it.
  const foreign = evidence.map((e, i) => flipped[i] || isForeignHeading(pieces[i] as Piece, e, other));
  // Abbreviations, which are of no language, follow the heading on their line: "ATCD : HTA, DT2."
  for (const [i, piece] of pieces.entries()) {
    const { en, fr } = evidence[i] as Evidence;
    if (piece.kind !== 'heading' && en + fr < SAYS_NOTHING && pieces[i - 1]?.kind === 'heading')
      foreign[i] ||= foreign[i - 1] === true && tokens[piece.from]?.breaks === 0;
  }
  return { note, sentences: foreign.map((isForeign) => (isForeign ? other : note)) };
}

/** Whether a heading is one of the other language: by its words, or because only that language has it. */
function isForeignHeading({ kind, rule }: Piece, evidence: Evidence, other: Language): boolean {
  if (kind !== 'heading') return false;
  return speaks(evidence, other, LIKELY) || (rule?.language === other && evidence[opposite(other)] === 0);
}

/**
 * Whether an undecided sentence is read in the other language: what little it says is of that one alone, and only there has it a cue
 * ("Diabète connu." in an English note).
 */
function triesOther(
  tokens: readonly Token[],
  { kind, from, to }: Piece,
  evidence: Evidence,
  other: Language,
  vocabulary: Vocabulary,
): boolean {
  if (kind === 'heading' || !speaks(evidence, other, UNDECIDED)) return false;
  return vocabulary.hasTrigger(tokens, from, to, other) && !vocabulary.hasTrigger(tokens, from, to, opposite(other));
}

function opposite(language: Language): Language {
  return language === 'en' ? 'fr' : 'en';
}

/** Walks the sentences one way: beside a sentence of the other language less evidence is enough. */
function spread(
  flipped: boolean[],
  evidence: readonly Evidence[],
  pieces: readonly Piece[],
  other: Language,
  step: 1 | -1,
): void {
  const last = flipped.length - 1;
  for (let i = step > 0 ? 1 : last - 1; i >= 0 && i <= last; i += step) {
    if (flipped[i] || pieces[i]?.kind === 'heading' || !flipped[i - step]) continue;
    flipped[i] = speaks(evidence[i] as Evidence, other, LIKELY);
  }
}

function noteLanguage(evidence: readonly Evidence[]): Language {
  let english = 0;
  let french = 0;
  for (const e of evidence) {
    english += e.en;
    french += e.fr;
  }
  return french > english ? 'fr' : 'en';
}

function speaks(evidence: Evidence, language: Language, least: number): boolean {
  const contrary = evidence[opposite(language)];
  return evidence[language] >= least && contrary <= evidence[language] * MAX_CONTRARY;
}

/** What a word of the note says, and the piece in which it came last. */
interface Known {
  readonly norm: string;
  readonly weight: number;
  said: Piece;
}

/** @param known the words of the note so far, by their lower case */
function weigh(tokens: readonly Token[], piece: Piece, known: Map<string, Known>, vocabulary: Vocabulary): Evidence {
  let en = 0;
  let fr = 0;
  for (let i = piece.from; i < piece.to; i++) {
    const token = tokens[i] as Token;
    if (token.norm === ':' && token.spaces === 1 && i > piece.from) fr += SPACED_COLON;
    if (token.kind !== 'word') continue;
    let word = known.get(token.lower);
    // A word that comes again says nothing new: "RE 19, LE 24, LE cataract" is no French.
    if (word?.said === piece) continue;
    if (word?.norm !== token.norm) {
      word = { norm: token.norm, weight: tokenWeight(token, tokens, i, vocabulary), said: piece };
      known.set(token.lower, word);
    }
    word.said = piece;
    if (word.weight > 0) fr += word.weight;
    else en -= word.weight;
  }
  return { en, fr };
}

/** What one word says: positive for French, negative for English. */
function tokenWeight(token: Token, tokens: readonly Token[], at: number, vocabulary: Vocabulary): number {
  if (token.norm.includes("'")) {
    if (FRENCH_ELISION.test(token.norm)) return ELISION;
    if (ENGLISH_CLITIC.test(token.norm)) return -ELISION;
  }
  const french = classWeight(vocabulary.words.fr.matchesAt(tokens, at, at + 1));
  if (token.lower !== token.norm) return Math.max(french, ACCENT);
  const english = classWeight(vocabulary.words.en.matchesAt(tokens, at, at + 1));
  if (french + english > ENDING) return french - english;
  const known = vocabulary.leaning(token.norm) * LEXICON_WORD;
  if (known !== 0) return known;
  return token.norm.length < MIN_ENDING_WORD ? french - english : endingWeight(token.norm);
}

function endingWeight(norm: string): number {
  return (FRENCH_ENDING.test(norm) ? ENDING : 0) - (ENGLISH_ENDING.test(norm) ? ENDING : 0);
}

/** How strongly a word's classes tie it to their language: words of content are often the same in both. */
function classWeight(matches: readonly ClassMatch[]): number {
  let weight = 0;
  for (const match of matches) {
    const tie = match.class === 'LANGUAGE' ? FUNCTION_WORD : CLOSED_CLASSES.has(match.class) ? LEXICON_WORD : ENDING;
    weight = Math.max(weight, tie);
  }
  return weight;
}
