/** Where a denial or doubt ends with the item of a list that it stands in: "ulcer without bleeding, cirrhosis". */

import type { Match } from '../lexicon/match.js';
import { stopBits } from '../lexicon/stops.js';
import { AND, type Clause, NOTHING, OR } from './clause.js';

/** An item is looked at up to this many tokens. */
const MAX_ITEM_TOKENS = 10;
/** A phrase belongs to the denial before it when at most this many tokens part them. */
const INNER_TOKENS = 4;
const MAX_TIE_TOKENS = 2;
const INNER = 'INNER';
const CAUSE = stopBits(['cause']);

/**
 * Whether what a denial or doubt says ends with its own item: it qualifies the head of that item ("stroke in 2015 with no deficit"), or
 * the items before it have each had a denial of their own ("no fever, no cough, headache"), which the next one then lacks.
 */
export function isBoundToItem(clause: Clause, match: Match): boolean {
  return qualifiesHead(clause, match) || (isDenial(match) && repeatsDenial(clause, match));
}

/** Whether the item that a denial opens is one that is denied alone: "no known allergies, asthma". */
export function isDeniedAlone(clause: Clause, match: Match, comma: number): boolean {
  for (let at = match.from; at < match.to; at++) if (clause.lengthOf(INNER, at) > 1) return false;
  if (!clause.isUnbroken(match.to, comma) || repeatsLink(clause, match.to, comma)) return false;
  return clause.lengthOf('ALONE', match.to) > 0 || endsIn(clause, 'ALONE', match.to, comma);
}

/** Whether the item behind a comma begins with the preposition of the item before it: « aucun antécédent de toux, d'asthme ». */
function repeatsLink(clause: Clause, from: number, comma: number): boolean {
  const next = comma + 1;
  if (next >= clause.to || !clause.isLink(next) || clause.coordinator(next) !== NOTHING) return false;
  const full = (at: number) => clause.token(at).norm.replace("'", 'e');
  for (let at = from; at < comma; at++) if (full(at) === full(next)) return true;
  return false;
}

/** Whether the item that begins at a token denies something itself: "cirrhosis without ascites", "no cough". */
export function deniesItself(clause: Clause, from: number): boolean {
  const limit = Math.min(clause.to, from + MAX_ITEM_TOKENS);
  for (let at = from; at < limit && isInside(clause, at); at++) if (clause.isNegator(at)) return true;
  return false;
}

/**
 * The end of words at a token that belong to the denial just before them; the token where there are none. Those that relate a thing to
 * another stand behind any ("no lesion suggestive of"), others behind no thing of its own ("denies any history of", not "no fever history of").
 */
export function innerEnd(clause: Clause, match: Match, at: number): number {
  if (!isDenial(match) || at - match.to > INNER_TOKENS) return at;
  const relating = clause.lengthOf('RELATING', at);
  const length = relating || clause.lengthOf(INNER, at);
  if (length === 0 || !leadsTo(clause, match.to, at)) return at;
  return relating === 0 && at > match.to && clause.isThing(at - 1) ? at : at + length;
}

/** Whether words at a token may belong to a denial before them. */
export function isInner(clause: Clause, at: number): boolean {
  return clause.lengthOf(INNER, at) > 0 || clause.lengthOf('RELATING', at) > 0;
}

/** Whether [from, to) is one phrase, which may give a choice: "personal or family". */
function leadsTo(clause: Clause, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (clause.token(at).kind === 'punctuation' || clause.coordinator(at) === AND) return false;
  }
  return from === to || clause.coordinator(to - 1) === NOTHING;
}

/**
 * The comma behind words that tell when or why something is denied, where the list that they interrupt goes on up to an "or"; null where
 * it does not. @param at the first of these words
 */
export function asideEnd(clause: Clause, at: number): number | null {
  if (!clause.isStop(at, 'assertion', CAUSE)) return null;
  const limit = Math.min(clause.to, at + MAX_ITEM_TOKENS);
  let comma = at;
  while (comma < limit && isInside(clause, comma) && (comma === at || !clause.isRestart(comma))) comma++;
  if (comma >= limit || !clause.isComma(comma) || clause.isRestart(comma + 1)) return null;
  return clause.isShortItem(comma + 1) && clause.coordinatorAhead(comma + 1, true) === OR ? comma : null;
}

/**
 * Whether a result is that of what ends at `from`: nothing stands between, or a test that looks for it ("influenza PCR negative"). What
 * names another thing has the result for itself: "lymphoma EBV negative", "pericarditis with negative troponin", "encephalitis PCR negative".
 */
