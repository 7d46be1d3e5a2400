/** Candidate spans of a note with what the terminology knows of each: by their very words, then by likeness. */

import { letterhead } from '../detection/letterhead.js';
import { isTornOff } from '../detection/torn-off.js';
import { LONGEST_TERM, phrases, phraseWindows, type Window } from '../detection/windows.js';
import { BODY_STRUCTURE, CONDITIONS, type Encode, type Language, MORPHOLOGY } from '../domain.js';
import type { RankedConcept } from '../ranking/candidates.js';
import { chooseSpans, likenessScore, termScore } from '../ranking/choose.js';
import { rankWords } from '../ranking/known-words.js';
import { doubtLikenesses, type LikeWords } from '../ranking/likeness.js';
import type { RankingDatabase } from '../ranking/nearest.js';
import { nearestOfKnown } from '../ranking/own-terms.js';
import { floorOf, mentionOf } from '../ranking/status.js';
import type { TermWords } from '../ranking/term-words.js';
import { giveWay, mapInSlices } from '../slices.js';
import { isDictionaryWord } from '../text/dictionary.js';
import { foldTerm } from '../text/normalize.js';
import type { Note } from '../text/note.js';
import type { Token } from '../text/token.js';
import { areWords, CERTAIN } from './doubted-terms.js';
import { findTerms } from './find-terms.js';
import type { LiveState } from './live.js';
import { setApart } from './set-apart.js';
import { readSpelling, type Spelling, waysOf } from './spelling.js';
import { WholeTerms } from './whole-terms.js';
import { languageOf, placeOf, type Worded } from './worded.js';

/** A span with its candidates. */
export interface FoundSpan extends Window, LikeWords {
  readonly language: Language;
}

const NONE: ReadonlySet<string> = new Set();
/** A clinical phrase that the terminology lacks stands back behind a term in it. */
const CLINICAL_WEIGHT = 0.8;
/** How near a single word of other terms must be to a term to be taken for it. */
const PART_COSINE = 0.9;
/** How near a phrase must be to a concept to go before the terms in it. */
const WIDER_COSINE = 0.8;
/** Below it a phrase that we cut ourselves may be no concept at all: "compression fraction" is like "compression fracture". */
const SURE_COSINE = 0.93;
/** From here on a phrase differs from a term in its order or in a preposition only: "fracture clavicule", "fracture de la clavicule". */
const SAME_COSINE = 0.97;
/** What is too little to be chosen unless nothing else stands there. */
const UNRESOLVED_WEIGHT = 0.01;

/** The non-overlapping spans of a note, in the order of the text. */
export async function findSpans(
  note: Note,
  roles: Uint8Array,
  state: LiveState,
  ranking: RankingDatabase,
  encode: Encode,
  signal: AbortSignal,
): Promise<FoundSpan[]> {
  const spelling = await readSpelling(note, roles, state);
  await giveWay();
  const head = letterhead(note, state.lexicon.vocabulary);
  const headEnd = head.lastIndexOf(1) + 1;
  const isInHead = ({ from, to }: Window) => from < headEnd && head.subarray(from, to).some(Boolean);
  // Who wrote a note and where is no concept; a finding in its title is one.
  const named = (await findTerms(note, roles, ranking, spelling, state)).filter(
    (window) => !isInHead(window) || isFinding(window),
  );
  await giveWay();
  const whole = new WholeTerms(named);
  const known = named.filter((window) => !whole.fillGapOf(window));
  // A term inside another one, or across one that explains more, would be ranked for nothing.
  const terms = chooseSpans(
    known
      .filter((window) => isTerm(window) && !whole.areCutBy(window))
      .map((window) => ({ ...window, score: scoreOfTerm(window) })),
  );
  const like = await likeWindows(note, roles, terms, known, spelling, state.termWords);
  const windows = [...terms, ...like.filter((window) => !isInHead(window))];
  const nearest = await nearestOfKnown(ranking, encode, windows, signal);
  const ranked = await mapInSlices(windows, (window) => ({
    ...window,
    ...rankWords(window, nearest),
    language: languageOf(note, window),
  }));
  const floorAt = (language: Language) => floorOf(state.thresholds[language]);
  const judged = await doubtLikenesses(ranking, ranked, ({ language }) => floorAt(language));
  const byStart = new Map(terms.map((term) => [term.from, term]));
  const found = await mapInSlices(judged, (span) => weigh(span, byStart, state));
  await giveWay();
  const isModifier = insideOf(known.filter(({ exact, clinical }) => exact.length === 0 && clinical));
  const chosen = chooseSpans(found);
  const apartFrom = setApart(note, state.lexicon.vocabulary, chosen);
  const isTorn = (span: FoundSpan & Worded) => {
    const isApart = apartFrom(span);
    const isOther = (at: number) => isApart(at) || (at < span.from && isLeadIn(note, at, span.language, state));
    return isTornOff(note, roles, state.lexicon.vocabulary, span, isOther) || isModifier(span);
  };
  return chosen
    .filter((span) => !isOrdinary(span))
    .map((span) => ({ ...span, doubt: span.doubt ?? (isTorn(span) ? 'neighbour' : null) }));
}

