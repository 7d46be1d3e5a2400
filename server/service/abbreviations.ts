/** What the abbreviations of a note stand for. */

import { type ExactDescription, termsOfConcepts } from '../db/rank.js';
import { definedAbbreviations } from '../detection/defined-abbreviations.js';
import { isDenied } from '../detection/token-role.js';
import type { Window } from '../detection/windows.js';
import { CONDITIONS, FINDING, OBSERVABLE } from '../domain.js';
import {
  isMeasurement,
  isSpelledIn,
  type Surroundings as SenseSurroundings,
  senseOf,
} from '../ranking/abbreviation-sense.js';
import { doubtAll, withOnly } from '../ranking/known-words.js';
import type { RankingDatabase } from '../ranking/nearest.js';
import { giveWay, mapInSlices } from '../slices.js';
import { amountBehind, isMeasured, isResultBehind, isValueBehind } from '../text/amount.js';
import { type Note, sectionAt } from '../text/note.js';
import { CONDITION, RARE } from '../text/words.js';
import { amountSaid } from './amount-said.js';
import { ambiguityOf } from './doubted-terms.js';
import { type LongForms, shortFor, spellOut, type Written } from './spell-out.js';
import { displaced, languageOf, placeOf, type Worded, wordsOf } from './worded.js';

/**
 * The known windows once their abbreviations are read: as the note explains them, with the words beside them, by what is around them.
 * @param windows all windows of the note
 * @param known those that the terminology or the lexicon knows
 */
export async function readAbbreviations(
  written: Written,
  windows: readonly Window[],
  known: readonly Worded[],
  ranking: RankingDatabase,
): Promise<readonly Worded[]> {
  await giveWay();
  const defined = definedAbbreviations(
    written.note,
    known.filter((window) => window.exact.length > 0),
  );
  const explained = explainAbbreviations(written.note, windows, known, defined);
  await giveWay();
  const longForms = await longFormsOf(explained, ranking);
  const spelt = await spellOut(written, windows, explained, longForms, ranking);
  return tellSenses(written, spelt, longForms, defined);
}

/** Gives the abbreviations that the note explains itself the terms of their long forms, wherever they stand in it. */
function explainAbbreviations(
  note: Note,
  windows: readonly Window[],
  known: readonly Worded[],
  defined: ReadonlyMap<string, Worded>,
): readonly Worded[] {
  if (defined.size === 0) return known;
  const knownAt = new Map(known.map((window) => [placeOf(window), window]));
  const explained = windows.flatMap((window): Worded[] => {
    if (window.to - window.from > 1) return [];
    const long = defined.get(wordsOf(note, window));
    if (long === undefined) return [];
    const refused = displaced(knownAt.get(placeOf(window))?.exact ?? [], long.exact);
    const exact = long.exact.map((hit) => ({ ...hit, kind: 'abbreviation' as const }));
    // A long form that is mistyped is a guess, and so is what it explains.
    const sctids = exact.map(({ sctid }) => sctid);
    const doubted = long.meant === undefined ? long.doubted : doubtAll(sctids, 'typo');
    return [
      { ...long, ...window, exact, doubted, content: 1, words: wordsOf(note, window), meant: undefined, refused },
    ];
  });
  const places = new Set(explained.map(placeOf));
  return [...known.filter((window) => !places.has(placeOf(window))), ...explained];
}

/** The terms of what the abbreviations of a note may stand for. */
async function longFormsOf(known: readonly Worded[], { db, serving, spent }: RankingDatabase) {
  const began = performance.now();
  const terms = await termsOfConcepts(db, serving.releaseId, [...new Set(known.flatMap(shortFor))]);
  spent.ranking += performance.now() - began;
  return terms;
}

/**
 * Leaves an abbreviation of several meanings the one that its surroundings speak for, for a person to look at, and one that seldom means a concept
 * none, unless they speak for it. What the note explains itself has one meaning already.
 */
