/** Whether a cue governs a target, at what distance and how surely. */

import { hasColon } from '../lexicon/answer.js';
import type { Match } from '../lexicon/match.js';
import type { Clause } from './clause.js';
import { isResultOfList } from './infections.js';
import { isResultOf } from './items.js';
import { LIST_FACTOR } from './list.js';
import { isMeans } from './means.js';
import type { Cue } from './prune.js';
import { isReasonBehind } from './reason.js';
import { SCOPE_ENDS, type ScopeEnd } from './scope.js';
import type { SentenceCues, TargetSpan, TokenSpan } from './sentence-cues.js';

export type CueSource = 'trigger' | 'in_span' | 'lead_in';

/** A cue that governs a target. */
export interface Reach {
  readonly source: CueSource;
  /** Words between the cue and the target. */
  readonly distance: number;
  /** How surely the scope goes on as far as the target, 0 to 1. */
  readonly penalty: number;
  /** Tokens that the scope covers. */
  readonly scope: TokenSpan;
}

/** Why a cue does not govern a target; `near` where it speaks in this sentence but its scope ends before. */
export interface Miss {
  readonly why: string;
  readonly near: boolean;
  /** The match that switches the cue off. */
  readonly killer?: Match;
}

// One object for each answer: a long sentence asks for thousands.
const IN_OTHER_SPAN: Miss = { why: 'part of another span', near: false };
const NOT_AT_COLON: Miss = { why: 'out of scope: not at the colon of the list', near: false };
const IN_SPAN: Miss = { why: 'part of the span itself', near: false };
const TAKES_WORDS: Miss = { why: 'takes words of the span', near: false };
const ACTS_BACKWARD: Miss = { why: 'it acts backward', near: false };
const ACTS_FORWARD: Miss = { why: 'it acts forward', near: false };
const NOT_INITIAL: Miss = { why: 'it does not open the clause', near: false };
const OTHER_RESULT: Miss = { why: 'out of scope: it is the result of something else', near: true };
const OTHER_KEY: Miss = { why: 'it answers another key', near: false };
const BY_MEANS: Miss = {
  why: 'out of scope: the test by which it was looked for, or the treatment under which it was not there',
  near: false,
};
const NOT_TAKEN: Miss = { why: 'out of scope: it denies what is taken', near: false };
const REASON: Miss = { why: 'out of scope: the reason for not giving what stands before its bracket', near: false };
const CUT = Object.fromEntries(SCOPE_ENDS.map((end) => [end, { why: `out of scope: ${end}`, near: true }])) as Record<
  ScopeEnd,
  Miss
>;

/** A cue that introduces a list ends at most this many tokens before its colon. */
const LEAD_IN_TOKENS = 2;
const LEAD_IN_DISTANCE = 3;
const LEAD_IN_PENALTY = 0.95;

/** The reach of a cue of the target's own sentence, or why it has none. */
export function reachOf(state: SentenceCues, cue: Cue, target: TargetSpan): Reach | Miss {
  const { match } = cue;
  const killer = cue.killers.find((other) => acts(other, match, target) && !speaksAhead(state, other));
  if (killer) return { why: 'part of', near: mayGoOn(state, killer, target), killer };
  if (holds(target, match)) return insideTarget(match, target);
  if (target.to < match.to && speaksAhead(state, match)) return ACTS_FORWARD;
  if (overlaps(match, target)) return insideBracket(match, target);
  if (hasObject(state, match, target)) return ACTS_FORWARD;
  if (state.masksOf(match).some((span) => !overlaps(span, target))) return IN_OTHER_SPAN;
  return alongside(state, match, target);
}

/**
 * Whether a denial of what stands before its comma speaks of the span right behind it instead: "on apixaban, stopped ramipril",
 * "offered chemotherapy, declined surgery".
 */