/**
 * Whether a word before a noun only leads up to it: in French what neither a dictionary nor a term has is how the writer shortens a verb
 * ("ctrl IRM", "surv hémoptysie"), for adjectives stand behind.
 */
function isLeadIn({ tokens }: Note, at: number, language: Language, { termWords }: LiveState): boolean {
  const word = tokens[at]?.norm ?? '';
  return language === 'fr' && !termWords.has(word) && !isDictionaryWord(word) && termWords.correct(word) === undefined;
}

/** Whether the words are no clinical idea, though a concept has them: "she will address this". Letters may be one that we do not know. */
function isOrdinary({ doubt, exact }: FoundSpan & Worded): boolean {
  return doubt === 'rare' && areWords(exact);
}

/**
 * A window with what it is worth among those that it overlaps.
 * @param terms the terms of the note, by their first tokens: no two overlap
 */
function weigh(
  span: Worded & FoundSpan,
  terms: ReadonlyMap<number, Worded>,
  state: LiveState,
): Worded & FoundSpan & { score: number } {
  const [top] = span.ranked;
  const cosine = top?.cosine ?? 0;
  // What nothing is chosen for, or what only the letters of an abbreviation make like a term, stands back behind every term in it.
  const isUnlike = span.doubt === 'unlike' || (span.doubt === 'letters' && top?.tier === 'dense');
  const likeness = isUnlike ? Math.min(cosine, mentionOf(state.thresholds[span.language])) : cosine;
  const score = scoreOf(span, likeness, state, span.language);
  // A phrase for which nothing is chosen hides no term.
  const isNear = !isUnlike && cosine >= Math.max(WIDER_COSINE, floorOf(state.thresholds[span.language]));
  const wider = isNear ? widerScore(span, top, terms) : 0;
  // "Metastatic rectal cancer" is like "rectal metastasis", and rectal cancer is surely in it.
  const isWider = wider > 0 && cosine < SAME_COSINE;
  const guess = isWider ? 'wider' : isLikeness(top) ? 'likeness' : null;
  // "Surgical emphysema" is like the emphysema that it is not.
  const isOther = span.whole && span.exact.length === 0;
  return { ...span, doubt: isOther ? 'unlike' : (span.doubt ?? guess), score: Math.max(score, wider) };
}

/**
 * Tells whether a window is a part of one of these, and not its head: the creatinine of a "creatinine clearance". Heads stand last in English
 * and first in French: "hypothyroïdie fruste" is a hypothyroidism.
 */
function insideOf(phrases: readonly Window[]): (window: Window & { readonly language: Language }) => boolean {
  const longest = new Map<number, number>();
  for (const { from, to } of phrases) longest.set(from, Math.max(to, longest.get(from) ?? 0));
  return ({ from, to, language }) => {
    for (let at = Math.max(0, to - LONGEST_TERM); at <= from; at++) {
      const end = longest.get(at) ?? 0;
      if (language === 'fr' ? at < from && end >= to : end > to) return true;
    }
    return false;
  };
}

function scoreOfTerm({ exact, content, from, to, passed, whole }: Worded): number {
  // "Lesion" stands back behind the "cystic lesion" that the terminology lacks.
  const isConcept = exact.some((hit) => content > 1 || hit.semantic_tag !== MORPHOLOGY);
  return termScore(isConcept || whole ? Math.max(1, content) : CLINICAL_WEIGHT, to - from - (passed ?? 0));
}

/**
 * The score of a phrase that is wider than the terms in it and near to another concept: "vertebral osteomyelitis" is like "osteomyelitis
 * of vertebra", which says more than the osteomyelitis in it. 0 for others.
 */
