/** One line of a lexicon file into one row: defaults filled in, values checked one by one. */

import { SERVICE_AUTHOR } from '../db/lexicon-columns.js';
import type {
  CaseRemarks,
  CaseRow,
  ConfidenceRow,
  ConfidenceSource,
  Direction,
  InSpan,
  Remarks,
  SectionRow,
  TokenClassRow,
  TriggerKind,
  TriggerRow,
} from '../db/tables.js';
import { AXES, AXIS_VALUES, type Axis } from '../domain/axes.js';
import type { Language } from '../domain/language.js';
import { isoDay } from './dates.js';
import { TERMINATOR_CLASSES } from './stops.js';
import type { Cells, Fault } from './table-file.js';
import type { WordClasses } from './word-classes.js';

/** A line break within a cell. */
export const LINE_BREAK = ' ¶ ';

const SOURCES: readonly ConfidenceSource[] = ['cue', 'section', 'derived', 'default'];

const KINDS: readonly TriggerKind[] = ['trigger', 'pseudo', 'terminator', 'terminator_pseudo'];
const DIRECTIONS: readonly Direction[] = ['forward', 'backward', 'both', 'bracket', 'keyvalue', 'none'];
const IN_SPANS: readonly InSpan[] = ['never', 'prefix', 'suffix', 'any'];
const REASONS = [
  'hedge',
  'rule_out',
  'differential',
  'hypothetical',
  'conditional',
  'screening',
  'prevention',
  'risk',
  'hearsay',
  'date',
  'duration',
];
const SECTIONS = [
  'chief_complaint',
  'history_present_illness',
  'past_history',
  'surgical_history',
  'family_history',
  'social_history',
  'allergies',
  'medications',
  'review_of_systems',
  'examination',
  'vital_signs',
  'investigations',
  'imaging',
  'laboratory',
  'assessment',
  'diagnosis',
  'differential',
  'plan',
  'discharge_instructions',
  'procedure',
  'course',
  'immunizations',
  'obstetric_history',
  'conclusion',
  'indication',
  'other',
];

/** A row of one of the six trigger files; `file` is the file's name without ending. */
export function parseTrigger(cells: Cells, language: Language, id: number, file: string, fault: Fault): TriggerRow {
  const kind = oneOf(cells, 'kind', KINDS, 'trigger', fault);
  const axis = oneOf(cells, 'axis', [...AXES, '*'] as const, '*', fault);
  const misplaced = file === 'terminators' ? kind === 'trigger' : axis !== '*' && axis !== file;
  if (misplaced) fault(`a ${kind} of ${axis} belongs in another file`);
  return {
    id,
    language,
    kind,
    axis,
    value: triggerValue(cells, kind, axis, fault),
    phrase: cells.phrase ?? '',
    direction: direction(cells, kind, fault),
    max_tokens: integer(cells, 'max_tokens', 1, 60, fault),
    stop_at_comma: flag(cells, 'stop_at_comma', fault),
    clause_initial: flag(cells, 'clause_initial', fault),
    stops: stops(cells, fault),
    ignores: classes(cells, 'ignores', fault),
    in_span: oneOf(cells, 'in_span', IN_SPANS, 'never', fault),
    may_cover_target: flag(cells, 'may_cover_target', fault),
    priority: integer(cells, 'priority', 1, 99, fault) ?? 50,
    strength: strength(cells, 0.95, fault),
    reason: cells.reason === '' ? null : oneOf(cells, 'reason', REASONS, 'hedge', fault),
    case_sensitive: flag(cells, 'case_sensitive', fault),
    accent_sensitive: flag(cells, 'accent_sensitive', fault),
    example_ok: example(cells, 'example_ok', true, fault) ?? '',
    example_not: example(cells, 'example_not', false, fault),
    version: 1,
  };
}

/** A row of `sections.tsv`. */
export function parseSection(cells: Cells, language: Language, id: number, fault: Fault): SectionRow {
  if (cells.heading === '') fault('the heading is empty: write its words, without the colon');
  return {
    id,
    language,
    heading: cells.heading ?? '',
    section: oneOf(cells, 'section', SECTIONS, 'other', fault),
    needs_colon: flag(cells, 'needs_colon', fault),
    ...axisValues(cells, fault),
    strength: strength(cells, 0.85, fault),
    example_ok: example(cells, 'example_ok', true, fault) ?? '',
    version: 1,
  };
}

/** A row of `words.tsv`. */
export function parseWord(
  cells: Cells,
  language: Language,
  id: number,
  classes: WordClasses,
  fault: Fault,
): TokenClassRow {
  if (cells.word?.trim() === '') fault('the word is empty');
  const value = cells.value === '' ? null : (cells.value ?? null);
  const { class: name = '', word = '' } = cells;
  const refusal = classes.refusal(name, value);
  if (refusal !== null) fault(refusal);
  return { id, language, class: name, word, value, version: 1 };
}

/** A row of `confidence.tsv`. */
export function parseConfidence(cells: Cells, language: Language, id: number, fault: Fault): ConfidenceRow {
  const axis = oneOf(cells, 'axis', AXES, AXES[0], fault);
  return {
    id,
    language,
    axis,
    value: oneOf(cells, 'value', ['*', ...AXIS_VALUES[axis]], '*', fault),
    source: oneOf(cells, 'source', SOURCES, 'cue', fault),
    score: fraction(cells, 'score', 0, 1, fault),
    confidence: fraction(cells, 'confidence', 0.05, 0.99, fault),
    version: 1,
  };
}

