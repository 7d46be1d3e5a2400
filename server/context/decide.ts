/** Decides the five axes of one target: closest cue, else section, else default, then what one axis says of another. */

import type { SectionRow } from '../db/tables.js';
import { AXIS_VALUES, type Axis } from '../domain/axes.js';
import type { Range } from '../domain/range.js';
import type { Lexicon } from '../lexicon/compile.js';
import type { Note } from '../text/note.js';
import { namedAbsence } from './absence.js';
import type { Decision, Decisions } from './decision.js';
import { type AxisEvidence, type Candidate, type EvidenceSource, gatherEvidence, negatorOverHedge } from './resolve.js';
import { cueScore, defaultScore, derivedScore, sectionScore } from './score.js';
import type { TokenSpan } from './sentence-cues.js';
import { withoutMotherOfUnborn } from './unborn.js';

/** A target in its sentence. */
export interface TargetView extends EvidenceSource {
  readonly note: Note;
  readonly lexicon: Lexicon;
  /** Whether its concept is flagged chronic in the terminology. */
  readonly chronic: boolean;
}

type Evidence = Readonly<Record<Axis, AxisEvidence>>;

/** Categories of statements that commit to nothing: there is no certainty to grade. */
const UNCOMMITTED = new Set(['hypothetical', 'conditional', 'screening', 'prevention', 'risk']);

/** The decisions on all five axes. */
export function decide(view: TargetView): Decisions {
  const evidence: Evidence = {
    assertion: gatherEvidence('assertion', view),
    subject: gatherEvidence('subject', view),
    temporality: gatherEvidence('temporality', view),
    certainty: gatherEvidence('certainty', view),
    role: gatherEvidence('role', view),
  };
  const section = sectionOf(view);
  const assertion = assertionOf(view, evidence, section);
  const certainty = certaintyOf(view, evidence, section, assertion);
  const committed = assertionFrom(assertion, certainty);
  const subject = plain(view, 'subject', withoutMotherOfUnborn(view, evidence.subject), section);
  const temporality = temporalityOf(view, evidence.temporality, section, committed);
  const role = roleOf(ownRole(view, evidence.role, section, committed), subject, temporality, committed);
  return {
    assertion: namedAbsence(view, committed, certainty),
    certainty: certainty.value === 'none' ? { ...certainty, value: null } : certainty,
    subject,
    temporality: chronicHistory(view, committed, subject, temporality, role),
    role,
  };
}

function assertionOf(view: TargetView, evidence: Evidence, section: SectionRow | null): Decision {
  const { winner } = evidence.assertion;
  const negator = winner ? negatorOverHedge(winner, evidence.assertion, view) : null;
  if (!negator) return plain(view, 'assertion', evidence.assertion, section);
  // The hedge that the negator turns is no rival of it.
  const candidates = evidence.assertion.candidates.filter((candidate) => candidate !== winner);
  return byCue(view, 'assertion', { ...evidence.assertion, winner: negator, candidates });
}

function certaintyOf(view: TargetView, evidence: Evidence, section: SectionRow | null, assertion: Decision): Decision {
  const { winner } = evidence.certainty;
  if (assertion.value === 'uncertain' && UNCOMMITTED.has(assertion.reason ?? '')) {
    return derived('certainty', 'none', assertion, evidence.certainty);
  }
  if (winner && certaintyHolds(winner, evidence, assertion, view)) return byCue(view, 'certainty', evidence.certainty);
  const bySection = assertion.source === 'default' || assertion.source === 'section' ? section : null;
  const own = plain(view, 'certainty', { ...evidence.certainty, winner: null }, bySection);
  const hedged = assertion.value === 'uncertain' && own.source === 'default';
  return hedged ? derived('certainty', 'suspected', assertion, evidence.certainty) : own;
}