function widerScore(window: Worded, top: RankedConcept | undefined, terms: ReadonlyMap<number, Worded>): number {
  if (isTerm(window) || top === undefined) return 0;
  const inside = [];
  for (let at = window.from; at < window.to; at++) {
    const term = terms.get(at);
    if (term !== undefined && term.exact.length > 0 && term.to <= window.to) inside.push(term);
  }
  const isNew = !inside.some(({ exact }) => exact.some((hit) => hit.sctid === top.sctid));
  return inside.length > 0 && isNew ? window.content * top.cosine : 0;
}

function isLikeness(top: RankedConcept | undefined): boolean {
  return top?.tier === 'dense' && top.cosine < SURE_COSINE;
}

/** Whether the words themselves name what a patient has; an abbreviation may be that of a department. */
function isFinding({ exact }: Worded): boolean {
  return exact.some((hit) => CONDITIONS.has(hit.semantic_tag) && hit.kind !== 'abbreviation');
}

function isTerm(window: Worded | undefined): boolean {
  return window !== undefined && (window.exact.length > 0 || window.clinical);
}

function scoreOf(window: Worded, cosine: number, state: LiveState, language: Language): number {
  if (isTerm(window)) return scoreOfTerm(window);
  // "legs", "right": a word of many terms that is none itself is no finding, nor is one that is only mended to such a word.
  const isPart = cosine < PART_COSINE && state.termWords.has(foldTerm(window.words));
  if (window.content === 1 && (isPart || window.meant !== undefined)) return 0;
  const thresholds = state.thresholds[language];
  if (cosine >= floorOf(thresholds))
    return likenessScore(window.content, cosine, floorOf(thresholds)) + UNRESOLVED_WEIGHT;
  return cosine >= mentionOf(thresholds) ? UNRESOLVED_WEIGHT * window.content * cosine : 0;
}

/** Windows that are looked for by likeness: those of phrases that terms do not explain whole. */
async function likeWindows(
  note: Note,
  roles: Uint8Array,
  terms: readonly Worded[],
  known: readonly Worded[],
  spelling: Spelling,
  termWords: TermWords,
): Promise<Worded[]> {
  const explained = new Uint8Array(note.tokens.length);
  const named = new Uint8Array(note.tokens.length);
  for (const { from, to, exact } of terms) {
    explained.fill(1, from, to);
    if (exact.some(({ semantic_tag }) => semantic_tag !== BODY_STRUCTURE)) named.fill(1, from, to);
  }
  const knownAt = new Map(known.map((window) => [placeOf(window), window]));
  const found = await mapInSlices(phrases(note, roles), (phrase) => {
    const touched = explained.subarray(phrase.from, phrase.to).some(Boolean);
    return phraseWindows(note, roles, phrase)
      .filter((window) => !isLeftover(explained, touched, window) && !isTerm(knownAt.get(placeOf(window))))
      .filter((window) => mayHaveSign(note, window, named, termWords))
      .map((window): Worded => {
        const refused = knownAt.get(placeOf(window))?.refused ?? NONE;
        const { words, meant } = waysOf(note, window, spelling);
        const strange = termWords.lacksWordOf(words);
        return { ...window, words, meant, strange, exact: [], refused, doubted: CERTAIN, clinical: false };
      });
  });
  return found.flat();
}

/**
 * Whether a window has no number sign, or one that may be a fracture: "# distal radius", and neither "# DM # HTN" nor "MRN #". With
 * one word beside it the sign is a fracture only where that is a term ("hip #").
 * @param named the tokens of terms that name more than a part of the body
 */
function mayHaveSign(note: Note, window: Window, named: Uint8Array, termWords: TermWords): boolean {
  const { from, to } = window;
  const signs = note.tokens.slice(from, to).flatMap(({ norm }, i) => (norm === '#' ? [from + i] : []));
  if (signs.length === 0) return true;
  const isAtEnd = signs[0] === from || signs[0] === to - 1;
  const isKnown = ({ kind, norm }: Token) => kind !== 'word' || norm === '#' || termWords.has(norm);
  if (signs.length > 1 || !isAtEnd || to - from < 3 || !note.tokens.slice(from, to).every(isKnown)) return false;
  return !named.subarray(from, to).some(Boolean);
}

/**
 * Whether terms explain a window, or leave of its phrase just one word: an adjective beside a term is no span of its own.
 * @param touched whether terms explain a part of the phrase of the window
 */
function isLeftover(explained: Uint8Array, touched: boolean, window: Window): boolean {
  if (window.content === 1 && touched) return true;
  return explained.subarray(window.from, window.to).every(Boolean);
}
