/** How surely a list goes on behind a comma, a coordinator or a colon. */

import type { Match } from '../lexicon/match.js';
import { AND, type Clause, NOTHING, OR } from './clause.js';
import { deniesItself } from './items.js';

export const AND_FACTOR = 0.9;
export const LIST_FACTOR = 0.85;
const BARE_LIST_FACTOR = 0.6;
const WHAT_MAY_COME = new Set(['hypothetical', 'risk', 'conditional']);
/** What makes a limit of the number behind it. */
const LIMITS = new Set(['>', '<', '≥', '≤', '=']);
/** Words before a colon that tell whether it opens a list of what they name. */
const HEAD_TOKENS = 6;
/** Words after a colon among which the comma of a list is looked for. */
const LIST_TOKENS = 20;

/**
 * How sure it is that a list goes on after the comma or coordinator at a token; 0 where a new statement begins.
 * A list that has had its "or" goes on only with short items ("no fever or chills, nausea or vomiting").
 */
export function forwardFactor(clause: Clause, match: Match, at: number, coordinated: boolean): number {
  if (clause.coordinator(at) === AND) return andFactor(clause, at + 1);
  if (clause.token(at).norm === ':') return opensStatement(clause, at + 1, false) ? 0 : colonFactor(clause, match, at);
  return clause.isComma(at) ? commaFactor(clause, match, at + 1, coordinated) : 1;
}

/** The same after an "and". @param next the token behind it */
function andFactor(clause: Clause, next: number): number {
  return opensStatement(clause, next, true) ? 0 : AND_FACTOR;
}

/** The same after a comma. @param next the token behind it */
function commaFactor(clause: Clause, match: Match, next: number, coordinated: boolean): number {
  const negates = match.compiled.row.value === 'negated';
  const coordinator = next < clause.to ? clause.coordinator(next) : NOTHING;
  if (coordinator === OR) return 1;
  if (coordinator === AND) return andFactor(clause, next + 1);
  if (isOfWhatMayCome(match) && clause.isOf('ONSET', next)) return 1;
  if (opensStatement(clause, next, negates) || (negates && speaksForItself(clause, next))) return 0;
  const ahead = coordinated && !clause.isShortItem(next) ? NOTHING : clause.coordinatorAhead(next, negates);
  if (ahead !== NOTHING) return ahead === OR ? 1 : LIST_FACTOR;
  return clause.isShortItem(next, !isOfWhatMayCome(match)) ? BARE_LIST_FACTOR : 0;
}

function speaksForItself(clause: Clause, next: number): boolean {
  return deniesItself(clause, next) || (clause.coordinatorAhead(next, true) === AND && isMeasured(clause, next));
}

/**
 * Whether the item at a token says how much or how long, which nobody says of what is not there: "no rash, fever to 39 and vomiting". A limit is
 * denied with its finding: "no rash, fever > 38 and vomiting".
 */
function isMeasured(clause: Clause, next: number): boolean {
  let named = false;
  for (let at = next; !clause.endsItemAt(at) && clause.coordinator(at) === NOTHING; at++) {
    if (clause.token(at).kind !== 'number') named ||= clause.isThing(at);
    else if (named && !LIMITS.has(clause.token(at - 1).norm)) return true;
  }
  return false;
}

/** Whether a trigger speaks of what may come: the items of its list may be qualified, for they state nothing. */
function isOfWhatMayCome({ compiled }: Match): boolean {
  return WHAT_MAY_COME.has(compiled.row.reason ?? '');
}

/**
 * A colon straight after a trigger or after a word that names no finding ("no other symptoms: ") opens the list that the
 * trigger governs; after a finding the answer to it follows ("CT for suspected appendicitis: normal appendix").
 */
function colonFactor(clause: Clause, match: Match, at: number): number {
  const { value, reason } = match.compiled.row;
  if (value !== 'negated' && reason !== 'hedge' && reason !== 'rule_out') return 1;
  if (at === match.to || namesNoFinding(clause, match.to, at)) return 1;
  return value === 'negated' && opensList(clause, at + 1) ? BARE_LIST_FACTOR : 0;
}

/** Whether a statement of its own begins at a token. */
export function opensStatement(clause: Clause, at: number, withDeterminer: boolean): boolean {
  return clause.isRestart(at) || (withDeterminer && clause.isDeterminer(at));
}

/** Whether [from, to) is an adverbial ("in the first place") or has a word that names what follows it ("symptoms"). */
function namesNoFinding(clause: Clause, from: number, to: number): boolean {
  if (clause.isLink(from) && !clause.isDeterminer(from)) return true;
  for (let at = Math.max(from, to - HEAD_TOKENS); at < to; at++) {
    if (clause.lengthOf('NONCLINICAL', at, to) > 0) return true;
  }
  return false;
}

/** Whether a list of several items begins at a token. */
function opensList(clause: Clause, at: number): boolean {
  const limit = Math.min(clause.to, at + LIST_TOKENS);
  for (let i = at; i < limit; i++) if (clause.isComma(i) || clause.coordinator(i) !== NOTHING) return true;
  return false;
}
