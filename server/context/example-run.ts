/** Whether the examples of a lexicon row show what the row does. */

import type { SectionRow, TriggerRow } from '../db/tables.js';
import { AXES } from '../domain/axes.js';
import type { Language } from '../domain/language.js';
import type { Range } from '../domain/range.js';
import type { Lexicon } from '../lexicon/compile.js';
import type { Match } from '../lexicon/match.js';
import { LINE_BREAK } from '../lexicon/rows.js';
import { foldTerm } from '../text/normalize.js';
import { type Note, readNote, sentenceAt } from '../text/note.js';
import { analyseContexts } from './analyse.js';
import type { AxisExplanation } from './explain.js';
import { prune } from './prune.js';
import { matchSentence } from './sentence-cues.js';

/** What an example shows instead of what its row does. */
export interface ExampleFault {
  /** A value of the axis, or what happened, in words. */
  readonly came: string;
  /** The words that decided; null when none did. */
  readonly trigger: string | null;
}

interface Example {
  readonly note: Note;
  readonly target: Range;
  readonly lexicon: Lexicon;
}

/** The text of an example and where its span stands. */
export function readExample(source: string): { readonly text: string } & Range {
  const lines = source.replaceAll(LINE_BREAK, '\n');
  const start = lines.indexOf('[');
  return { text: lines.replace('[', '').replace(']', ''), start, end: lines.indexOf(']') - 1 };
}

/** Why `example_ok` of a trigger row does not show what the row does; null when it does. */
export function exampleFault(row: TriggerRow, lexicon: Lexicon): ExampleFault | null {
  const example = open(row.example_ok, row.language, lexicon);
  if (row.kind === 'trigger') return triggerFault(row, example);
  const matches = matchSentence(example.note, sentenceOf(example), lexicon);
  const own = matches.find((match) => match.compiled.row.id === row.id);
  if (!own) return inWords('the phrase is not found in the sentence of the span');
  if (row.kind === 'pseudo') {
    const { cues } = prune(matches);
    const silences = AXES.some((axis) => cues[axis].some((cue) => cue.killers.includes(own)));
    return silences ? null : inWords('the row switches off no trigger here');
  }
  if (row.kind === 'terminator_pseudo') return null;
  const crossing = explained(example).find(
    (axis) => axis.trigger && axis.source === 'trigger' && crosses(axis.trigger, own, example),
  );
  return crossing ? { came: `the scope of "${crossing.phrase}" goes on`, trigger: wordsAt(crossing, example) } : null;
}

/** Why `example_not` of a trigger row is wrong: the row decides there all the same; null when it does not. */
export function counterFault(row: TriggerRow, lexicon: Lexicon): ExampleFault | null {
  if (row.example_not === null) return null;
  const example = open(row.example_not, row.language, lexicon);
  const decides = explained(example).find(
    (axis) => axis.row === row.id && axis.source !== 'section' && axis.value === expectedValue(row),
  );
  return decides ? { came: row.value ?? 'the row decides', trigger: wordsAt(decides, example) } : null;
}

/** Why `example_ok` of a section rule does not show the section; null when it does. */
export function sectionFault(row: SectionRow, lexicon: Lexicon): ExampleFault | null {
  const example = open(row.example_ok, row.language, lexicon);
  const found = example.note.sections[sentenceOf(example).section]?.rule;
  return found?.id === row.id ? null : inWords(`the span is in ${found ? `"${found.heading}"` : 'no section'}`);
}

function triggerFault(row: TriggerRow, example: Example): ExampleFault | null {
  const axis = explained(example).find((found) => found.axis === row.axis);
  if (axis === undefined || axis.value !== expectedValue(row))
    return { came: axis?.value ?? 'none', trigger: axis ? wordsAt(axis, example) : null };
  if (foldTerm(headingOf(example)).includes(foldTerm(row.phrase))) return null;
  const own = ownRange(row, example);
  if (!own) return inWords('the phrase is not found in the sentence of the span');
  const decided = axis.trigger && axis.trigger.start < own.end && own.start < axis.trigger.end;
  return decided ? null : { came: 'other words decide', trigger: wordsAt(axis, example) };
}

/** The text range of the row's match, in the sentence of the span or in the lead-in above it. */
function ownRange(row: TriggerRow, { note, target, lexicon }: Example): Range | null {
  const sentence = sentenceOf({ note, target });
  const leadIn = sentence.leadIn === null ? [] : [note.sentences[sentence.leadIn] as Note['sentences'][number]];
  for (const candidate of [sentence, ...leadIn]) {
    const match = matchSentence(note, candidate, lexicon).find((found) => found.compiled.row.id === row.id);
    if (match) return { start: note.tokens[match.from]?.start ?? 0, end: note.tokens[match.to - 1]?.end ?? 0 };
  }
  return null;
}

/** Whether a trigger stands on the far side of a terminator of its axis. */
function crosses(trigger: Range, terminator: Match, { note, target }: Example): boolean {
  const from = note.tokens[terminator.from]?.start ?? 0;
  const to = note.tokens[terminator.to - 1]?.end ?? 0;
  return trigger.end <= from && to <= target.start;
}

/** The heading of the section of the span: words that are a heading decide through its rule. */
function headingOf({ note, target }: Example): string {
  return note.sections[sentenceOf({ note, target }).section]?.rule?.heading ?? '';
}

function open(source: string, language: Language, lexicon: Lexicon): Example {
  const { text, start, end } = readExample(source);
  return { note: readNote(text, language, lexicon.vocabulary), target: { start, end }, lexicon };
}

function expectedValue(row: TriggerRow): string | null {
  return row.value === 'none' ? null : row.value;
}

function sentenceOf({ note, target }: Pick<Example, 'note' | 'target'>): Note['sentences'][number] {
  return note.sentences[sentenceAt(note, target.start)] as Note['sentences'][number];
}

function explained({ note, target, lexicon }: Example): readonly AxisExplanation[] {
  return analyseContexts(note, [target], lexicon, { explain: true })[0]?.explain ?? [];
}

function wordsAt(axis: AxisExplanation, { note }: Example): string | null {
  return axis.trigger && note.text.slice(axis.trigger.start, axis.trigger.end);
}

function inWords(came: string): ExampleFault {
  return { came, trigger: null };
}