/** A hedge does not grade what other words affirm or deny. */
function certaintyHolds(winner: Candidate, evidence: Evidence, assertion: Decision, view: TargetView): boolean {
  if (negatorOverHedge(winner, evidence.assertion, view)) return false;
  if (!assertion.cue || assertion.value === 'uncertain') return true;
  if (winner.value === 'confirmed' && assertion.value === 'affirmed') return true;
  // "unlikely" denies and hedges in the same words; a hedge inside a longer denial is part of it.
  const decided = assertion.cue.cue.match;
  const { match } = winner.cue;
  const shares = decided.from < match.to && match.from < decided.to;
  return shares && winner.value !== 'none' && match.to - match.from >= decided.to - decided.from;
}

/** A hedge or differential without a cue on assertion makes it uncertain. */
function assertionFrom(assertion: Decision, certainty: Decision): Decision {
  const open = certainty.value !== 'confirmed' && certainty.source !== 'derived';
  return open && assertion.source === 'default'
    ? derived('assertion', 'uncertain', certainty, assertion.evidence)
    : assertion;
}

function temporalityOf(
  view: TargetView,
  evidence: AxisEvidence,
  section: SectionRow | null,
  assertion: Decision,
): Decision {
  if (assertion.value !== 'negated') return plain(view, 'temporality', evidence, section);
  // Absence is current unless a past cue of its own governs: "no history of", "no known" are no such cues.
  const { winner } = evidence;
  const holds = winner?.value === 'past' && !servesNegator(winner, assertion.cue, view.target);
  const own = holds || winner?.value === 'current' ? evidence : { ...evidence, winner: null };
  return plain(view, 'temporality', own, null);
}

/** Whether a cue belongs to the negation: in its words, or between it and the target. */
function servesNegator(cue: Candidate, negator: Candidate | null, target: TokenSpan): boolean {
  if (!negator) return false;
  const { match } = cue.cue;
  const negation = negator.cue.match;
  if (match.from < negation.to && negation.from < match.to) return true;
  return negation.to <= match.from && match.to <= target.from && !match.compiled.dated;
}

/** "No history of" tells no history. */
function ownRole(view: TargetView, evidence: AxisEvidence, section: SectionRow | null, assertion: Decision): Decision {
  const { winner } = evidence;
  const denied =
    winner?.value === 'history' && assertion.value === 'negated' && servesNegator(winner, assertion.cue, view.target);
  // What the patient never had is no history of the patient, whatever the heading (policy 11).
  const absent = assertion.value === 'negated' && section?.role === 'history';
  return plain(view, 'role', denied ? { ...evidence, winner: null } : evidence, absent ? null : section);
}

function roleOf(role: Decision, subject: Decision, temporality: Decision, assertion: Decision): Decision {
  const fromCue = role.cue !== null && role.value === 'history';
  if (subject.value === 'family' && !fromCue) return derived('role', 'history', subject, role.evidence);
  if (temporality.value === 'past' && role.value !== 'history')
    return derived('role', 'history', temporality, role.evidence);
  return isCancelled(role, temporality, assertion) ? byDefault('role', role.evidence) : role;
}

/**
 * Nobody comes for what is absent; and what the text calls current is no history, whatever the heading, nor where "history of"
 * stands farther off: "h/o gout, fever and cough today".
 */
function isCancelled(role: Decision, temporality: Decision, assertion: Decision): boolean {
  if (role.value === 'reason_for_encounter') return assertion.value === 'negated';
  return role.value === 'history' && isSaidCurrent(temporality);
}

function isSaidCurrent({ value, cue }: Decision): boolean {
  return value === 'current' && cue !== null;
}

