/** Which of the cues that reach a target decides an axis. */

import type { Axis } from '../domain/axes.js';
import type { Match } from '../lexicon/match.js';
import type { DateJudge } from './dated.js';
import { isInner } from './items.js';
import type { Cue } from './prune.js';
import { leadInReach, type Miss, type Reach, reachOf } from './reach.js';
import type { SentenceCues, TargetSpan, TokenSpan } from './sentence-cues.js';

/** A cue that reaches the target, with the value it gives. */
export interface Candidate {
  readonly cue: Cue;
  readonly value: string;
  readonly reach: Reach;
}

/** A cue that does not decide, and why. */
export interface Loser {
  readonly cue: Cue;
  readonly why: string;
}

/** The cues of one axis as one target sees them. */
export interface AxisEvidence {
  readonly winner: Candidate | null;
  readonly candidates: readonly Candidate[];
  /** Values of cues that speak in the sentence of the target but whose scope ends before. */
  readonly near: ReadonlySet<string | null>;
  /** Kept only for explain. */
  readonly losers: readonly Loser[];
}

/** Tokens around a target beyond which no cue can reach it. */
const MAX_REACH_TOKENS = 300;
/** Cues of one axis on each side of a target that are looked at: no text that says something has more. */
const MAX_CUES = 100;
const NO_CUES: readonly Cue[] = [];
const BAND_WIDTH = 10;
/** A long phrase is surer than a near one, up to this many tokens. */
const MAX_LENGTH_BONUS = 4;
const LENGTH_BONUS = 0.5;
/** Composites of this priority or more are not hedges that a negator can turn. */
const COMPOSITE = 70;
/** Reasons of a doubt that a result settles. */
const DOUBTS: ReadonlySet<string | null> = new Set(['hedge', 'rule_out', 'screening', null]);
/** A negator turns a hedge when it ends at most this many tokens before it. */
const NEGATOR_TOKENS = 3;

/** Where a target stands and what judges its cues. */
export interface EvidenceSource {
  readonly target: TargetSpan;
  readonly state: SentenceCues;
  readonly leadIn: SentenceCues | null;
  readonly judge: DateJudge;
  readonly explain: boolean;
}

/** Where no cue speaks on an axis, as mostly. */
const NO_EVIDENCE: AxisEvidence = { winner: null, candidates: [], near: new Set(), losers: [] };

/** Everything that speaks on one axis of a target; the closest cue of the highest band decides. */
export function gatherEvidence(axis: Axis, source: EvidenceSource): AxisEvidence {
  const { target, state, leadIn, judge, explain } = source;
  const own = around(state.of(axis), target);
  const above = leadIn === null ? NO_CUES : around(leadIn.of(axis), endOf(leadIn));
  if (own.length === 0 && above.length === 0) return NO_EVIDENCE;
  const candidates: Candidate[] = [];
  const near = new Set<string | null>();
  const losers: Loser[] = [];
  const consider = (cue: Cue, reach: Reach | Miss, from: SentenceCues): void => {
    if ('why' in reach) {
      if (reach.near) near.add(cue.match.compiled.row.value);
      if (explain) losers.push({ cue, why: whyMissed(reach) });
      return;
    }
    const value = judge.valueOf(cue.match, from.sentence);
    if (value !== null) candidates.push({ cue, value, reach });
    else if (explain) losers.push({ cue, why: 'its date decides nothing' });
  };
  for (const cue of own) consider(cue, reachOf(state, cue, target), state);
  if (leadIn) for (const cue of above) consider(cue, leadInReach(leadIn, cue), leadIn);
  const winner = afterVerdict(best(candidates), candidates, target);
  for (const candidate of candidates) {
    if (explain && winner && candidate !== winner)
      losers.push({ cue: candidate.cue, why: whyBeaten(candidate, winner) });
  }
  return { winner, candidates, near, losers };
}

/**
 * The negator that turns a hedge ("not consistent with"): it ends just before the hedge, both stand before the target.
 * Null when the winner is no hedge or no negator stands there.
 */
