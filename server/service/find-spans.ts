/** Candidate spans of a note with what the terminology knows of each: by their very words, then by likeness. */

import type { ExactDescription } from '../db/rank.js';
import { definedAbbreviations } from '../detection/defined-abbreviations.js';
import { tornOff } from '../detection/torn-off.js';
import { phrases, phraseWindows, termWindows, type Window } from '../detection/windows.js';
import type { Encode, Language } from '../domain.js';
import type { RankedConcept } from '../ranking/candidates.js';
import { chooseSpans, likenessScore, termScore } from '../ranking/choose.js';
import {
  admitTerms,
  formsOf,
  type KnownWords,
  type RankedWords,
  rankWords,
  termsByKey,
} from '../ranking/known-words.js';
import { nearestByText, type RankingDatabase } from '../ranking/nearest.js';
import { floorOf, mentionOf } from '../ranking/status.js';
import type { TermWords } from '../ranking/term-words.js';
import { foldTerm } from '../text/normalize.js';
import type { Note } from '../text/note.js';
import { joinKeys, tokenKeys } from '../text/term-key.js';
import { impliedKeys, impliedTerms, keysOf } from './implied-terms.js';
import type { LiveState } from './live.js';
import { giveWay, mapInSlices } from './slices.js';
import { meantWords, mendTypos, type Spelling } from './spelling.js';

/** A span with its candidates. */
export interface FoundSpan extends Window, RankedWords {
  readonly language: Language;
  readonly score: number;
}

/** A window with what the terminology knows of its words. */
interface Worded extends Window, KnownWords {
  /** Whether the lexicon knows it as a clinical phrase, whatever the terminology has. */
  readonly clinical: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** A clinical phrase that the terminology lacks stands back behind a term in it. */
const CLINICAL_WEIGHT = 0.8;
/** How near a single word of other terms must be to a term to be taken for it. */
const PART_COSINE = 0.9;
/** How near a phrase must be to a concept to go before the terms in it. */
const WIDER_COSINE = 0.8;
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
  const spelling = mendTypos(note, roles, state);
  const known = await findTerms(note, roles, ranking, spelling, state);
  // A term inside another one, or across one that explains more, would be ranked for nothing.
  const terms = chooseSpans(known.filter(isTerm).map((window) => ({ ...window, score: scoreOfTerm(window) })));
  const windows = [...terms, ...(await likeWindows(note, roles, terms, known, spelling, state.termWords))];
  const nearest = await nearestByText(ranking, encode, windows.flatMap(formsOf), signal);
  const found = await mapInSlices(windows, (window): FoundSpan => {
    const language = languageOf(note, window);
    const { ranked, doubt } = rankWords(window, nearest);
    const score = scoreOf(window, ranked[0]?.cosine ?? 0, state, language);
    return { ...window, language, ranked, doubt, score: Math.max(score, widerScore(window, ranked[0], terms)) };
  });
  await giveWay();
  const chosen = chooseSpans(found);
  const torn = tornOff(note, roles, chosen);
  return chosen.map((span, i) => ({ ...span, doubt: span.doubt ?? (torn[i] ? 'neighbour' : null) }));
}

function scoreOfTerm({ exact, content, from, to }: Worded): number {
  return termScore(exact.length > 0 ? Math.max(1, content) : CLINICAL_WEIGHT, to - from);
}

/**
 * The score of a phrase that is wider than the terms in it and near to another concept: "vertebral osteomyelitis" is like "osteomyelitis
 * of vertebra", which says more than the osteomyelitis in it. 0 for others.
 */
function widerScore(window: Worded, top: RankedConcept | undefined, terms: readonly Worded[]): number {
  if (isTerm(window) || top === undefined || top.cosine < WIDER_COSINE) return 0;
  const inside = terms.filter(({ exact, from, to }) => exact.length > 0 && from >= window.from && to <= window.to);
  const isNew = !inside.some(({ exact }) => exact.some((hit) => hit.sctid === top.sctid));
  return inside.length > 0 && isNew ? window.content * top.cosine : 0;
}

function isTerm(window: Worded | undefined): boolean {
  return window !== undefined && (window.exact.length > 0 || window.clinical);
}

function placeOf({ from, to }: Window): string {
  return `${from}-${to}`;
}

function languageOf(note: Note, { sentence }: Window): Language {
  return note.sentences[sentence]?.language ?? note.language;
}

function scoreOf(window: Worded, cosine: number, state: LiveState, language: Language): number {
  if (isTerm(window)) return scoreOfTerm(window);
  // "legs", "right": a word of many terms that is none itself is no finding.
  if (window.content === 1 && cosine < PART_COSINE && state.termWords.has(foldTerm(window.words))) return 0;
  const thresholds = state.thresholds[language];
  if (cosine >= floorOf(thresholds))
    return likenessScore(window.content, cosine, floorOf(thresholds)) + UNRESOLVED_WEIGHT;
  return cosine >= mentionOf(thresholds) ? UNRESOLVED_WEIGHT * window.content * cosine : 0;
}

