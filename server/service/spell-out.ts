/** Windows that are a term once the abbreviation in them is spelt out: "ruptured AAA" is a ruptured abdominal aortic aneurysm. */

import type { ConceptTerm, ExactDescription } from '../db/rank.js';
import { BREAK } from '../detection/token-role.js';
import type { Window } from '../detection/windows.js';
import type { Doubt } from '../domain.js';
import { withoutDosed } from '../ranking/amount-sense.js';
import { termsByKey } from '../ranking/known-words.js';
import type { RankingDatabase } from '../ranking/nearest.js';
import type { TermWords } from '../ranking/term-words.js';
import { mapInSlices } from '../slices.js';
import { joinKeys } from '../text/term-key.js';
import type { Token } from '../text/token.js';
import { CERTAIN, doubtsOf, type Surroundings } from './doubted-terms.js';
import { type Spelling, waysOf } from './spelling.js';
import { languageOf, placeOf, type Worded } from './worded.js';

/** The terms of concepts by SCTID. */
export type LongForms = ReadonlyMap<string, readonly ConceptTerm[]>;

/** A note to read abbreviations in. */
export interface Written extends Surroundings {
  /** The tokens without their typos. */
  readonly tokens: readonly Token[];
  readonly roles: Uint8Array;
  readonly spelling: Spelling;
  readonly termWords: TermWords;
}

/** An abbreviation of one meaning, at tokens [from, to). */
interface Short {
  readonly from: number;
  readonly to: number;
  readonly sctid: string;
  /** Why the letters may not mean that. */
  readonly doubt: Doubt | undefined;
}

/** A window with one abbreviation in it spelt out, and the keys to look up. */
interface Reading {
  readonly window: Window;
  readonly short: Short;
  readonly keys: readonly string[];
}

/** How many tokens beside an abbreviation may belong to it: "CKD stage 3b", "SCA sans sus-décalage". */
const MOST_BESIDE = 3;
const NONE: ReadonlySet<string> = new Set();
/** What is said of the letters holds with words beside them; what is said of the place does not. */
const CARRIED: ReadonlySet<Doubt> = new Set<Doubt>(['letters', 'other_meaning', 'typo']);

/** The concepts that a window may be an abbreviation of. */
export function shortFor({ exact }: Worded): string[] {
  return [...new Set(exact.filter((hit) => hit.kind === 'abbreviation').map((hit) => hit.sctid))];
}

/**
 * The known windows, and those with words beside an abbreviation that are terms with any of its long forms. One of several meanings
 * is left alone: that the terminology has "severe pre-eclampsia" and no "severe pulmonary embolism" does not tell what "severe PE" is.
 * @param longForms the terms of all that the abbreviations of the note may stand for
 */
export async function spellOut(
  written: Written,
  windows: readonly Window[],
  known: readonly Worded[],
  longForms: LongForms,
  ranking: RankingDatabase,
): Promise<readonly Worded[]> {
  const terms = new Set(known.filter(({ exact }) => exact.length > 0).map(placeOf));
  const shorts = shortsAt(known);
  if (shorts.size === 0) return known;
  const keysOf = new Map<string, readonly string[]>();
  const read = await mapInSlices(windows, (window) => {
    const inside = shortsIn(window, shorts, written.roles);
    if (inside.length === 0 || terms.has(placeOf(window))) return [];
    return inside.flatMap((short) => readingsOf(written, window, short, longForms, keysOf));
  });
  const began = performance.now();
  const { hits } = await termsByKey(ranking, new Set([...keysOf.values()].flat()));
  ranking.spent.ranking += performance.now() - began;
  if (hits.size === 0) return known;
  const spelt = new Map<string, Worded>();
  await mapInSlices(read.flat(), ({ window, short, keys }) => {
    const found = keys.flatMap((key) => hits.get(key) ?? []).filter((hit) => isLong(hit, written, window));
    if (found.length === 0) return;
    const place = placeOf(window);
    spelt.set(place, withHits(written, spelt.get(place) ?? bare(written, window), found, short.doubt));
  });
  return [...known.filter((window) => !spelt.has(placeOf(window))), ...spelt.values()];
}

/** The abbreviations of one meaning, by their first token. */
function shortsAt(known: readonly Worded[]): ReadonlyMap<number, readonly Short[]> {
  const shorts = new Map<number, Short[]>();
  for (const window of known) {
    const [sctid, another] = shortFor(window);
    if (sctid === undefined || another !== undefined) continue;
    const doubt = window.doubted.get(sctid);
    const { from, to } = window;
    const short = { from, to, sctid, doubt: doubt && CARRIED.has(doubt) ? doubt : undefined };
    shorts.set(from, [...(shorts.get(from) ?? []), short]);
  }
  return shorts;
}

/** The abbreviations inside a window that is a few tokens wider, by words that may begin and end a term. */
function shortsIn(window: Window, shorts: ReadonlyMap<number, readonly Short[]>, roles: Uint8Array): Short[] {
  const { from, to } = window;
  const found: Short[] = [];
  for (let at = from; at <= Math.min(from + MOST_BESIDE, to - 1); at++) {
    for (const short of shorts.get(at) ?? []) {
      const beside = to - from - (short.to - short.from);
      const begins = short.from === from || (roles[from] as number) < BREAK;
      const ends = short.to === to || (roles[to - 1] as number) < BREAK;
      if (short.to <= to && beside > 0 && beside <= MOST_BESIDE && begins && ends) found.push(short);
    }
  }
  return found;
}

/** @param keysOf the keys of the readings so far, which equal windows share */
function readingsOf(
  { note, keys, tokens }: Written,
  window: Window,
  short: Short,
  longForms: LongForms,
  keysOf: Map<string, readonly string[]>,
): Reading[] {
  const language = languageOf(note, window);
  const before = joinKeys(tokens, keys, window.from, short.from);
  const behind = joinKeys(tokens, keys, short.to, window.to);
  if (before === '' && behind === '') return [];
  const reading = [language, before, short.sctid, behind].join('|');
  let known = keysOf.get(reading);
  if (known === undefined) {
    const own = (longForms.get(short.sctid) ?? []).filter((each) => each.language === language);
    known = own.map(({ key }) => [before, key, behind].filter(Boolean).join(' '));
    keysOf.set(reading, known);
  }
  return [{ window, short, keys: known }];
}

function isLong(hit: ExactDescription, { note }: Written, window: Window): boolean {
  return hit.kind !== 'abbreviation' && hit.language === languageOf(note, window);
}

function bare({ note, spelling }: Written, window: Window): Worded {
  return {
    ...window,
    ...waysOf(note, window, spelling),
    strange: false,
    exact: [],
    refused: NONE,
    doubted: CERTAIN,
    clinical: false,
  };
}

/** A window with more descriptions; they count as abbreviations, for that is how the note has them. */
function withHits(
  written: Written,
  window: Worded,
  hits: readonly ExactDescription[],
  doubt: Doubt | undefined,
): Worded {
  const meant = withoutDosed(hits, written.note, window);
  const exact = [...window.exact, ...meant.map((hit) => ({ ...hit, kind: 'abbreviation' as const }))];
  const said = { amount: null, prevented: false };
  const byLetters = doubt === undefined ? [] : hits.map((hit): [string, Doubt] => [hit.sctid, doubt]);
  const doubts = doubtsOf(written, window, languageOf(written.note, window), exact, said);
  return { ...window, exact, doubted: new Map([...doubts, ...window.doubted, ...byLetters]) };
}
