/** How far a trigger reaches: the walk from its edge, and the rules for commas and coordinators. */

import type { Match } from '../lexicon/match.js';
import { AND, type Clause, NOTHING, OR } from './clause.js';

/** Why a scope ends, for explain. */
export const SCOPE_ENDS = [
  'end of sentence',
  'semicolon',
  'closing bracket',
  'opening bracket',
  'terminator',
  'max_tokens',
  'comma',
  'new statement',
] as const;
export type ScopeEnd = (typeof SCOPE_ENDS)[number];

/** Tokens that a scope covers on one side of a trigger: [from, to), and where it gets weaker on the way. */
export interface Extent {
  readonly from: number;
  readonly to: number;
  readonly end: ScopeEnd;
  readonly penalties: readonly { readonly at: number; readonly factor: number }[];
}

/** No scope is longer, so that a note without sentence ends takes linear time. */
const MAX_SCOPE_TOKENS = 250;
const AND_FACTOR = 0.9;
const LIST_FACTOR = 0.85;
const BARE_LIST_FACTOR = 0.6;
const WHAT_MAY_COME = new Set(['hypothetical', 'risk', 'conditional']);
const HARD_STOPS = ';|';

/** The scope to the right of a trigger. */
export function forwardExtent(clause: Clause, match: Match): Extent {
  const { row, stops } = match.compiled;
  const axis = row.axis === '*' ? 'assertion' : row.axis;
  const listed = axis === 'assertion' || axis === 'certainty';
  const limit = Math.min(clause.to, match.to + MAX_SCOPE_TOKENS);
  const penalties: { at: number; factor: number }[] = [];
  let depth = 0;
  let coordinated = false;
  let led = false;
  const finish = (to: number, end: ScopeEnd): Extent => ({ from: match.to, to, end, penalties });
  for (let at = match.to; at < limit; at++) {
    const { norm } = clause.token(at);
    if (HARD_STOPS.includes(norm)) return finish(at, 'semicolon');
    if (norm === '(') depth++;
    else if (norm === ')' && depth-- === 0) return finish(at, 'closing bracket');
    if (clause.isStop(at, axis, stops) && !denies(clause, match, at)) return finish(at, 'terminator');
    if (row.max_tokens !== null && clause.wordCount(match.to, at + 1) > row.max_tokens) return finish(at, 'max_tokens');
    if (row.stop_at_comma && norm === ',') return finish(at, 'comma');
    if (!listed || depth > 0) continue;
    if (clause.token(match.to).norm !== ':' && clause.isDash(at) && isEndedBy(clause, match, at))
      return finish(at, 'new statement');
    if (clause.isArrow(at)) led = true;
    if (led && isCondition(match) && ',:'.includes(norm)) return finish(at, 'comma');
    const factor = forwardFactor(clause, match, at, coordinated);
    if (factor === 0) return finish(at, 'new statement');
    if (factor < 1) penalties.push({ at, factor });
    if (clause.coordinator(at) !== NOTHING) coordinated = true;
  }
  return finish(limit, 'end of sentence');
}

/**
 * The scope to the left of a trigger: a comma ends it unless it is in a list; dates and durations say so in their rows. It goes out
 * of brackets, "DVT (suspected)" and "PE (CTPA negative)", but for a question about more than one word, "DVT (port related?)", and for
 * what is stopped or not done to something named in them: "HTN (ramipril stopped)".
 */
