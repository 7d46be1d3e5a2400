/** Why each axis has its value: rows, ranges and the cues that lost. */

import type { SectionRow, TriggerRow } from '../db/tables.js';
import { AXES, type Axis, type DecisionSource } from '../domain/axes.js';
import type { Range } from '../domain/range.js';
import type { Lexicon } from '../lexicon/compile.js';
import type { Match } from '../lexicon/match.js';
import type { Note } from '../text/note.js';
import type { Decision, Decisions } from './decision.js';
import { rounded } from './score.js';
import type { SentenceCues, TokenSpan } from './sentence-cues.js';

/** A cue that did not decide. */
export interface LosingTrigger {
  readonly row: number;
  readonly version: number;
  readonly phrase: string;
  readonly value: string | null;
  readonly trigger: Range;
  readonly why: string;
}

/** The evidence of one axis. */
export interface AxisExplanation {
  readonly axis: Axis;
  readonly value: string | null;
  readonly source: DecisionSource;
  /** Id of the trigger row or section rule that decided; null for derived and default. */
  readonly row: number | null;
  /** The lexicon version since which that row reads so. */
  readonly version: number | null;
  /** The phrase or heading of that row. */
  readonly phrase: string | null;
  readonly reason: string | null;
  readonly trigger: Range | null;
  readonly scope: Range | null;
  /** Words between trigger and span. */
  readonly distance: number | null;
  /** What the confidence was read from, 0 to 1 (`confidence_points`). */
  readonly score: number;
  readonly losers: readonly LosingTrigger[];
}

/** Explains the decisions on one target, in the order of the axes. */
export function explain(note: Note, lexicon: Lexicon, state: SentenceCues, decisions: Decisions): AxisExplanation[] {
  return AXES.map((axis) => explainAxis(note, lexicon, state, decisions[axis]));
}

function explainAxis(note: Note, lexicon: Lexicon, state: SentenceCues, decision: Decision): AxisExplanation {
  const { axis, value, source, reason, trigger } = decision;
  const cue = source === 'derived' ? null : decision.cue;
  const reach = cue?.reach;
  const row = cue ? cue.cue.match.compiled.row : sectionRow(note, lexicon, state, source);
  return {
    axis,
    value,
    source,
    row: row?.id ?? null,
    version: row?.version ?? null,
    phrase: phraseOf(row),
    reason,
    trigger,
    scope: reach ? tokenRange(note, reach.scope) : null,
    distance: reach?.distance ?? null,
    score: rounded(decision.score),
    losers: decision.evidence.losers.map((loser) => losing(note, loser.cue.match, loser.why)),
  };
}

/** The rule of the section that a sentence stands in, where that decided. */
function sectionRow(note: Note, lexicon: Lexicon, state: SentenceCues, source: DecisionSource): SectionRow | undefined {
  const rule = source === 'section' ? note.sections[state.sentence.section]?.rule : undefined;
  return rule ? lexicon.sections.get(rule.id) : undefined;
}

function phraseOf(row: TriggerRow | SectionRow | undefined): string | null {
  if (row === undefined) return null;
  return 'phrase' in row ? row.phrase : row.heading;
}

function losing(note: Note, match: Match, why: string): LosingTrigger {
  const { id, version, phrase, value } = match.compiled.row;
  return { row: id, version, phrase, value, trigger: tokenRange(note, match) ?? { start: 0, end: 0 }, why };
}

/** The offsets of tokens [from, to); null when there are none. */
export function tokenRange(note: Note, { from, to }: TokenSpan): Range | null {
  const first = note.tokens[from];
  const last = note.tokens[to - 1];
  return first && last && to > from ? { start: first.start, end: last.end } : null;
}