/** The windows whose words, in whatever case, are a term. */
async function findTerms(
  note: Note,
  roles: Uint8Array,
  ranking: RankingDatabase,
  spelling: Spelling,
  { termWords, lexicon }: LiveState,
): Promise<readonly Worded[]> {
  const began = performance.now();
  const mended = note.tokens.map((token, at) => ({ ...token, norm: spelling.get(at) ?? token.norm }));
  const tokens = tokenKeys(mended);
  const isWord = (folded: string) => termWords.has(folded);
  await giveWay();
  const windows = termWindows(note, roles).filter((window) => window.content > 0 || window.to - window.from === 1);
  const keyed = await mapInSlices(windows, (window) => {
    const key = joinKeys(mended, tokens, window.from, window.to);
    return { window, key, implied: impliedKeys(note, roles, lexicon.vocabulary, tokens, window, key) };
  });
  const hits = await termsByKey(ranking, new Set(keyed.flatMap(({ key, implied }) => [key, ...keysOf(implied)])));
  ranking.spent.ranking += performance.now() - began;
  const capitals = sentencesInCapitals(note);
  const known = await mapInSlices(keyed, ({ window, key, implied }): Worded[] => {
    const all = hits.get(key) ?? [];
    const meantBySurroundings = impliedTerms(implied, hits);
    const language = languageOf(note, window);
    const isClinical = () => lexicon.vocabulary.clinical[language].has(key, () => wordsOf(note, window));
    const clinical = window.content > 0 && isClinical();
    if (all.length + meantBySurroundings.length === 0 && !clinical) return [];
    const words = wordsOf(note, window);
    if (meantBySurroundings.length > 0) {
      const refused = displaced(all, meantBySurroundings);
      return [{ ...window, words, exact: meantBySurroundings, refused, doubted: NONE, clinical, strange: false }];
    }
    const letters = { words, content: window.content, capitals: capitals.has(window.sentence) };
    const admitted = admitTerms(letters, language, all, isWord);
    const strange = termWords.lacksWordOf(words);
    return [{ ...window, ...admitted, clinical, strange, meant: meantWords(note, window, spelling) }];
  });
  return explainAbbreviations(note, windows, known.flat());
}

/** The concepts of the words themselves that give way where the window stands for other terms. */
function displaced(own: readonly ExactDescription[], meant: readonly ExactDescription[]): ReadonlySet<string> {
  const kept = new Set(meant.map((hit) => hit.sctid));
  return new Set(own.map((hit) => hit.sctid).filter((sctid) => !kept.has(sctid)));
}

/** Gives the abbreviations that the note explains itself the terms of their long forms, wherever they stand in it. */
function explainAbbreviations(note: Note, windows: readonly Window[], known: readonly Worded[]): readonly Worded[] {
  const defined = definedAbbreviations(
    note,
    known.filter((window) => window.exact.length > 0),
  );
  if (defined.size === 0) return known;
  const knownAt = new Map(known.map((window) => [placeOf(window), window]));
  const explained = windows.flatMap((window): Worded[] => {
    const long = window.to - window.from === 1 ? defined.get(wordsOf(note, window)) : undefined;
    if (long === undefined) return [];
    const refused = displaced(knownAt.get(placeOf(window))?.exact ?? [], long.exact);
    return [{ ...long, ...window, content: 1, words: wordsOf(note, window), meant: undefined, refused }];
  });
  const places = new Set(explained.map(placeOf));
  return [...known.filter((window) => !places.has(placeOf(window))), ...explained];
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
  for (const term of terms) explained.fill(1, term.from, term.to);
  const knownAt = new Map(known.map((window) => [placeOf(window), window]));
  const found = await mapInSlices(phrases(note, roles), (phrase) => {
    const touched = explained.subarray(phrase.from, phrase.to).some(Boolean);
    return phraseWindows(note, roles, phrase)
      .filter((window) => !isLeftover(explained, touched, window) && !isTerm(knownAt.get(placeOf(window))))
      .map((window): Worded => {
        const refused = knownAt.get(placeOf(window))?.refused ?? NONE;
        const words = wordsOf(note, window);
        const ways = { words, meant: meantWords(note, window, spelling), strange: termWords.lacksWordOf(words) };
        return { ...window, ...ways, exact: [], refused, doubted: NONE, clinical: false };
      });
  });
  return found.flat();
}

/**
 * Whether terms explain a window, or leave of its phrase just one word: an adjective beside a term is no span of its own.
 * @param touched whether terms explain a part of the phrase of the window
 */
function isLeftover(explained: Uint8Array, touched: boolean, window: Window): boolean {
  if (window.content === 1 && touched) return true;
  return explained.subarray(window.from, window.to).every(Boolean);
}

/** The sentences without a lower-case letter; abbreviations alone ("HR 124, BP 102/58") are no such sentence. */
function sentencesInCapitals(note: Note): ReadonlySet<number> {
  const found = note.sentences.map(({ start, end }, i) => {
    const text = note.text.slice(start, end);
    return text === text.toUpperCase() && /\p{L}{5}/u.test(text) ? i : -1;
  });
  return new Set(found);
}

function wordsOf(note: Note, window: Window): string {
  return note.text.slice(window.start, window.end).split(/\s+/).join(' ');
}
