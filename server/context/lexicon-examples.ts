/** Whether the example of a row shows what the row does: for the tests of the shipped rows, and for the linter. */

import type { SectionRow, TriggerRow } from '../db/tables.js';
import { AXES, type Language, type Range } from '../domain.js';
import { foldTerm } from '../text/normalize.js';
import { type Note, readNote, sentenceAt } from '../text/note.js';
import { analyseContexts } from './analyse.js';
import type { Lexicon } from './lexicon.js';
import type { Match } from './match.js';
import { prune } from './prune.js';
import { matchSentence } from './sentence-cues.js';

interface Example {
  readonly note: Note;
  readonly target: Range;
  readonly lexicon: Lexicon;
}

/** Why the examples of a trigger, pseudo or terminator do not show what it does; empty when they do. */
export function exampleFaults(row: TriggerRow, lexicon: Lexicon): string[] {
  return [exampleFault(row, lexicon), counterFault(row, lexicon)].filter((fault) => fault !== null);
}

/** Why the example of a heading does not show its section; null when it does. */
export function sectionExampleFault(row: SectionRow, lexicon: Lexicon): string | null {
  const { note, target } = readExample(row.example_ok, row.language, lexicon);
  const found = note.sections[sentenceOf(note, target).section]?.rule;
  return found?.id === row.id ? null : `the span is in ${found ? `"${found.heading}"` : 'no section'}`;
}

function readExample(source: string, language: Language, lexicon: Lexicon): Example {
  const lines = source.replaceAll(' ¶ ', '\n');
  const start = lines.indexOf('[');
  const end = lines.indexOf(']') - 1;
  const text = lines.replace('[', '').replace(']', '');
  return { note: readNote(text, language, lexicon.vocabulary), target: { start, end }, lexicon };
}

function exampleFault(row: TriggerRow, lexicon: Lexicon): string | null {
  const example = readExample(row.example_ok, row.language, lexicon);
  if (row.kind === 'trigger') return triggerFault(row, example);
  const matches = matchSentence(example.note, sentenceOf(example.note, example.target), lexicon);
  const own = matches.find((match) => match.compiled.row.id === row.id);
  if (!own) return 'the phrase is not found in the sentence of the span';
  if (row.kind === 'pseudo') {
    const { cues } = prune(matches);
    const silences = AXES.some((axis) => cues[axis].some((cue) => cue.killers.includes(own)));
    return silences ? null : 'switches off no trigger here';
  }
  if (row.kind === 'terminator_pseudo') return null;
  const crossing = explained(example).find(
    (axis) => axis.trigger && axis.source === 'trigger' && crosses(axis.trigger, own, example),
  );
  return crossing ? `the scope of "${crossing.phrase}" goes on` : null;
}

/** Whether a trigger stands on the far side of a terminator of its axis. */
function crosses(trigger: Range, terminator: Match, { note, target }: Example): boolean {
  const { start, end } = rangeOf(note, terminator);
  return trigger.end <= start && end <= target.start;
}

function expectedValue(row: TriggerRow): string | null {
  return row.value === 'none' ? null : row.value;
}

function triggerFault(row: TriggerRow, example: Example): string | null {
  const axis = explained(example).find((found) => found.axis === row.axis);
  if (axis?.value !== expectedValue(row))
    return `${row.axis} is ${axis?.value}, decided by "${axis?.phrase ?? axis?.source}"`;
  if (foldTerm(headingOf(example)).includes(foldTerm(row.phrase))) return null;
  const own = ownRange(row, example);
  if (!own) return 'the phrase is not found in the sentence of the span';
  const decided = axis?.trigger && axis.trigger.start < own.end && own.start < axis.trigger.end;
  return decided ? null : `decided by "${axis?.phrase ?? axis?.source}"`;
}

/** The text range of the row's match, in the sentence of the span or in the lead-in above it. */
function ownRange(row: TriggerRow, { note, target, lexicon }: Example): Range | null {
  const sentence = sentenceOf(note, target);
  const leadIn = sentence.leadIn === null ? [] : [note.sentences[sentence.leadIn] as Note['sentences'][number]];
  for (const candidate of [sentence, ...leadIn]) {
    const match = matchSentence(note, candidate, lexicon).find((found) => found.compiled.row.id === row.id);
    if (match) return rangeOf(note, match);
  }
  return null;
}

function rangeOf(note: Note, match: Match): Range {
  return { start: note.tokens[match.from]?.start ?? 0, end: note.tokens[match.to - 1]?.end ?? 0 };
}

/** The heading of the section of the span: words that are a heading decide through its rule. */
function headingOf({ note, target }: Example): string {
  return note.sections[sentenceOf(note, target).section]?.rule?.heading ?? '';
}

function counterFault(row: TriggerRow, lexicon: Lexicon): string | null {
  if (row.example_not === null) return null;
  const decides = explained(readExample(row.example_not, row.language, lexicon)).some(
    (axis) => axis.row === row.id && axis.source !== 'section' && axis.value === expectedValue(row),
  );
  return decides ? `decides in "${row.example_not}"` : null;
}

function sentenceOf(note: Note, target: Range): Note['sentences'][number] {
  return note.sentences[sentenceAt(note, target.start)] as Note['sentences'][number];
}

function explained({ note, target, lexicon }: Example) {
  return analyseContexts(note, [target], lexicon, { explain: true })[0]?.explain ?? [];
}
