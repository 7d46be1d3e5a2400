/** Candidate spans of a note with what the terminology knows of each: by their very words, then by likeness. */

import { descriptionsByKey, type ExactDescription } from '../db/rank.js';
import { acceptsCase } from '../detection/term-case.js';
import { phrases, phraseWindows, termWindows, type Window } from '../detection/windows.js';
import type { Encode, Language } from '../domain.js';
import { mergeForms, type RankedConcept } from '../ranking/candidates.js';
import { chooseSpans, likenessScore, termScore } from '../ranking/choose.js';
import { nearestByText, type RankingDatabase } from '../ranking/nearest.js';
import { floorOf, mentionOf } from '../ranking/status.js';
import { foldTerm } from '../text/normalize.js';
import type { Note } from '../text/note.js';
import { joinKeys, tokenKeys } from '../text/term-key.js';
import type { LiveState } from './live.js';
import { mapInSlices } from './slices.js';

/** A span with its candidates, best first. */
export interface FoundSpan extends Window {
  readonly language: Language;
  readonly ranked: readonly RankedConcept[];
  readonly score: number;
}

/** A window with its words in one line, and the descriptions that have these words. */
interface Worded extends Window {
  readonly words: string;
  readonly exact: readonly ExactDescription[];
  /** Concepts whose abbreviation has these letters in another case: "arm" is no "ARM". */
  readonly refused: ReadonlySet<string>;
}

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
  const known = await findTerms(note, roles, ranking);
  const terms = known.filter((window) => window.exact.length > 0);
  const windows = [...terms, ...likeWindows(note, roles, terms, known)];
  const nearest = await nearestByText(ranking, encode, windows.flatMap(formsOf), signal);
  const found = await mapInSlices(windows, (window): FoundSpan => {
    const language = note.sentences[window.sentence]?.language ?? note.language;
    const forms = formsOf(window).map((form) =>
      (nearest.get(form) ?? []).filter(({ sctid }) => !window.refused.has(sctid)),
    );
    const ranked = mergeForms(forms, window.exact, foldTerm(window.words));
    return { ...window, language, ranked, score: scoreOf(window, ranked, state, language) };
  });
  return chooseSpans(found);
}

function scoreOf(window: Worded, ranked: readonly RankedConcept[], state: LiveState, language: Language): number {
  if (window.exact.length > 0) return termScore(Math.max(1, window.content), window.to - window.from);
  const thresholds = state.thresholds[language];
  const cosine = ranked[0]?.cosine ?? 0;
  if (cosine >= floorOf(thresholds))
    return likenessScore(window.content, cosine, floorOf(thresholds)) + UNRESOLVED_WEIGHT;
  return cosine >= mentionOf(thresholds) ? UNRESOLVED_WEIGHT * window.content * cosine : 0;
}

/** The texts that are embedded for a window: as written, and the terms that have its words in another form. */
function formsOf(window: Worded): string[] {
  const written = foldTerm(window.words);
  const others = window.exact.filter((hit) => hit.term_norm !== written).map((hit) => hit.term);
  return [...new Set([window.words, ...others])];
}

/** The windows whose words, in whatever case, are a term. */
async function findTerms(note: Note, roles: Uint8Array, ranking: RankingDatabase): Promise<Worded[]> {
  const began = performance.now();
  const tokens = tokenKeys(note.tokens);
  const windows = termWindows(note, roles).filter((window) => window.content > 0 || window.to - window.from === 1);
  const keyed = await mapInSlices(windows, (window) => ({
    window,
    key: joinKeys(note.tokens, tokens, window.from, window.to),
  }));
  const hits = new Map<string, ExactDescription[]>();
  const keys = [...new Set(keyed.map(({ key }) => key))];
  for (const hit of await descriptionsByKey(ranking.db, ranking.serving.releaseId, keys)) {
    hits.set(hit.term_key, [...(hits.get(hit.term_key) ?? []), hit]);
  }
  ranking.spent.ranking += performance.now() - began;
  const capitals = sentencesInCapitals(note);
  return keyed.flatMap(({ window, key }) => {
    const all = hits.get(key) ?? [];
    if (all.length === 0) return [];
    const words = wordsOf(note, window);
    const letters = { words, content: window.content, capitals: capitals.has(window.sentence) };
    const exact = all.filter((hit) => acceptsCase(letters, hit));
    const accepted = new Set(exact.map((hit) => hit.sctid));
    const refused = new Set(all.map((hit) => hit.sctid).filter((sctid) => !accepted.has(sctid)));
    return [{ ...window, words, exact, refused }];
  });
}

/** Windows that are looked for by likeness: those of phrases that terms do not explain whole. */
function likeWindows(note: Note, roles: Uint8Array, terms: readonly Worded[], known: readonly Worded[]): Worded[] {
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
      const refused = knownAt.get(place(window))?.refused ?? new Set<string>();
      return { ...window, words: wordsOf(note, window), exact: [], refused };
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