function tellSenses(
  { note, roles, keys, vocabulary, termWords }: Written,
  known: readonly Worded[],
  longForms: LongForms,
  defined: ReadonlyMap<string, Worded>,
): Promise<readonly Worded[]> {
  const words = new Set(keys);
  const termsOf = (sctid: string) => (longForms.get(sctid) ?? []).map(({ term }) => term);
  const isMeant = ({ sctid, semantic_tag }: ExactDescription, hasReading: boolean) => {
    const measures = () => semantic_tag === OBSERVABLE || isMeasurement(termsOf(sctid));
    return (hasReading && measures()) || isSpelledIn(termsOf(sctid), words, (word) => termWords.isTelling(word));
  };
  return mapInSlices(known, (window) => {
    const hasOneMeaning = defined.has(window.words) || window.exact.some((hit) => hit.kind !== 'abbreviation');
    if (hasOneMeaning || window.exact.length === 0) return window;
    const isAmbiguous = shortFor(window).length > 1;
    const value = ambiguityOf(vocabulary.words[languageOf(note, window)], note.tokens, window)?.value;
    const isSeldom = value === RARE;
    if (!isAmbiguous && !isSeldom)
      return hasValue(note, window) ? sureOfTests(window, (sctid) => isMeasurement(termsOf(sctid))) : window;
    if (value === CONDITION && isDenied(note, roles, window.from)) {
      const denied = deniedSense(window.exact);
      if (denied.length > 0) return withOnly(window, denied);
    }
    const amount = amountBehind(note, window.to);
    const meant = isSeldom ? window.exact.filter((hit) => isMeant(hit, isMeasured(amount))) : window.exact;
    // "Seen in ED": something else is meant, whatever it is.
    if (meant.length === 0) return { ...window, doubted: doubtAll(shortFor(window), 'rare') };
    const around = { measured: amount !== null, section: sectionAt(note, window.sentence), words };
    return withOneSense(withOnly(window, meant), termsOf, around);
  });
}

/**
 * What denied letters of several meanings stand for: the complaint among them, or the condition; nobody denies a level of consciousness, and
 * who has "no CP" denies a chest pain. Empty where several may be meant.
 */
function deniedSense(exact: readonly ExactDescription[]): readonly ExactDescription[] {
  const conditions = exact.filter(({ semantic_tag }) => CONDITIONS.has(semantic_tag));
  const complaints = conditions.filter(({ semantic_tag }) => semantic_tag === FINDING);
  const chosen = complaints.length > 0 ? complaints : conditions;
  return chosen.every(({ sctid }) => sctid === chosen[0]?.sctid) ? chosen : [];
}

/** Whether doubted letters have the value or the result of a test behind them ("Ca normal"), and no dose of a list ("BG 3.2 kg", "alb 20 % 100 ml"). */
function hasValue(note: Note, window: Worded): boolean {
  if (window.doubted.size === 0) return false;
  return isResultBehind(note, window.to) || (amountSaid(note, window) !== null && isValueBehind(note, window.to));
}

/** The same with the letters of what a number behind them measures, which seldom mean something else then: "Na 149", "albu 31". */
function sureOfTests(window: Worded, isTest: (sctid: string) => boolean): Worded {
  const doubted = [...window.doubted].filter(([sctid, doubt]) => doubt !== 'other_meaning' || !isTest(sctid));
  return doubted.length === window.doubted.size ? window : { ...window, doubted: new Map(doubted) };
}

function withOneSense(
  window: Worded,
  termsOf: (sctid: string) => readonly string[],
  around: SenseSurroundings,
): Worded {
  const meanings = shortFor(window);
  if (meanings.length < 2) return window;
  const tags = new Map(window.exact.map((hit) => [hit.sctid, hit.semantic_tag]));
  const sense = senseOf(
    meanings.map((sctid) => ({ sctid, semanticTag: tags.get(sctid) ?? '', terms: termsOf(sctid) })),
    around,
  );
  if (sense === undefined) return window;
  const one = withOnly(
    window,
    window.exact.filter((hit) => hit.sctid === sense),
  );
  return { ...one, doubted: new Map([...window.doubted, [sense, 'letters']]) };
}
