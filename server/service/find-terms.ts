/** The windows of a note whose very words are a term, as its letters, its surroundings and the note's own explanations allow. */

import { type ExactDescription, termsOfConcepts } from '../db/rank.js';
import { definedAbbreviations } from '../detection/defined-abbreviations.js';
import { termWindows, type Window } from '../detection/windows.js';
import type { Language } from '../domain.js';
import { senseOf } from '../ranking/abbreviation-sense.js';
import { admitTerms, type KnownWords, termsByKey } from '../ranking/known-words.js';
import type { RankingDatabase } from '../ranking/nearest.js';
import { type Note, sectionAt } from '../text/note.js';
import { joinKeys, tokenKeys } from '../text/term-key.js';
import { CERTAIN, doubtsOf } from './doubted-terms.js';
import { impliedKeys, impliedTerms, keysOf, vaccineSentences } from './implied-terms.js';
import type { LiveState } from './live.js';
import { giveWay, mapInSlices } from './slices.js';
import { meantWords, type Spelling } from './spelling.js';

/** A window with what the terminology knows of its words. */
export interface Worded extends Window, KnownWords {
  /** Whether the lexicon knows it as a clinical phrase, whatever the terminology has. */
  readonly clinical: boolean;
}

/** The windows whose words, in whatever case, are a term. */
export async function findTerms(
  note: Note,
  roles: Uint8Array,
  ranking: RankingDatabase,
  spelling: Spelling,
  { termWords, lexicon }: LiveState,
): Promise<readonly Worded[]> {
  const mended = note.tokens.map((token, at) => ({ ...token, norm: spelling.get(at) ?? token.norm }));
  const tokens = tokenKeys(mended);
  const isWord = (folded: string) => termWords.has(folded);
  await giveWay();
  const windows = termWindows(note, roles).filter((window) => window.content > 0 || isLetters(note, window));
  const vaccinated = vaccineSentences(note, tokens);
  const asked = new Set<string>();
  const keyed = await mapInSlices(windows, (window) => {
    const key = joinKeys(mended, tokens, window.from, window.to);
    const implied = impliedKeys(note, roles, lexicon.vocabulary, tokens, vaccinated, window, key);
    asked.add(key);
    for (const other of keysOf(implied)) asked.add(other);
    return { window, key, implied };
  });
  const began = performance.now();
  const hits = await termsByKey(ranking, asked);
  ranking.spent.ranking += performance.now() - began;
  const capitals = sentencesInCapitals(note);
  const surroundings = { note, keys: tokens, words: lexicon.vocabulary.words };
  const known = await mapInSlices(keyed, ({ window, key, implied }): Worded[] => {
    const all = hits.get(key) ?? [];
    const meantBySurroundings = impliedTerms(implied, hits, all);
    const language = languageOf(note, window);
    const isClinical = () => lexicon.vocabulary.clinical[language].has(key, () => wordsOf(note, window));
    const clinical = window.content > 0 && isClinical();
    if (all.length + meantBySurroundings.length === 0 && !clinical) return [];
    const words = wordsOf(note, window);
    if (meantBySurroundings.length > 0) {
      const refused = displaced(all, meantBySurroundings);
      return [{ ...window, words, exact: meantBySurroundings, refused, doubted: CERTAIN, clinical, strange: false }];
    }
    const letters = {
      words,
      content: window.content,
      capitals: capitals.has(window.sentence),
      accented: note.accented,
    };
    const admitted = admitTerms(letters, language, all, isWord);
    const strange = termWords.lacksWordOf(words);
    const prevented = implied.vaccines.some((each) => hits.has(each));
    const doubts = doubtsOf(surroundings, window, language, admitted.exact, prevented);
    const doubted = new Map([...doubts, ...admitted.doubted]);
    return [{ ...window, ...admitted, doubted, clinical, strange, meant: meantWords(note, window, spelling) }];
  });
  const explained = explainAbbreviations(note, windows, known.flat());
  return tellSenses(note, tokens, explained, ranking);
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
    if (window.to - window.from > 1) return [];
    const long = defined.get(wordsOf(note, window));
    if (long === undefined) return [];
    const refused = displaced(knownAt.get(placeOf(window))?.exact ?? [], long.exact);
    return [{ ...long, ...window, content: 1, words: wordsOf(note, window), meant: undefined, refused }];
  });
  const places = new Set(explained.map(placeOf));
  return [...known.filter((window) => !places.has(placeOf(window))), ...explained];
}

/**
 * Leaves an abbreviation of several meanings the one that its surroundings speak for, for a person to look at. What the note explains itself has
 * one meaning already.
 */
async function tellSenses(
  note: Note,
  keys: readonly string[],
  known: readonly Worded[],
  { db, serving, spent }: RankingDatabase,
): Promise<readonly Worded[]> {
  const meaningsOf = ({ exact }: Worded) =>
    exact.every((hit) => hit.kind === 'abbreviation') ? [...new Set(exact.map((hit) => hit.sctid))] : [];
  const asked = known.flatMap((window) => (meaningsOf(window).length > 1 ? meaningsOf(window) : []));
  if (asked.length === 0) return known;
  const began = performance.now();
  const terms = await termsOfConcepts(db, serving.releaseId, [...new Set(asked)]);
  spent.ranking += performance.now() - began;
  const words = new Set(keys);
  return known.map((window) => {
    const meanings = meaningsOf(window);
    if (meanings.length < 2) return window;
    const tags = new Map(window.exact.map((hit) => [hit.sctid, hit.semantic_tag]));
    const senses = meanings.map((sctid) => ({
      sctid,
      semanticTag: tags.get(sctid) ?? '',
      terms: terms.get(sctid) ?? [],
    }));
    const section = sectionAt(note, window.sentence);
    const measured = note.tokens[window.to]?.kind === 'number';
    const sense = senseOf(senses, { measured, section, words });
    if (sense === undefined) return window;
    const exact = window.exact.filter((hit) => hit.sctid === sense);
    const refused = new Set([...window.refused, ...displaced(window.exact, exact)]);
    return { ...window, exact, refused, doubted: new Map([...window.doubted, [sense, 'letters']]) };
  });
}

/** One token, or a letter with its sign: "K+". */
function isLetters(note: Note, { from, to }: Window): boolean {
  return to - from === 1 || (to - from === 2 && note.tokens[to - 1]?.norm === '+');
}

/** The sentences without a lower-case letter; abbreviations alone ("HR 124, BP 102/58") are no such sentence. */
function sentencesInCapitals(note: Note): ReadonlySet<number> {
  const found = note.sentences.map(({ start, end }, i) => {
    const text = note.text.slice(start, end);
    return text === text.toUpperCase() && /\p{L}{5}/u.test(text) ? i : -1;
  });
  return new Set(found);
}

/** The words of a window in one line. */
export function wordsOf(note: Note, window: Window): string {
  return note.text.slice(window.start, window.end).split(/\s+/).join(' ');
}

/** What tells a window from the others of its note. */
export function placeOf({ from, to }: Window): string {
  return `${from}-${to}`;
}

/** The language of the sentence of a window. */
export function languageOf(note: Note, { sentence }: Window): Language {
  return note.sentences[sentence]?.language ?? note.language;
}