export function isResultOf(clause: Clause, from: number, match: Match): boolean {
  // One result is for all of "HIV/hep B/syphilis".
  if (clause.token(from).norm === '/') return true;
  let named = false;
  let tested = false;
  const isSought = clause.lengthOf('SYNDROME', from - 1) === 0;
  for (let at = from; at < match.from; at++) {
    if (clause.lengthOf('TYING', at) > 0) return false;
    const assay = clause.lengthOf('ASSAY', at) > 0;
    if (assay ? isSought : clause.lengthOf('TEST', at) > 0) tested = true;
    else if (clause.isThing(at) || clause.lengthOf('MARKER', at) > 0) named = true;
  }
  return tested || !named;
}

function isDenial({ compiled }: Match): boolean {
  return compiled.row.value === 'negated';
}

/** Whether a denial or doubt is tied to a thing before it in its item, and to none that is merely examined ("abdomen soft without"). */
function qualifiesHead(clause: Clause, match: Match): boolean {
  const tied = tieOf(clause, match);
  if (tied === null) return false;
  const head = headBefore(clause, tied);
  if (head < clause.from || !clause.isThing(head) || isJust(clause, 'PART', head)) return false;
  const limit = Math.max(clause.from, head - MAX_ITEM_TOKENS);
  for (let at = head; at >= limit && !clause.endsItemAt(at); at--) if (isJust(clause, 'EXAMINED', at)) return false;
  // "She walks without pain, limp": right behind the patient stands a verb.
  return head === clause.from || clause.lengthOf('PATIENT', head - 1) === 0;
}

/** Whether a word of a class stands for itself; behind "of" it is part of a name ("cancer of the prostate"). */
function isJust(clause: Clause, name: string, at: number): boolean {
  const isNamed = at > clause.from && clause.isLink(at - 1) && clause.coordinator(at - 1) === NOTHING;
  return clause.lengthOf(name, at) > 0 && !isNamed;
}

/**
 * Where the words begin that tie a denial or doubt to what stands before: its own, "without", "likely due to", or those
 * before it, "due to probable".
 */
function tieOf(clause: Clause, match: Match): number | null {
  const { to } = match;
  const from = clause.coordinator(match.from) === OR ? negatorBefore(clause, match.from) : match.from;
  for (let at = from + 1; at <= to && !isDenial(match); at++) if (clause.lengthOf('TYING', at) > 0) return from;
  for (let back = 0; back <= MAX_TIE_TOKENS; back++) {
    const at = from - back;
    if (at > clause.from && clause.lengthOf('TYING', at) >= Math.max(back, 1)) return at;
  }
  return null;
}

/** The denial that "ni" or "nor" goes on with; the token itself where its item has none. */
function negatorBefore(clause: Clause, from: number): number {
  const limit = Math.max(clause.from, from - MAX_ITEM_TOKENS);
  for (let at = from - 1; at >= limit && !clause.endsItemAt(at); at--) if (clause.isNegator(at)) return at;
  return from;
}

/** The last word of what a denial qualifies: times and places of it stand between ("stroke in 2015 without"). */
function headBefore(clause: Clause, tied: number): number {
  let at = tied - 1;
  while (at >= clause.from && dates(clause, at)) at--;
  return at;
}

function dates(clause: Clause, at: number): boolean {
  const { kind, norm } = clause.token(at);
  return kind === 'number' || '()'.includes(norm) || clause.isLink(at) || clause.lengthOf('MONTH', at) > 0;
}

/** Whether a denial opens its item and the item before it, without "and" or "or", has one too. */
function repeatsDenial(clause: Clause, match: Match): boolean {
  const comma = match.from - 1;
  if (comma < clause.from || !clause.isComma(comma)) return false;
  const limit = Math.max(clause.from, comma - MAX_ITEM_TOKENS);
  for (let at = comma - 1; at >= limit && isInside(clause, at); at--) if (clause.isNegator(at)) return true;
  return false;
}

function isInside(clause: Clause, at: number): boolean {
  return !clause.endsItemAt(at) && clause.token(at).norm !== ':' && clause.coordinator(at) === NOTHING;
}

/** Whether [from, to) ends in words of a class. */
function endsIn(clause: Clause, name: string, from: number, to: number): boolean {
  for (let at = to - 1; at >= from && to - at <= INNER_TOKENS; at--) {
    if (clause.lengthOf(name, at) === to - at) return true;
  }
  return false;
}