export function backwardExtent(clause: Clause, match: Match): Extent {
  const { row, stops } = match.compiled;
  const axis = row.axis === '*' ? 'assertion' : row.axis;
  const listed = axis === 'assertion' || axis === 'certainty';
  const limit = Math.max(clause.from, match.from - MAX_SCOPE_TOKENS);
  const penalties: { at: number; factor: number }[] = [];
  let coordinated = false;
  let closed = 0;
  const finish = (from: number, end: ScopeEnd): Extent => ({ from, to: match.from, end, penalties });
  for (let at = match.from - 1; at >= limit; at--) {
    const { norm } = clause.token(at);
    if (HARD_STOPS.includes(norm)) return finish(at + 1, 'semicolon');
    if (norm === ')') closed++;
    else if (norm === '(' && closed-- <= 0 && listed && staysInBrackets(clause, match, at))
      return finish(at + 1, 'opening bracket');
    if (clause.isStop(at, axis, stops) && !clause.isLink(at)) return finish(at + 1, 'terminator');
    if (row.max_tokens !== null && clause.wordsOutsideSlashes(at, match.from) > row.max_tokens)
      return finish(at + 1, 'max_tokens');
    if (row.stop_at_comma && norm === ',') return finish(at + 1, 'comma');
    if (listed && at < match.from - 1 && (clause.isDash(at) || norm === ':')) return finish(at + 1, 'new statement');
    if (!listed && (axis === 'subject' || row.reason !== null)) continue;
    const coordinator = clause.coordinator(at);
    if (listed && coordinator === AND && (clause.isDeterminer(at + 1) || clause.isRestart(at + 1)))
      return finish(at + 1, 'new statement');
    if (coordinator !== NOTHING) coordinated = true;
    if (clause.isComma(at)) {
      // "Fever at first, resolved.": words that stand alone after a comma belong to the item before it.
      const apposed = at === match.from - 1 && clause.endsItemAt(match.to);
      if (!coordinated && !apposed) return finish(at + 1, 'comma');
      penalties.push({ at, factor: AND_FACTOR });
    }
  }
  return finish(limit, 'end of sentence');
}

/** Whether what stands in the brackets that open at a token speaks of something in them, and not of what stands before them. */
function staysInBrackets(clause: Clause, match: Match, at: number): boolean {
  if (clause.token(match.from).norm === '?') return clause.wordCount(at, match.from) > 1;
  const { value, reason, stop_at_comma } = match.compiled.row;
  return stop_at_comma && value === 'negated' && reason === null && clause.mayName(match.from - 1);
}

/** Whether a dash or arrow begins what a trigger does not reach; a condition is that of what an arrow leads to, up to a comma ("if febrile → CT"). */
function isEndedBy(clause: Clause, match: Match, at: number): boolean {
  return at > match.to && !(clause.isArrow(at) && isCondition(match));
}

function isCondition({ compiled }: Match): boolean {
  return compiled.row.reason === 'conditional';
}

/** "Last year he had no X": a time that opens the clause also governs what its verb denies; after a comma it does not. */
function denies(clause: Clause, match: Match, at: number): boolean {
  const { row, dated } = match.compiled;
  const opens = row.axis === 'temporality' && (dated || row.clause_initial);
  return opens && clause.isNegator(at) && !clause.opensClause(at);
}

/**
 * How sure it is that a list goes on after the comma or coordinator at a token; 0 where a new statement begins.
 * A list that has had its "or" goes on only with short items ("no fever or chills, nausea or vomiting").
 */
function forwardFactor(clause: Clause, match: Match, at: number, coordinated: boolean): number {
  const negates = match.compiled.row.value === 'negated';
  const coordinator = clause.coordinator(at);
  if (coordinator === AND) return opensStatement(clause, at + 1, true) ? 0 : AND_FACTOR;
  if (clause.token(at).norm === ':') return opensStatement(clause, at + 1, false) ? 0 : colonFactor(clause, match, at);
  if (!clause.isComma(at)) return 1;
  const next = at + 1;
  const nextCoordinator = next < clause.to ? clause.coordinator(next) : NOTHING;
  if (nextCoordinator === OR) return 1;
  if (nextCoordinator === AND) return opensStatement(clause, next + 1, true) ? 0 : AND_FACTOR;
  if (opensStatement(clause, next, negates)) return 0;
  const ahead = coordinated && !clause.isShortItem(next) ? NOTHING : clause.coordinatorAhead(next, negates);
  if (ahead === OR) return 1;
  if (ahead === AND) return LIST_FACTOR;
  return clause.isShortItem(next, !isOfWhatMayCome(match)) ? BARE_LIST_FACTOR : 0;
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
  if (at === match.to || clause.namesNoFinding(match.to, at)) return 1;
  return value === 'negated' && clause.opensList(at + 1) ? BARE_LIST_FACTOR : 0;
}

function opensStatement(clause: Clause, at: number, withDeterminer: boolean): boolean {
  return clause.isRestart(at) || (withDeterminer && clause.isDeterminer(at));
}