function speaksAhead({ clause }: SentenceCues, { compiled, from, to }: Match): boolean {
  const { direction, value } = compiled.row;
  if (value !== 'negated') return false;
  if (direction === 'backward') return clause.isComma(from) && to - from > 1 && clause.opensSpan(to);
  if (direction !== 'bracket') return false;
  for (let at = from; at < to; at++) if (clause.isComma(at)) return clause.opensSpan(to);
  return false;
}

/** Whether a verdict with its object right behind it leaves what the test was done for: "CT for abdominal pain excluded appendicitis". */
function hasObject({ clause }: SentenceCues, { compiled, from, to }: Match, target: TokenSpan): boolean {
  const { direction, value } = compiled.row;
  if (direction !== 'backward' || value !== 'negated' || target.to > from) return false;
  return clause.opensSpan(to) && isPurpose(clause, target.from);
}

/** Whether the words from a token on are what something was done for: "for a headache". */
function isPurpose(clause: Clause, at: number): boolean {
  const before = at - 1 > clause.from && clause.isDeterminer(at - 1) ? at - 2 : at - 1;
  return before >= clause.from && clause.token(before).norm !== '(' && clause.saysPurpose(before);
}

/** Whether an answer at the end of a line may as well deny what the next one begins with: "US abdomen: no⏎TB seen". */
function mayGoOn({ clause }: SentenceCues, { compiled, to }: Match, { from }: TokenSpan): boolean {
  return compiled.row.direction === 'keyvalue' && from === to && clause.token(to).breaks > 0;
}

/** The reach of a cue of the lead-in line above a list, or why it has none. */
export function leadInReach(state: SentenceCues, cue: Cue): Reach | Miss {
  const { match } = cue;
  const { to } = state.sentence;
  const killer = cue.killers[0];
  if (killer) return { why: 'part of', near: false, killer };
  if (!reachesForward(match) || match.to < to - 1 - LEAD_IN_TOKENS) return NOT_AT_COLON;
  return { source: 'lead_in', distance: LEAD_IN_DISTANCE, penalty: LEAD_IN_PENALTY, scope: { from: match.to, to } };
}

/** A killer acts unless it takes words of the target itself; inside the target it acts on what is inside too. */
function acts(killer: Match, match: Match, target: TokenSpan): boolean {
  if (!overlaps(killer, target) || killer.compiled.row.may_cover_target) return true;
  if (killer.compiled.row.direction === 'bracket' && gapAround(killer, target)) return true;
  return holds(target, killer) && holds(target, match);
}

function insideTarget(match: Match, target: TokenSpan): Reach | Miss {
  const { in_span } = match.compiled.row;
  const whole = match.from === target.from && match.to === target.to;
  const acting =
    in_span === 'any' ||
    (in_span === 'prefix' && match.from === target.from && !whole) ||
    (in_span === 'suffix' && match.to === target.to && !whole);
  if (!acting) return IN_SPAN;
  return { source: 'in_span', distance: 0, penalty: 1, scope: target };
}

function insideBracket(match: Match, target: TokenSpan): Reach | Miss {
  const gap = gapAround(match, target);
  if (match.compiled.row.direction !== 'bracket' || gap === undefined) return TAKES_WORDS;
  return { source: 'trigger', distance: 0, penalty: 1, scope: gap };
}

function alongside(state: SentenceCues, match: Match, target: TargetSpan): Reach | Miss {
  if (match.compiled.row.direction === 'keyvalue') return keyReach(state, match, target);
  return match.to <= target.from ? ahead(state, match, target) : behind(state, match, target);
}

