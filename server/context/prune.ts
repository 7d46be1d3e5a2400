/** Which matches of a sentence stand as cues: pseudos and longer phrases switch others off. */

import { AXES, type Axis } from '../domain/axes.js';
import type { Match } from '../lexicon/match.js';

/** A trigger of one axis, with the matches that switch it off. */
export interface Cue {
  readonly match: Match;
  readonly killers: readonly Match[];
}

/** A terminator that stands. */
export interface Terminator {
  readonly from: number;
  readonly to: number;
  readonly bits: number;
  readonly axes: readonly Axis[];
}

export interface PrunedMatches {
  readonly cues: Readonly<Record<Axis, readonly Cue[]>>;
  readonly terminators: readonly Terminator[];
}

/** Nothing, as in most sentences. */
const NO_CUES: readonly Cue[] = [];
const NOTHING: PrunedMatches = {
  cues: { assertion: NO_CUES, subject: NO_CUES, temporality: NO_CUES, certainty: NO_CUES, role: NO_CUES },
  terminators: [],
};

/**
 * Prunes the matches of one sentence, sorted by their start. A phrase spans a bounded number of tokens, so each match
 * is compared only with those that start before it ends: linear in the matches.
 */
export function prune(matches: readonly Match[]): PrunedMatches {
  if (matches.length === 0) return NOTHING;
  const cues: Record<Axis, readonly Cue[]> = { ...NOTHING.cues };
  for (const axis of AXES) cues[axis] = pruneAxis(matches, axis);
  return { cues, terminators: standingTerminators(matches) };
}

function pruneAxis(matches: readonly Match[], axis: Axis): readonly Cue[] {
  const own = matches.filter(({ compiled }) => {
    const { kind } = compiled.row;
    return (kind === 'trigger' || kind === 'pseudo') && compiled.axes.includes(axis);
  });
  if (own.length === 0) return NO_CUES;
  const killers = new Map<Match, Match[]>();
  eachOverlap(own, (a, b) => {
    if (isSilencedBy(a, b)) note(killers, a, b);
    if (isSilencedBy(b, a)) note(killers, b, a);
  });
  // A phrase that a pseudo has switched off switches nothing off itself.
  const isFake = (match: Match): boolean =>
    killers.get(match)?.some((killer) => killer.compiled.row.kind === 'pseudo') ?? false;
  return own
    .filter((match) => match.compiled.row.kind === 'trigger')
    .map((match) => ({ match, killers: killers.get(match)?.filter((killer) => !isFake(killer)) ?? [] }));
}

/**
 * A pseudo silences the triggers it overlaps but does not lie inside of; a longer trigger those inside it, but of two with
 * a date only one of the same direction: "en 2015," before its event says nothing against "en 2015" after one. A word
 * that answers what stands before it ("fever no, cough yes") does not speak of what follows.
 */
function isSilencedBy(match: Match, other: Match): boolean {
  if (match.compiled.row.kind !== 'trigger') return false;
  if (other.compiled.row.kind === 'pseudo') return !strictlyContains(match, other);
  if (isAnswer(other) && isForward(match) && match.from === other.from && match.to === other.to) return true;
  const opposed = match.compiled.dated && other.compiled.dated && isForward(match) !== isForward(other);
  return !opposed && strictlyContains(other, match);
}

function isAnswer(match: Match): boolean {
  return match.compiled.row.direction === 'keyvalue';
}

function isForward(match: Match): boolean {
  return match.compiled.row.direction === 'forward';
}

function standingTerminators(matches: readonly Match[]): Terminator[] {
  const own = matches.filter(({ compiled }) => compiled.row.kind.startsWith('terminator'));
  const disarmed = new Set<Match>();
  eachOverlap(own, (a, b) => {
    if (a.compiled.row.kind === 'terminator_pseudo' && b.compiled.row.kind === 'terminator') disarmed.add(b);
    if (b.compiled.row.kind === 'terminator_pseudo' && a.compiled.row.kind === 'terminator') disarmed.add(a);
  });
  return own
    .filter((match) => match.compiled.row.kind === 'terminator' && !disarmed.has(match))
    .map(({ from, to, compiled }) => ({ from, to, bits: compiled.terminates, axes: compiled.axes }));
}

function eachOverlap(matches: readonly Match[], visit: (a: Match, b: Match) => void): void {
  for (let i = 0; i < matches.length; i++) {
    const a = matches[i] as Match;
    for (let j = i + 1; j < matches.length && (matches[j] as Match).from < a.to; j++) visit(a, matches[j] as Match);
  }
}

function strictlyContains(outer: Match, inner: Match): boolean {
  return outer.from <= inner.from && inner.to <= outer.to && outer.to - outer.from > inner.to - inner.from;
}

function note(killers: Map<Match, Match[]>, match: Match, killer: Match): void {
  const list = killers.get(match);
  if (list) list.push(killer);
  else killers.set(match, [killer]);
}
