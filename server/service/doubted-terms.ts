/** Why the concept that has the very words of a window may not be what the note means there. */

import type { ExactDescription } from '../db/rank.js';
import { isAssayed } from '../detection/assay.js';
import { isDenied } from '../detection/token-role.js';
import type { Window } from '../detection/windows.js';
import { CONDITIONS, DISORDER, type Doubt, type Language, MORPHOLOGY, OBSERVABLE, SITUATION } from '../domain.js';
import { ALLERGIES, leavesAllergen } from '../ranking/allergy.js';
import { MEASURES, SUBSTANCES } from '../ranking/amount-sense.js';
import { doubtAll } from '../ranking/known-words.js';
import { isHappening } from '../ranking/namesake.js';
import { type Amount, isMeasured, isPositiveBehind, isResultBehind } from '../text/amount.js';
import { type Note, sectionAt } from '../text/note.js';
import { joinKeys } from '../text/term-key.js';
import { type Token, tokenize } from '../text/token.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { type ClassMatch, CONDITION, ORDINARY, SITE, type WordIndex } from '../text/words.js';

const AMBIGUOUS = 'AMBIGUOUS';
const KIN = 'KIN';
/** The longest way to say an allergy before its allergen: "allergie à l'". */
const ALLERGY_TOKENS = 4;

/** The power of a muscle on the scale of the Medical Research Council. */
const POWER = /^[0-5][+-]?(?:\/5)?$/;
/** Of which the power is told side by side: "HF R 3, L 4". */
const SIDES: ReadonlySet<string> = new Set(['r', 'l']);

/** Words between what somebody took and what came of it: "aspirin causes wheeze", "penicillin ?allergic". */
const REACTED = /^(?:allerg.*|cause[sd]?|gave|gives|provoque)$/;

const TELLING: ReadonlySet<string> = new Set(['-', '–', '(']);
/** Sections that list diseases. */
const DISEASES: ReadonlySet<string> = new Set(['diagnosis', 'family_history', 'past_history']);

/** No concept is doubted. */
export const CERTAIN: ReadonlyMap<string, Doubt> = new Map();

export interface Surroundings {
  readonly note: Note;
  readonly roles: Uint8Array;
  /** The key of each token. */
  readonly keys: readonly string[];
  readonly vocabulary: Pick<Vocabulary, 'words' | 'opensException'>;
}

/**
 * The concepts that are in doubt, and why.
 * @param exact the descriptions with the words of the window
 * @param said what the text around the words says: how much of it, and whether of a vaccine against what they name; and their long form
 */
export function doubtsOf(
  surroundings: Surroundings,
  window: Window,
  language: Language,
  exact: readonly ExactDescription[],
  said: { readonly amount: Amount; readonly prevented: boolean; readonly spelledOut?: string },
): ReadonlyMap<string, Doubt> {
  if (exact.length === 0) return CERTAIN;
  const { note, keys, vocabulary } = surroundings;
  const allergen = isAllergen(note, keys, language, window);
  const { spelledOut } = said;
  const words = vocabulary.words[language];
  const found = ambiguityOf(words, note.tokens, window);
  const row = found?.value === CONDITION && isCondition(surroundings, window, language, exact) ? undefined : found;
  const ambiguous =
    row !== undefined || (spelledOut !== undefined && ambiguityOf(words, tokenize(spelledOut)) !== undefined);
  const ordinary = row?.value === ORDINARY && areWords(exact) && !allergen;
  const measured = isMeasured(said.amount);
  const those = (isDoubted: (tag: string) => boolean) =>
    sctidsOf(exact.filter(({ semantic_tag }) => isDoubted(semantic_tag)));
  return new Map([
    // The allergy to a substance, the vaccination against a disease or its serology are other concepts.
    ...doubtAll(allergen ? those((tag) => !CONDITIONS.has(tag) && !MEASURES.has(tag)) : [], 'neighbour'),
    ...doubtAll(said.prevented ? those((tag) => CONDITIONS.has(tag)) : [], 'neighbour'),
    ...doubtsOfAssay(surroundings, window, exact),
    // What somebody reacted to is no test of it: "Allergies: platelets - urticaria".
    ...doubtAll(allergen && isToldBehind(note, window.to) ? those((tag) => MEASURES.has(tag)) : [], 'neighbour'),
    // "LDL 1.1 g/l" is no substance that somebody takes, nor is "cocaine pos"; "penicillin = rash", "penicillin ?allergic", "aspirin causes wheeze" are an allergy.
    ...doubtAll(
      said.amount === 'measured' || isReactionBehind(note, window.to) || isResultBehind(note, window.to)
        ? those((tag) => SUBSTANCES.has(tag))
        : [],
      'neighbour',
    ),
    // The creatinine of a ratio: "prot/créat 0,6".
    ...doubtAll(
      isDenominator(note, window) ? those((tag) => said.amount !== null || MEASURES.has(tag)) : [],
      'neighbour',
    ),
    ...doubtAll(hasException(note, vocabulary, language, window) ? those((tag) => tag === SITUATION) : [], 'neighbour'),
    // "SpO2 94% OA" is on air, and no osteoarthritis; "HF 3/5" is the power of a hip, and no heart failure.
    ...doubtAll(
      note.tokens[window.from - 1]?.norm === '%' || isPowerBehind(note, window.to)
        ? sctidsOf(exact.filter(isConditionInShort))
        : [],
      'other_meaning',
    ),
    // What tissue looks like: the words mean what the patient has ("rupture d'anévrisme").
    ...doubtAll(
      those((tag) => tag === MORPHOLOGY || row?.value === SITE),
      'morphology',
    ),
    // What is measured is what a number behind it says ("FR 18"), unless it is a word of everyday language ("drinking 1 L of vodka").
    ...doubtAll(
      ambiguous && row?.value !== SITE ? those((tag) => ordinary || !(measured && tag === OBSERVABLE)) : [],
      ordinary ? 'rare' : 'other_meaning',
    ),
  ]);
}