/** A row of `cases.tsv`; the database sees that the span stands in the text. */
export function parseCase(
  cells: Cells,
  language: Language,
  id: number,
  fault: Fault,
): CaseRow & Pick<CaseRemarks, 'author'> {
  const { text = '', span = '', note_date: date = '', author } = cells;
  if (date !== '' && isoDay(date) === null) fault(`"${date}" is no note_date: write YYYY-MM-DD`);
  return {
    id,
    language,
    text: text.replaceAll(LINE_BREAK, '\n'),
    span: span.replaceAll(LINE_BREAK, '\n'),
    occurrence: integer(cells, 'occurrence', 1, 5000, fault) ?? 1,
    note_date: date === '' ? null : date,
    ...axisValues(cells, fault),
    author: author === '' ? SERVICE_AUTHOR : (author ?? null),
  };
}

/** What any line also tells: notes, and in an optional last column whether the row is switched off. */
export function parseRemarks(cells: Cells, fault: Fault): Remarks {
  const { notes = '', enabled = '' } = cells;
  if (enabled !== '' && enabled !== '0') fault(`enabled is 0 (switched off) or empty, not "${enabled}"`);
  return { notes: notes === '' ? null : notes, enabled: enabled !== '0' };
}

function triggerValue(cells: Cells, kind: TriggerKind, axis: Axis | '*', fault: Fault): string | null {
  if (kind === 'trigger') {
    if (axis !== '*') return oneOf(cells, 'value', valuesOf(axis), '', fault);
    fault('a trigger sets one axis: write its name instead of "*"');
  } else if (kind === 'terminator') {
    return oneOf(cells, 'value', TERMINATOR_CLASSES, '', fault);
  } else if (cells.value !== '' && kind === 'pseudo') {
    fault('a pseudo has no value: leave the cell empty');
  }
  return cells.value === '' ? null : (cells.value ?? null);
}

/** The value that a line gives each axis; null for none. */
function axisValues(cells: Cells, fault: Fault) {
  const value = (axis: Axis): string | null =>
    cells[axis] === '' ? null : oneOf(cells, axis, valuesOf(axis), '', fault);
  return {
    assertion: value('assertion'),
    subject: value('subject'),
    temporality: value('temporality'),
    certainty: value('certainty'),
    role: value('role'),
  };
}

function valuesOf(axis: Axis): readonly string[] {
  return axis === 'certainty' ? [...AXIS_VALUES.certainty, 'none'] : AXIS_VALUES[axis];
}

function direction(cells: Cells, kind: TriggerKind, fault: Fault): Direction {
  const found = oneOf(cells, 'direction', DIRECTIONS, 'none', fault);
  if (kind === 'trigger' && found === 'none') fault('a trigger needs a direction: where do its spans stand?');
  if (kind !== 'trigger' && found !== 'none') fault(`the direction of a ${kind} is "none"`);
  return found;
}

function oneOf<T extends string>(cells: Cells, column: string, values: readonly T[], otherwise: T, fault: Fault): T {
  const cell = cells[column] ?? '';
  if (values.includes(cell as T)) return cell as T;
  if (cell !== '' || otherwise === '' || column === 'kind' || column === 'axis' || column === 'section') {
    fault(`"${cell}" is no ${column}: use one of ${values.join(', ')}`);
  }
  return otherwise;
}

function flag(cells: Cells, column: string, fault: Fault): boolean {
  if (cells[column] !== '' && cells[column] !== '1') fault(`${column} is 1 or empty, not "${cells[column]}"`);
  return cells[column] === '1';
}

function integer(cells: Cells, column: string, least: number, most: number, fault: Fault): number | null {
  if (cells[column] === '') return null;
  const value = Number(cells[column]);
  if (!Number.isInteger(value) || value < least || value > most)
    fault(`${column} is a whole number from ${least} to ${most}`);
  return value;
}

function strength(cells: Cells, otherwise: number, fault: Fault): number {
  return cells.strength === '' ? otherwise : fraction(cells, 'strength', 0.5, 0.99, fault);
}

function fraction(cells: Cells, column: string, least: number, most: number, fault: Fault): number {
  const value = cells[column] === '' ? Number.NaN : Number(cells[column]);
  if (!(value >= least && value <= most)) fault(`${column} is a number from ${least.toFixed(2)} to ${most.toFixed(2)}`);
  return value;
}

/** Empty: those of the axis; "none": nothing ends the scope. */
function stops(cells: Cells, fault: Fault): string[] | null {
  if (cells.stops === '') return null;
  return cells.stops === 'none' ? [] : classes(cells, 'stops', fault);
}

function classes(cells: Cells, column: string, fault: Fault): string[] {
  const names = (cells[column] ?? '').split(';').filter((name) => name !== '');
  for (const name of names) {
    if (!TERMINATOR_CLASSES.includes(name))
      fault(`"${name}" is no terminator class: use ${TERMINATOR_CLASSES.join(', ')}`);
  }
  return names;
}

function example(cells: Cells, column: string, needed: boolean, fault: Fault): string | null {
  const cell = cells[column] ?? '';
  if (cell === '') {
    if (needed) fault(`${column} is empty: write a sentence with the [span] in square brackets`);
    return null;
  }
  const opens = cell.split('[').length - 1;
  if (opens !== 1 || cell.split(']').length !== 2 || cell.indexOf(']') < cell.indexOf('[') + 2) {
    fault(`${column} needs exactly one [span] in square brackets`);
  }
  return cell;
}
