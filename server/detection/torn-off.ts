/** Words that may be only a part of what the note says: "epidural" in "epidural abscess", "fracture" in "fracture of the neck". */

import type { Language } from '../domain.js';
import type { Note } from '../text/note.js';
import type { Token } from '../text/token.js';
import type { Vocabulary } from '../text/vocabulary.js';
import { REFINEMENT, type WordIndex } from '../text/words.js';
import { joinsNames } from './care-place.js';
import { BREAK, CONTENT, isContent as isContentRole } from './token-role.js';
import type { Window } from './windows.js';

/** Shorter words beside a span seldom make another concept of it. */
const SHORTEST_WORD = 3;
/** Prepositions besides "of" that join to a span what makes another concept of it: "allergie au nickel". */
const TOWARDS: ReadonlySet<string> = new Set(['to', 'à', 'au', 'aux']);
/** Words before the degree of something: "type 1", "stade III", "grade B". */
const DEGREES: ReadonlySet<string> = new Set(
  'cat category catégorie class classe gd gr grade st stade stage type'.split(' '),
);
const DEGREE = /^(?:[0-9]|i{1,3}|iv|v|[a-d])$/;
const NUMBER = /^(?:[0-9]|i{1,3}|iv|v)$/;
/** A lumbar vertebra or its disc: "L4", "L5S1". Other letters with a number may be a day, a stage, an image or a heart sound. */
const LEVEL = /^l[1-5](?:[ls]?[1-5])?$/;
/** The second of "L4/5", "L4/L5", "L5/S1". */
const SECOND_LEVEL = /^[ls]?[1-5]$/;
/** Words between a cause and its effect: "alcohol induced pancreatitis", "pancréatite d'origine alcoolique". */
const CAUSING: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(['induced', 'related']),
  fr: new Set(['origine']),
};
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'la', 'le', 'les', "l'", 'un', 'une']);

/**
 * Whether a window is torn off: a hyphen, or a preposition behind it, joins it to a word outside; a content word stands beside it, but for one that only refines it; its
 * number goes on with a letter; its risk, its cause or its effect stands beside it; or its degree stands beside it or is one of two, or "non" and what it is not behind it.
 * @param isApart whether a token beside it is an idea of its own
 */
export function isTornOff(
  note: Note,
  roles: Uint8Array,
  vocabulary: Pick<Vocabulary, 'words'>,
  { from, to, sentence }: Window,
  isApart: (at: number) => boolean = () => false,
): boolean {
  const range = note.sentences[sentence];
  const language = range?.language ?? note.language;
  const isContent = (at: number): boolean => {
    if (range === undefined || at < range.from || at >= range.to || isApart(at)) return false;
    const norm = note.tokens[at]?.norm ?? '';
    return roles[at] === CONTENT && (norm.length >= SHORTEST_WORD || LEVEL.test(norm));
  };
  // "Vertiges supportables", "vague nausea": words of side, degree and course leave a concept what it is; what stands beyond them may not.
  const words = vocabulary.words[language];
  const isRefining = (at: number) => isContent(at) && words.is(REFINEMENT, note.tokens, at);
  let next = to;
  for (let step = 1; step > 0; next += step)
    step = isRefining(next) ? 1 : refiningPhrase(note, words, next, range?.to ?? to);
  let before = from - 1;
  while (isRefining(before)) before--;
  const joined = (at: number) => note.tokens[at]?.joined === true;
  // "rétinopathie non proliférante"
  const isNot = (at: number) => note.tokens[at]?.lower === 'non' && isContent(at + 1);
  // "sous-cutané" is one word, whatever its first half may do alone.
  const behind = isContent(next) || (joined(to + 1) && isContent(to + 1)) || isContent(afterPreposition(note, next));
  return (
    joined(from) ||
    joined(to) ||
    isContent(before) ||
    isContent(levelBefore(note, from)) ||
    isContent(ownerBefore(note, before)) ||
    behind ||
    hasLetter(note, to - 1) ||
    (hasDegree(note, to) && !isApart(to)) ||
    isRange(note, to) ||
    isRange(note, from - 1) ||
    (isCausing(note, language, from - 1) && (roles[from - 2] as number) < BREAK) ||
    isContent(behindCausing(note, language, to)) ||
    (language === 'en' && (isDegreed(note, roles, from, range?.from ?? from) || isRisk(note, to))) ||
    isNot(to)
  );
}

/** How many tokens a phrase of several words takes that only refines what stands before it: "anémie à l'entrée", "fracture peu déplacée"; 0 where none begins. */
function refiningPhrase({ tokens }: Note, words: WordIndex, at: number, end: number): number {
  if (at >= end || (tokens[at]?.breaks ?? 0) > 0) return 0;
  const phrase = words.matchesAt(tokens, at, end).find((match) => match.class === REFINEMENT && match.length > 1);
  return phrase?.length ?? 0;
}