export function negatorOverHedge(winner: Candidate, assertion: AxisEvidence, source: EvidenceSource): Candidate | null {
  const { row } = winner.cue.match.compiled;
  const hedge = winner.cue.match;
  if (!isTurned(hedge, source) || row.priority >= COMPOSITE || hedge.to > source.target.from) return null;
  const negators = assertion.candidates.filter(({ value, cue: { match } }) => {
    const gap = hedge.from - match.to;
    const adjoins = gap >= 0 && gap <= NEGATOR_TOKENS && source.state.clause.isUnbroken(match.to, hedge.from);
    return value === 'negated' && adjoins;
  });
  return negators.reduce<Candidate | null>(
    (nearest, negator) => (nearest && nearest.cue.match.to >= negator.cue.match.to ? nearest : negator),
    null,
  );
}

/** Whether a negator just before a cue turns it: a hedge, or what a denial has inside it ("no finding consistent with"). */
function isTurned({ compiled: { row }, from }: Match, { state }: EvidenceSource): boolean {
  return row.reason === 'hedge' || (row.value === 'affirmed' && isInner(state.clause, from));
}

/** What was asked or doubted before the target and decided behind it is decided: "CT to rule out PE was negative". */
function afterVerdict(winner: Candidate | null, candidates: readonly Candidate[], target: TokenSpan): Candidate | null {
  if (winner === null || winner.cue.match.to > target.from || !isDoubt(winner)) return winner;
  return best(candidates.filter((candidate) => isVerdict(candidate, target))) ?? winner;
}

function isDoubt({ cue, value }: Candidate): boolean {
  const { reason, priority } = cue.match.compiled.row;
  return value === 'uncertain' && (priority < COMPOSITE || reason === 'screening') && DOUBTS.has(reason);
}

function isVerdict({ cue: { match }, value }: Candidate, target: TokenSpan): boolean {
  return match.from >= target.to && value !== 'uncertain' && value !== 'suspected' && value !== 'none';
}

/** The cues, sorted by their start, that stand near enough to reach a target. */
function around(cues: readonly Cue[], target: TokenSpan): readonly Cue[] {
  const first = cues[0];
  const last = cues.at(-1);
  if (!first || !last) return cues;
  const from = target.from - MAX_REACH_TOKENS;
  const to = target.to + MAX_REACH_TOKENS;
  if (first.match.from >= from && last.match.from <= to && cues.length <= MAX_CUES) return cues;
  const here = firstFrom(cues, target.from);
  return cues.slice(
    Math.max(firstFrom(cues, from), here - MAX_CUES),
    Math.min(firstFrom(cues, to + 1), here + MAX_CUES),
  );
}

function firstFrom(cues: readonly Cue[], token: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle] as Cue).match.from >= token) high = middle;
    else low = middle + 1;
  }
  return low;
}

function endOf(state: SentenceCues): TokenSpan {
  return { from: state.sentence.to, to: state.sentence.to };
}

/** The evidence without some of its cues: the best of the others decides. */
export function without(evidence: AxisEvidence, isOut: (candidate: Candidate) => boolean): AxisEvidence {
  const candidates = evidence.candidates.filter((candidate) => !isOut(candidate));
  return { ...evidence, candidates, winner: best(candidates) };
}

function best(candidates: readonly Candidate[]): Candidate | null {
  let winner: Candidate | null = null;
  for (const candidate of candidates) if (!winner || compare(candidate, winner) > 0) winner = candidate;
  return winner;
}

function compare(a: Candidate, b: Candidate): number {
  return band(a) - band(b) || score(a) - score(b) || length(a) - length(b);
}

function band(candidate: Candidate): number {
  return Math.floor(candidate.cue.match.compiled.row.priority / BAND_WIDTH);
}

function score(candidate: Candidate): number {
  return LENGTH_BONUS * Math.min(length(candidate), MAX_LENGTH_BONUS) - candidate.reach.distance;
}

function length(candidate: Candidate): number {
  return candidate.cue.match.to - candidate.cue.match.from;
}

function whyMissed({ why, killer }: Miss): string {
  return killer ? `${why} "${killer.compiled.row.phrase}" (row ${killer.compiled.row.id})` : why;
}

function whyBeaten(loser: Candidate, winner: Candidate): string {
  return band(loser) < band(winner) ? 'lower priority' : 'farther from the span';
}
