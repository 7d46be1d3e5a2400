/** Context analysis: the five axes of each target of a note, with the trigger of each decision. Pure, no I/O. */

import { AXES, type Axis, type AxisContext, type SpanContext } from '../domain/axes.js';
import type { Language } from '../domain/language.js';
import type { Range } from '../domain/range.js';
import { pointSource } from '../lexicon/calibration.js';
import type { Lexicon } from '../lexicon/compile.js';
import type { Gap, Match } from '../lexicon/match.js';
import { type Note, sentenceAt, tokensIn } from '../text/note.js';
import { finish, type Steps } from '../text/steps.js';
import { DateJudge } from './dated.js';
import { decide } from './decide.js';
import type { Decisions } from './decision.js';
import { type AxisExplanation, explain, tokenRange } from './explain.js';
import { prune } from './prune.js';
import { absentNote, readableNote } from './readable-note.js';
import { rounded } from './score.js';
import { matchSentence, SentenceCues, type TargetKind, type TargetSpan } from './sentence-cues.js';

/** A stretch of the note to analyse, with what is known of its concept. */
export interface ContextTarget extends Range {
  /** Whether its concept is flagged chronic in the terminology. */
  readonly chronic?: boolean;
  /** Absent: not known. */
  readonly kind?: TargetKind | undefined;
}

export interface AnalyseOptions {
  /** ISO date of the note; without it the latest full date in the note stands for it. */
  readonly noteDate?: string | undefined;
  readonly explain?: boolean | undefined;
}

/** The context of one target. */
export interface ContextAnswer {
  readonly context: SpanContext;
  /** The minimum over the axes that apply; 0 when the note does not have the span. */
  readonly context_confidence: number;
  readonly readable_note: string;
  readonly explain?: readonly AxisExplanation[];
}

/**
 * Analyses targets of a note; linear in the text, whatever the number of rows. Offsets count UTF-16 units.
 *
 * @param targets in any order; null for a span that the note does not have
 * @returns one answer for each target, in their order
 */
export function analyseContexts(
  note: Note,
  targets: readonly (ContextTarget | null)[],
  lexicon: Lexicon,
  options: AnalyseOptions = {},
): ContextAnswer[] {
  return finish(contextSteps(note, targets, lexicon, options));
}

/** `analyseContexts` in steps. */
export function contextSteps(
  note: Note,
  targets: readonly (ContextTarget | null)[],
  lexicon: Lexicon,
  options: AnalyseOptions = {},
): Steps<ContextAnswer[]> {
  return new Analysis(note, targets, lexicon, options).run();
}

/** What a trigger takes of a text. */
export interface CueRange extends Range {
  /** Whether it denies or doubts; words of time, person and role may name a concept too ("MRI"). */
  readonly hard: boolean;
  /** Whether it denies or doubts what stands behind it. */
  readonly opens: boolean;
}

/** The ranges of the triggers that stand as cues in sentences of a note, in text order: words that say how, not what. */
export function triggerRanges(note: Note, lexicon: Lexicon, sentences = note.sentences): CueRange[] {
  const ranges = sentences.flatMap((sentence) => {
    const { cues } = prune(matchSentence(note, sentence, lexicon));
    return AXES.flatMap((axis) => {
      const alive = cues[axis].filter(({ killers }) => killers.length === 0);
      return alive.flatMap(({ match }) => rangesOf(note, axis, match));
    });
  });
  return ranges.sort((a, b) => a.start - b.start || a.end - b.end);
}

function rangesOf(note: Note, axis: Axis, match: Match): CueRange[] {
  const range = tokenRange(note, match);
  if (range === null) return [];
  const hard = axis === 'assertion' || axis === 'certainty';
  const opens = axis === 'assertion' && opensDenial(match);
  return outsideGaps(note, range, match.gaps).map((part) => ({ ...part, hard, opens }));
}

function opensDenial({ compiled: { row } }: Match): boolean {
  return row.direction === 'forward' && (row.value === 'negated' || row.value === 'uncertain');
}

/** What stands in a gap of a phrase is no part of the cue ("ne [tousse] pas"). */
function outsideGaps(note: Note, range: Range, gaps: readonly Gap[]): Range[] {
  const parts: Range[] = [];
  let { start } = range;
  for (const gap of gaps.map((tokens) => tokenRange(note, tokens))) {
    if (gap === null) continue;
    parts.push({ start, end: gap.start });
    start = gap.end;
  }
  return [...parts, { start, end: range.end }];
}