/** The conditions that a test looks for, or that are prevented, and that nobody is said to have. */
export function doubtsOfAssay(
  { note, roles, vocabulary }: Surroundings,
  window: Window,
  exact: readonly ExactDescription[],
): ReadonlyMap<string, Doubt> {
  const conditions = exact.filter(isHappening);
  if (conditions.length === 0 || !isAssayed(note, roles, vocabulary, window)) return CERTAIN;
  return doubtAll(sctidsOf(conditions), 'neighbour');
}

/** Whether the power of a muscle stands behind its letters: "HF 3/5", "HF R 3, L 4"; a number alone may be anything. */
function isPowerBehind({ tokens }: Note, at: number): boolean {
  const number = SIDES.has(tokens[at]?.norm ?? '') ? at + 1 : at;
  const norm = tokens[number]?.norm ?? '';
  return POWER.test(norm) && (number > at || norm.includes('/'));
}

/** Whether something is told of the words before a token, behind a dash or in brackets. */
function isToldBehind({ tokens }: Note, at: number): boolean {
  return tokens[at]?.breaks === 0 && TELLING.has(tokens[at]?.norm ?? '');
}

/** Whether the words before a token are what somebody is allergic to, or does not bear. */
function isReactionBehind({ tokens }: Note, at: number): boolean {
  const told = tokens[at]?.norm === '?' ? at + 1 : at;
  return tokens[at]?.norm === '=' || (tokens[told]?.breaks === 0 && REACTED.test(tokens[told]?.norm ?? ''));
}

/** Whether only what somebody has can stand where a window stands: right behind words that deny or doubt it or name a relative, before "positive", and where diseases are listed. */
function isCondition(
  { note, roles, vocabulary }: Surroundings,
  { from, to, start, end, sentence }: Window,
  language: Language,
  exact: readonly ExactDescription[],
): boolean {
  if (isDenied(note, roles, from) || isPositiveBehind(note, to)) return true;
  if (note.tokens[from]?.breaks === 0 && vocabulary.words[language].is(KIN, note.tokens, from - 1)) return true;
  // Two letters may be anything in any list.
  const isDisease = end - start > 2 && exact.every(({ semantic_tag }) => semantic_tag === DISORDER);
  return isDisease && DISEASES.has(sectionAt(note, sentence) ?? '');
}

/** Whether a description is an abbreviation of what a patient has. */
export function isConditionInShort({ kind, semantic_tag }: ExactDescription): boolean {
  return kind === 'abbreviation' && CONDITIONS.has(semantic_tag);
}

function sctidsOf(hits: readonly ExactDescription[]): string[] {
  return hits.map(({ sctid }) => sctid);
}

/** Whether an exception follows the words, or opens the brackets behind them: "no known allergies except penicillin". */
function hasException(
  { tokens, sentences }: Note,
  vocabulary: Pick<Vocabulary, 'opensException'>,
  language: Language,
  { to, sentence }: Window,
): boolean {
  const end = sentences[sentence]?.to ?? to;
  const at = to < end && '(,'.includes(tokens[to]?.norm ?? ' ') ? to + 1 : to;
  return vocabulary.opensException(language, tokens, at, end);
}

/** Whether a slash glues the words to a word before them. */
function isDenominator({ tokens }: Note, { from }: Window): boolean {
  const [word, slash, own] = [tokens[from - 2], tokens[from - 1], tokens[from]];
  return word?.kind === 'word' && slash?.norm === '/' && slash.start === word.end && own?.start === slash.end;
}

/** The row of words that often mean something else ("OH", the hernial orifices; "retrait" of a drain): class AMBIGUOUS. */
export function ambiguityOf(
  words: WordIndex,
  tokens: readonly Token[],
  { from, to } = { from: 0, to: tokens.length },
): ClassMatch | undefined {
  return words.whole(AMBIGUOUS, tokens, from, to);
}

/** Whether these are terms of which none is an abbreviation. */
export function areWords(exact: readonly ExactDescription[]): boolean {
  return exact.length > 0 && exact.every(({ kind }) => kind !== 'abbreviation');
}

/** Whether a window is what its section, or the words before it, say an allergy to. */
function isAllergen(note: Note, keys: readonly string[], language: Language, window: Window): boolean {
  if (sectionAt(note, window.sentence) === ALLERGIES) return true;
  const begin = Math.max(note.sentences[window.sentence]?.from ?? window.from, window.from - ALLERGY_TOKENS);
  for (let from = begin; from < window.from; from++)
    if (leavesAllergen(joinKeys(note.tokens, keys, from, window.from), language)) return true;
  return false;
}