/**
 * Whether English says the degree of the thing that begins at a token: "type 2 respiratory failure", "stage 3b CKD"; in "CKD stage 3 hypertension"
 * it is that of what stands before it.
 * @param begin the first token of the sentence
 */
function isDegreed(note: Note, roles: Uint8Array, from: number, begin: number): boolean {
  const { tokens } = note;
  if (tokens[from - 1]?.norm === '°') return isSecondary(note, roles, from, begin);
  const degree = hasLetter(note, from - 2) ? from - 2 : from - 1;
  const name = tokens[degree - 1]?.norm === '.' ? degree - 2 : degree - 1;
  if (name < begin || !DEGREES.has(tokens[name]?.lower ?? '') || !DEGREE.test(tokens[degree]?.norm ?? '')) return false;
  const isOneLine = tokens.slice(name + 1, from + 1).every((token) => token.breaks === 0);
  const isOfOther = name > begin && tokens[name]?.breaks === 0 && isContentRole(roles[name - 1]);
  return isOneLine && !isOfOther;
}

/** Whether "2°" says the kind of the thing that begins at a token: "2° hyperparathyroidism"; "AKI 2° sepsis" tells a cause. */
function isSecondary({ tokens }: Note, roles: Uint8Array, from: number, begin: number): boolean {
  const [number, before] = [tokens[from - 2], from - 3];
  if (from - 2 < begin || !/^[12]$/.test(number?.norm ?? '')) return false;
  return before < begin || (number?.breaks ?? 0) > 0 || !isContentRole(roles[before]);
}

/** Whether the degree of a thing begins at a token, which often makes another concept of it: "trouble bipolaire type 1". */
function hasDegree({ tokens }: Note, at: number): boolean {
  if (tokens[at]?.breaks !== 0 || !DEGREES.has(tokens[at]?.lower ?? '')) return false;
  const degree = tokens[at + 1]?.norm === '.' ? at + 2 : at + 1;
  return DEGREE.test(tokens[degree]?.norm ?? '') && tokens[degree]?.breaks === 0;
}

/** Whether a token ties a cause to its effect within a line. */
function isCausing({ tokens }: Note, language: Language, at: number): boolean {
  return CAUSING[language].has(tokens[at]?.lower ?? '') && tokens[at]?.breaks === 0 && tokens[at + 1]?.breaks === 0;
}

/** The token behind the word that ties a cause to its effect; -1 where there is none. */
function behindCausing(note: Note, language: Language, at: number): number {
  const tie = note.tokens[at]?.norm === "d'" ? at + 1 : at;
  return isCausing(note, language, tie) ? tie + 1 : -1;
}

/** Whether English names the risk of something by the word behind it: "malnutrition risk", "stroke risk factors". */
function isRisk({ tokens }: Note, at: number): boolean {
  return tokens[at]?.breaks === 0 && /^risks?$/.test(tokens[at]?.lower ?? '');
}

/** Whether a token is the slash between two degrees, of which nobody knows the right one: "NYHA II/III". */
function isRange({ tokens }: Note, at: number): boolean {
  const [first, slash, second] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (slash?.norm !== '/' || slash.spaces > 0 || second?.spaces !== 0) return false;
  return NUMBER.test(first?.norm ?? '') && NUMBER.test(second.norm);
}

/** Whether a number has a letter of its own behind it: "stage 3b" is more than stage 3, "G3P2" is not one number. */
function hasLetter({ tokens }: Note, at: number): boolean {
  const [number, letter, next] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (number?.kind !== 'number' || letter?.kind !== 'word' || letter.norm.length > 1) return false;
  return letter.start === number.end && !(next?.kind === 'number' && next.start === letter.end);
}

/** The token behind "of the", "to"; -1 where there is no such preposition. */
function afterPreposition({ tokens }: Note, at: number): number {
  const token = tokens[at];
  if (token === undefined || !(joinsNames(token.lower) || TOWARDS.has(token.lower))) return -1;
  const next = ARTICLES.has(tokens[at + 1]?.lower ?? '') ? at + 2 : at + 1;
  return isGenus(tokens, next) ? next + 2 : next;
}

/** Whether a letter with its full stop stands for a genus: the "P." of "P. vivax". */
function isGenus(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.norm.length === 1 && tokens[at + 1]?.norm === '.';
}

/** The name before its "'s", which mostly makes another concept: "Meckel's diverticulitis"; -1 where there is none. */
function ownerBefore({ tokens }: Note, at: number): number {
  return tokens[at]?.norm === "'s" && tokens[at]?.start === tokens[at - 1]?.end ? at - 1 : -1;
}

/** The first vertebra of two before a token: "L4/5 disc extrusion"; -1 where there is none. */
function levelBefore({ tokens }: Note, at: number): number {
  const isSecond = SECOND_LEVEL.test(tokens[at - 1]?.norm ?? '') && tokens[at - 2]?.norm === '/';
  return isSecond && LEVEL.test(tokens[at - 3]?.norm ?? '') ? at - 3 : -1;
}