/** A target in its sentence. */
interface Place extends TargetSpan {
  readonly index: number;
  readonly chronic: boolean;
}

/** The state of one call: sentence after sentence, so that little is alive at a time. */
class Analysis {
  private readonly places = new Map<number, Place[]>();
  private readonly judge: DateJudge;
  private leadIn: { readonly sentence: number; readonly state: SentenceCues } | null = null;

  constructor(
    private readonly note: Note,
    private readonly targets: readonly (ContextTarget | null)[],
    private readonly lexicon: Lexicon,
    private readonly options: AnalyseOptions,
  ) {
    this.judge = new DateJudge(note, lexicon, options.noteDate);
    targets.forEach((target, index) => {
      if (target) this.place(target, index);
    });
  }

  *run(): Steps<ContextAnswer[]> {
    const absent = absentAnswer(this.note.language);
    const answers: ContextAnswer[] = this.targets.map(() => absent);
    for (const [sentence, places] of [...this.places].sort(([a], [b]) => a - b)) {
      const state = this.state(sentence);
      for (const place of places) {
        answers[place.index] = this.answer(state, place);
        yield;
      }
    }
    return answers;
  }

  private answer(state: SentenceCues, place: Place): ContextAnswer {
    const { note, lexicon } = this;
    const wanted = this.options.explain ?? false;
    const leadIn = state.sentence.leadIn === null ? null : this.leadInState(state.sentence.leadIn);
    const decisions = decide({
      note,
      lexicon,
      state,
      leadIn,
      judge: this.judge,
      target: place,
      explain: wanted,
      chronic: place.chronic,
    });
    const context = toContext(note, decisions, state.language, lexicon);
    return {
      context,
      context_confidence: leastConfidence(context),
      readable_note: readableNote(note.text, decisions, state.language),
      ...(wanted ? { explain: explain(note, lexicon, state, decisions) } : {}),
    };
  }

  private state(sentence: number): SentenceCues {
    const found = this.note.sentences[sentence] as Note['sentences'][number];
    return new SentenceCues(this.note, found, this.lexicon, this.places.get(sentence) ?? []);
  }

  private leadInState(sentence: number): SentenceCues {
    if (this.leadIn?.sentence !== sentence) this.leadIn = { sentence, state: this.state(sentence) };
    return this.leadIn.state;
  }

  private place(target: ContextTarget, index: number): void {
    const sentence = sentenceAt(this.note, target.start);
    const found = this.note.sentences[sentence];
    const { from, to } = tokensIn(this.note, target);
    if (!found || to <= from) return;
    const first = Math.min(Math.max(from, found.from), found.to - 1);
    const place = {
      from: first,
      to: Math.max(first + 1, Math.min(to, found.to)),
      index,
      chronic: target.chronic ?? false,
      kind: target.kind,
    };
    const list = this.places.get(sentence);
    if (list) list.push(place);
    else this.places.set(sentence, [place]);
  }
}

/** The answer for a span that the note does not have: no axis applies. */
function absentAnswer(language: Language): ContextAnswer {
  return {
    context: { assertion: null, subject: null, temporality: null, certainty: null, role: null },
    context_confidence: 0,
    readable_note: absentNote(language),
  };
}

function leastConfidence(context: SpanContext): number {
  let least = 1;
  for (const axis of AXES) least = Math.min(least, context[axis]?.confidence ?? 1);
  return least;
}

function toContext(note: Note, decisions: Decisions, language: Language, lexicon: Lexicon): SpanContext {
  const toAxis = <A extends Axis>(axis: A): AxisContext<A> | null => {
    const { value, source, score, trigger } = decisions[axis];
    if (value === null) return null;
    const confidence = lexicon.calibration.confidence({ language, axis, value, source: pointSource(source), score });
    return {
      value: value as AxisContext<A>['value'],
      confidence: rounded(confidence),
      trigger: trigger && note.text.slice(trigger.start, trigger.end),
    };
  };
  return {
    assertion: toAxis('assertion'),
    subject: toAxis('subject'),
    temporality: toAxis('temporality'),
    certainty: toAxis('certainty'),
    role: toAxis('role'),
  };
}
