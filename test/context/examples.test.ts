import assert from 'node:assert/strict';
import { analyseContexts } from '../../server/context/analyse.js';
import type { Match } from '../../server/context/match.js';
import { prune } from '../../server/context/prune.js';
import { matchSentence } from '../../server/context/sentence-cues.js';
import type { SectionRow, TriggerRow } from '../../server/db/tables.js';
import { AXES, type Language, type Range } from '../../server/domain.js';
import { foldTerm } from '../../server/text/normalize.js';
import { type Note, readNote, sentenceAt } from '../../server/text/note.js';
import { lexiconFiles, shippedLexicon } from '../support/annotated.js';

interface Example {
  readonly note: Note;
  readonly target: Range;
}

function readExample(source: string, language: Language): Example {
  const lines = source.replaceAll(' ¶ ', '\n');
  const start = lines.indexOf('[');
  const end = lines.indexOf(']') - 1;
  const text = lines.replace('[', '').replace(']', '');
  return { note: readNote(text, language, shippedLexicon().vocabulary), target: { start, end } };
}

/** Why an example does not show what its row does; null when it does. */
function faultOf(row: TriggerRow): string | null {
  const example = readExample(row.example_ok, row.language);
  if (row.kind === 'trigger') return triggerFault(row, example);
  const matches = matchSentence(example.note, sentenceOf(example), shippedLexicon());
  const own = matches.find((match) => match.compiled.row.id === row.id);
  if (!own) return 'the phrase is not found in the sentence of the span';
  const pruned = prune(matches);
  if (row.kind === 'pseudo') {
    const silences = AXES.some((axis) => pruned.cues[axis].some((cue) => cue.killers.includes(own)));
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
  const from = note.tokens[terminator.from]?.start ?? 0;
  const to = note.tokens[terminator.to - 1]?.end ?? 0;
  return trigger.end <= from && to <= target.start;
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
function ownRange(row: TriggerRow, { note, target }: Example): Range | null {
  const sentence = sentenceOf({ note, target });
  const leadIn = sentence.leadIn === null ? [] : [note.sentences[sentence.leadIn] as Note['sentences'][number]];
  for (const candidate of [sentence, ...leadIn]) {
    const match = matchSentence(note, candidate, shippedLexicon()).find((found) => found.compiled.row.id === row.id);
    if (match) return { start: note.tokens[match.from]?.start ?? 0, end: note.tokens[match.to - 1]?.end ?? 0 };
  }
  return null;
}

/** The heading of the section of the span: words that are a heading decide through its rule. */
function headingOf({ note, target }: Example): string {
  return note.sections[sentenceOf({ note, target }).section]?.rule?.heading ?? '';
}

function counterFault(row: TriggerRow): string | null {
  if (row.example_not === null) return null;
  const axes = explained(readExample(row.example_not, row.language));
  const decides = axes.some(
    (axis) => axis.row === row.id && axis.source !== 'section' && axis.value === expectedValue(row),
  );
  return decides ? `decides in "${row.example_not}"` : null;
}

function sectionFault(row: SectionRow): string | null {
  const { note, target } = readExample(row.example_ok, row.language);
  const found = note.sections[sentenceOf({ note, target }).section]?.rule;
  return found?.id === row.id ? null : `the span is in ${found ? `"${found.heading}"` : 'no section'}`;
}

function sentenceOf({ note, target }: Example): Note['sentences'][number] {
  return note.sentences[sentenceAt(note, target.start)] as Note['sentences'][number];
}

function explained({ note, target }: Example) {
  return analyseContexts(note, [target], shippedLexicon(), { explain: true })[0]?.explain ?? [];
}

describe('the examples of the lexicon files', function () {
  this.timeout(60_000);

  it('show what each row does, and where it does nothing', () => {
    const { triggers, sections, places } = lexiconFiles();
    const faults = triggers.flatMap((row) => {
      const found = [faultOf(row), counterFault(row)].filter((fault) => fault !== null);
      return found.map((fault) => `${places.get(row)} "${row.phrase}" in "${row.example_ok}": ${fault}`);
    });
    for (const row of sections) {
      const fault = sectionFault(row);
      if (fault) faults.push(`${places.get(row)} "${row.heading}" in "${row.example_ok}": ${fault}`);
    }
    assert.equal(faults.length, 0, `${faults.length} examples do not show what their rows do:\n${faults.join('\n')}`);
  });
});
