/** Candidate spans of a note with what the terminology knows of each: by their very words, then by likeness. */

import { CONTENT } from '../detection/token-role.js';
import { phrases, phraseWindows, termWindows, type Window } from '../detection/windows.js';
import type { Encode, Language } from '../domain.js';
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
import type { Note } from '../text/note.js';
import { joinKeys, tokenKeys } from '../text/term-key.js';
import type { LiveState } from './live.js';
import { mapInSlices } from './slices.js';

/** A span with its candidates. */
export interface FoundSpan extends Window, RankedWords {
  readonly language: Language;
  readonly score: number;
}

/** A window with what the terminology knows of its words. */
type Worded = Window & KnownWords;

/** What mistyped tokens were meant to be, by their index. */
type Spelling = ReadonlyMap<number, string>;

const NONE: ReadonlySet<string> = new Set();

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
  const spelling = mendTypos(note, roles, state.termWords);
  const known = await findTerms(note, roles, ranking, spelling, state.termWords);
  const terms = known.filter((window) => window.exact.length > 0);
  const windows = [...terms, ...likeWindows(note, roles, terms, known, spelling)];
  const nearest = await nearestByText(ranking, encode, windows.flatMap(formsOf), signal);
  const found = await mapInSlices(windows, (window): FoundSpan => {
    const language = languageOf(note, window);
    const { ranked, doubtful } = rankWords(window, nearest);
    return { ...window, language, ranked, doubtful, score: scoreOf(window, ranked[0]?.cosine ?? 0, state, language) };
  });
  return chooseSpans(found);
}

function languageOf(note: Note, { sentence }: Window): Language {
  return note.sentences[sentence]?.language ?? note.language;
}

function scoreOf(window: Worded, cosine: number, state: LiveState, language: Language): number {
  if (window.exact.length > 0) return termScore(Math.max(1, window.content), window.to - window.from);
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
  termWords: TermWords,
): Promise<Worded[]> {
  const began = performance.now();
  const mended = note.tokens.map((token, at) => ({ ...token, norm: spelling.get(at) ?? token.norm }));
  const tokens = tokenKeys(mended);
  const isWord = (folded: string) => termWords.has(folded);
  const windows = termWindows(note, roles).filter((window) => window.content > 0 || window.to - window.from === 1);
  const keyed = await mapInSlices(windows, (window) => ({
    window,
    key: joinKeys(mended, tokens, window.from, window.to),
  }));
  const hits = await termsByKey(ranking, new Set(keyed.map(({ key }) => key)));
  ranking.spent.ranking += performance.now() - began;
  const capitals = sentencesInCapitals(note);
  return keyed.flatMap(({ window, key }) => {
    const all = hits.get(key);
    if (all === undefined) return [];
    const letters = { words: wordsOf(note, window), content: window.content, capitals: capitals.has(window.sentence) };
    const admitted = admitTerms(letters, languageOf(note, window), all, isWord);
    return [{ ...window, ...admitted, meant: meantWords(note, window, spelling) }];
  });
}

/** Windows that are looked for by likeness: those of phrases that terms do not explain whole. */
function likeWindows(
  note: Note,
  roles: Uint8Array,
  terms: readonly Worded[],
  known: readonly Worded[],
  spelling: Spelling,
): Worded[] {
  const chosen = chooseSpans(terms.map((term) => ({ ...term, score: termScore(term.content, term.to - term.from) })));
  const explained = new Uint8Array(note.tokens.length);
  for (const term of chosen) explained.fill(1, term.from, term.to);
  const place = ({ from, to }: Window) => `${from}-${to}`;
  const knownAt = new Map(known.map((window) => [place(window), window]));
  return phrases(note, roles)
    .flatMap((phrase) => {
      const touched = explained.subarray(phrase.from, phrase.to).some(Boolean);
      return phraseWindows(note, roles, phrase).filter((window) => !isLeftover(explained, touched, window));
    })
    .filter((window) => (knownAt.get(place(window))?.exact.length ?? 0) === 0)
    .map((window) => {
      const refused = knownAt.get(place(window))?.refused ?? NONE;
      const meant = meantWords(note, window, spelling);
      return { ...window, words: wordsOf(note, window), meant, exact: [], refused, doubted: NONE };
    });
}

/**
 * Whether terms explain a window, or leave of its phrase just one word: an adjective beside a term is no span of its own.
 * @param touched whether terms explain a part of the phrase of the window
 */
function isLeftover(explained: Uint8Array, touched: boolean, window: Window): boolean {
  if (window.content === 1 && touched) return true;
  return explained.subarray(window.from, window.to).every(Boolean);
}

/** The sentences of several words without a lower-case letter. */
function sentencesInCapitals(note: Note): ReadonlySet<number> {
  const found = note.sentences.map(({ start, end, from, to }, i) => {
    const text = note.text.slice(start, end);
    return to - from > 1 && text === text.toUpperCase() ? i : -1;
  });
  return new Set(found);
}

function wordsOf(note: Note, window: Window): string {
  return note.text.slice(window.start, window.end).split(/\s+/).join(' ');
}

function mendTypos(note: Note, roles: Uint8Array, termWords: TermWords): Spelling {
  const mended = new Map<number, string>();
  for (const [at, { kind, norm }] of note.tokens.entries()) {
    const meant = kind === 'word' && roles[at] === CONTENT ? termWords.correct(norm) : undefined;
    if (meant !== undefined) mended.set(at, meant);
  }
  return mended;
}

/** The words of a window without their typos; undefined where there are none. */
function meantWords(note: Note, { from, to, start, end }: Window, spelling: Spelling): string | undefined {
  let words = '';
  let at = start;
  for (let i = from; i < to; i++) {
    const meant = spelling.get(i);
    const token = note.tokens[i];
    if (meant === undefined || token === undefined) continue;
    words += note.text.slice(at, token.start) + meant;
    at = token.end;
  }
  return at === start ? undefined : (words + note.text.slice(at, end)).split(/\s+/).join(' ');
}
