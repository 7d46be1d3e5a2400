/** Questions to a lexicon whose right answer is known: cases, and the examples of its own rows. */

import type { CaseRow, SectionRow, TriggerRow } from '../db/tables.js';
import { AXES, type Axis } from '../domain/axes.js';
import type { Lexicon } from '../lexicon/compile.js';
import { readNote } from '../text/note.js';
import { analyseContexts } from './analyse.js';
import { counterFault, type ExampleFault, exampleFault, readExample, sectionFault } from './example-run.js';

export type Question =
  | { readonly kind: 'case'; readonly row: CaseRow }
  | { readonly kind: 'example_ok' | 'example_not'; readonly row: TriggerRow }
  | { readonly kind: 'section'; readonly row: SectionRow };

/** One axis of the answer to a question. */
export interface AnswerLine {
  /** `*` for a row that speaks of all axes, `section` for a section rule. */
  readonly axis: Axis | '*' | 'section';
  readonly expected: string;
  /** The value that came ("none" where the axis does not apply), or what went wrong, in words. */
  readonly came: string;
  /** The words of the text that decided; null when none did. */
  readonly trigger: string | null;
  readonly right: boolean;
}

/** What is asked, for a person to read. */
export interface QuestionText {
  readonly what: string;
  readonly text: string;
  readonly span: string;
}

/** The questions that a row asks by its examples. */
export function triggerQuestions(row: TriggerRow): Question[] {
  const kinds = row.example_not === null ? (['example_ok'] as const) : (['example_ok', 'example_not'] as const);
  return kinds.map((kind) => ({ kind, row }));
}

/** Asks a lexicon; the row of an example must be one of its rows. */
export function ask(question: Question, lexicon: Lexicon): AnswerLine[] {
  const { kind, row } = question;
  if (kind === 'case') return askCase(row, lexicon);
  if (kind === 'section') return [exampleLine('section', row.section, sectionFault(row, lexicon))];
  const fault = kind === 'example_ok' ? exampleFault(row, lexicon) : counterFault(row, lexicon);
  return [exampleLine(row.axis, kind === 'example_ok' ? workOf(row) : 'the row does not decide', fault)];
}

export function textOf({ kind, row }: Question): QuestionText {
  if (kind === 'case') return { what: `case ${row.id}`, text: row.text, span: row.span };
  const example = readExample((kind === 'example_not' && row.example_not) || row.example_ok);
  const span = example.text.slice(example.start, example.end);
  if (kind === 'section')
    return { what: `example of section_rules ${row.id}, "${row.heading}"`, text: example.text, span };
  const name = kind === 'example_ok' ? 'example' : 'counter-example';
  return { what: `${name} of triggers ${row.id}, "${row.phrase}"`, text: example.text, span };
}

function askCase(row: CaseRow, lexicon: Lexicon): AnswerLine[] {
  const note = readNote(row.text, row.language, lexicon.vocabulary);
  const start = placeOf(row);
  const target = start < 0 ? null : { start, end: start + row.span.length };
  const [answer] = analyseContexts(note, [target], lexicon, { noteDate: row.note_date ?? undefined });
  return AXES.flatMap((axis) => {
    const expected = row[axis];
    if (expected === null) return [];
    const found = answer?.context[axis];
    const came = found?.value ?? 'none';
    return [{ axis, expected, came, trigger: found?.trigger ?? null, right: came === expected }];
  });
}

/** Where the span stands; the database has seen that it does. */
function placeOf({ text, span, occurrence }: CaseRow): number {
  let at = -span.length;
  for (let n = 0; n < occurrence; n++) at = text.indexOf(span, at + span.length);
  return at;
}

function workOf(row: TriggerRow): string {
  if (row.kind === 'trigger') return row.value ?? 'none';
  return row.kind === 'pseudo' ? 'the row switches off a trigger' : 'the row ends a scope';
}

function exampleLine(axis: AnswerLine['axis'], expected: string, fault: ExampleFault | null): AnswerLine {
  return { axis, expected, came: fault?.came ?? expected, trigger: fault?.trigger ?? null, right: fault === null };
}