/** History of a concept that never ends is chronic, unless the text says that it has ended. */
function chronicHistory(
  view: TargetView,
  assertion: Decision,
  subject: Decision,
  temporality: Decision,
  role: Decision,
): Decision {
  if (!view.chronic || !isOwnHistory(assertion, subject, role) || temporality.value === 'chronic') return temporality;
  if (role.source === 'derived' && !isFoundThen(view, assertion, temporality)) return temporality;
  if (isSaidCurrent(temporality) || hasEnded(temporality, role)) return temporality;
  const parent = temporality.value === 'past' ? temporality : role;
  return { ...derived('temporality', 'chronic', parent, temporality.evidence), cue: parent.cue };
}

function isOwnHistory(assertion: Decision, subject: Decision, role: Decision): boolean {
  return role.value === 'history' && subject.value === 'patient' && assertion.value !== 'negated';
}

/** Whether words of their own, not a date and not those that make it history, say that something is past. */
function hasEnded(temporality: Decision, role: Decision): boolean {
  const { value, cue, reason } = temporality;
  return value === 'past' && cue !== null && reason !== 'date' && !sameCue(temporality, role);
}

/**
 * Whether nothing but a year right behind the span says so: that of "Dementia 2018" is the year when it was found. What was done for a
 * disease, or to it, has a year of its own: "thyroidectomy for Graves 2009".
 */
function isFoundThen({ state, target }: TargetView, assertion: Decision, { cue }: Decision): boolean {
  const isYear = cue !== null && /^\W*<YEAR>\W*$/.test(cue.cue.match.compiled.row.phrase);
  if (!isYear || assertion.value !== 'affirmed' || cue.cue.match.from !== target.to) return false;
  return target.from === state.sentence.from || !state.clause.saysPurpose(target.from - 1);
}

function sameCue(a: Decision, b: Decision): boolean {
  return a.trigger?.start === b.trigger?.start && a.trigger?.end === b.trigger?.end;
}

function plain(view: TargetView, axis: Axis, evidence: AxisEvidence, section: SectionRow | null): Decision {
  if (evidence.winner) return byCue(view, axis, evidence);
  const value = section?.[axis];
  return section && value ? bySection(view, axis, evidence, section, value) : byDefault(axis, evidence);
}

function byCue(view: TargetView, axis: Axis, evidence: AxisEvidence): Decision {
  const cue = evidence.winner as Candidate;
  const { sentence } = view.state;
  return {
    axis,
    value: cue.value,
    source: cue.reach.source,
    trigger: triggerRange(view.note, cue),
    score: cueScore(cue, evidence, sentence.to - sentence.from),
    cue,
    reason: cue.cue.match.compiled.row.reason,
    evidence,
  };
}

function bySection(view: TargetView, axis: Axis, evidence: AxisEvidence, rule: SectionRow, value: string): Decision {
  const section = view.note.sections[view.state.sentence.section];
  const score = sectionScore(Number(rule.strength), view.target.from - (section?.from ?? 0));
  return {
    axis,
    value,
    source: 'section',
    trigger: section?.heading ?? null,
    score,
    cue: null,
    reason: null,
    evidence,
  };
}

function byDefault(axis: Axis, evidence: AxisEvidence): Decision {
  const value = AXIS_VALUES[axis][0];
  const score = defaultScore(axis, evidence, value);
  return { axis, value, source: 'default', trigger: null, score, cue: null, reason: null, evidence };
}

function derived(axis: Axis, value: string, parent: Decision, evidence: AxisEvidence): Decision {
  const score = derivedScore(parent.score);
  return {
    axis,
    value,
    source: 'derived',
    trigger: parent.trigger,
    score,
    cue: null,
    reason: parent.reason,
    evidence,
  };
}

function triggerRange(note: Note, { cue: { match } }: Candidate): Range {
  return { start: note.tokens[match.from]?.start ?? 0, end: note.tokens[match.to - 1]?.end ?? 0 };
}

function sectionOf(view: TargetView): SectionRow | null {
  const { sentence } = view.state;
  if (sentence.kind === 'heading') return null;
  const rule = view.note.sections[sentence.section]?.rule;
  return (rule && view.lexicon.sections.get(rule.id)) ?? null;
}