/** The reach of a trigger to a target behind it. */
function ahead(state: SentenceCues, match: Match, target: TargetSpan): Reach | Miss {
  const { row } = match.compiled;
  const { clause } = state;
  if (!reachesForward(match) || clause.queryLean(match.to) === 'backward') return ACTS_BACKWARD;
  if (row.clause_initial && !clause.opensClause(match.from)) return NOT_INITIAL;
  const distance = clause.wordCount(match.to, target.from);
  if (row.max_tokens !== null && distance >= row.max_tokens) return CUT.max_tokens;
  const extent = state.forwardExtent(match);
  if (target.from >= extent.to) return CUT[extent.end];
  if (extent.hole && extent.hole.from <= target.from && target.from < extent.hole.to) return CUT.terminator;
  if (row.value === 'negated' && deniesTaking(clause, match, target)) return NOT_TAKEN;
  if (row.value === 'negated' && isMeans(clause, match.to, target)) return BY_MEANS;
  if (row.value === 'negated' && isReasonBehind(state, match.to, target)) return REASON;
  return { source: 'trigger', distance, penalty: penalty(extent, (at) => at < target.from), scope: extent };
}

/** The reach of a trigger to a target before it. */
function behind(state: SentenceCues, match: Match, target: TargetSpan): Reach | Miss {
  const { row } = match.compiled;
  const { clause } = state;
  if (row.direction !== 'backward' && row.direction !== 'both') return ACTS_FORWARD;
  if (clause.queryLean(match.to) === 'forward') return ACTS_FORWARD;
  if (row.value === 'negated' && deniesTaking(clause, match, target)) return NOT_TAKEN;
  if (row.value === 'negated' && isResultOfList(state, target, match)) return ofList(clause, match, target);
  if (row.max_tokens !== null && clause.wordsOutsideSlashes(target.to, match.from) >= row.max_tokens)
    return CUT.max_tokens;
  if (row.value === 'negated' && clause.lengthOf('RESULT', match.from) > 0 && !isResultOf(clause, target.to, match))
    return OTHER_RESULT;
  const extent = state.backwardExtent(match);
  if (target.to - 1 < extent.from) return CUT[extent.end];
  const distance = clause.wordCount(target.to, match.from);
  return { source: 'trigger', distance, penalty: penalty(extent, (at) => at >= target.to), scope: extent };
}

/** Whether a denial of giving or taking stands beside what one has: "CPAP for [sleep apnoea] never tried", "withheld warfarin for [bleeding]". */
function deniesTaking(clause: Clause, { from, to }: Match, { kind }: TargetSpan): boolean {
  if (kind !== 'had') return false;
  for (let at = from; at < to; at++) if (clause.lengthOf('TAKING', at, to) > 0) return true;
  return false;
}

/** The reach of a result to one of a list of infections before it. */
function ofList(clause: Clause, { from }: Match, target: TokenSpan): Reach {
  const distance = clause.wordCount(target.to, from);
  return { source: 'trigger', distance, penalty: LIST_FACTOR, scope: { from: target.from, to: from } };
}

function keyReach(state: SentenceCues, match: Match, target: TokenSpan): Reach | Miss {
  const from = hasColon(match.compiled.row.phrase) ? state.keyStart(match) : target.from;
  const isBare = !hasColon(match.compiled.row.phrase);
  if (target.to > match.from || target.from < from || (isBare && target.to < match.from)) return OTHER_KEY;
  const distance = state.clause.wordCount(target.to, match.from);
  return { source: 'trigger', distance, penalty: 1, scope: { from, to: match.from } };
}

function penalty(
  extent: { readonly penalties: readonly { readonly at: number; readonly factor: number }[] },
  crossed: (at: number) => boolean,
): number {
  let lowest = 1;
  for (const { at, factor } of extent.penalties) if (crossed(at)) lowest = Math.min(lowest, factor);
  return lowest;
}

function reachesForward(match: Match): boolean {
  const { direction } = match.compiled.row;
  return direction === 'forward' || direction === 'both' || direction === 'bracket';
}

function gapAround(match: Match, target: TokenSpan): TokenSpan | undefined {
  return match.gaps.find(({ from, to }) => from <= target.from && target.to <= to);
}

function holds(outer: TokenSpan, inner: TokenSpan): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

function overlaps(a: TokenSpan, b: TokenSpan): boolean {
  return a.from < b.to && b.from < a.to;
}
