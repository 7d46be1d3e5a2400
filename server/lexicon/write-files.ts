/** Writes lexicon rows in the form of lexicons/README.md: the same rows always give the same bytes. */

import {
  FILE_COLUMNS,
  type FileTable,
  optionalColumns,
  SERVICE_AUTHOR,
  WORD_CLASS_COLUMNS,
} from '../db/lexicon-columns.js';
import type { WordClassRow } from '../db/tables.js';
import { LANGUAGES, type Language } from '../domain/language.js';
import { LEXICON_FILES } from './files.js';
import { LINE_BREAK } from './rows.js';
import { WORD_CLASS_FILE } from './word-classes.js';

/** A row with the columns of its table, `language`, `notes` and `enabled`; of a case also `author`. */
export type WholeRow = Readonly<Record<string, unknown>>;
export type WholeRows = Readonly<Record<FileTable, readonly WholeRow[]>> & {
  readonly word_classes: readonly WordClassRow[];
};

/** What an empty cell stands for. */
const DEFAULTS: Readonly<Record<FileTable, Readonly<Record<string, unknown>>>> = {
  triggers: { priority: 50, strength: 0.95, in_span: 'never' },
  section_rules: { strength: 0.85 },
  token_classes: {},
  confidence_points: {},
  lexicon_cases: { occurrence: 1, author: SERVICE_AUTHOR },
};
const DECIMALS: Readonly<Record<string, number>> = { strength: 2, score: 3, confidence: 2 };
const OTHER_FILES: Readonly<Record<string, FileTable>> = {
  sections: 'section_rules',
  words: 'token_classes',
  confidence: 'confidence_points',
  cases: 'lexicon_cases',
};

/**
 * The content of every file, by its path ("en/assertion.tsv"); a file without rows has its header line.
 * @throws Error that names the row when a text of it does not fit into one cell
 */
export function lexiconFileContents(rows: WholeRows): Map<string, string> {
  const contents = new Map([[WORD_CLASS_FILE, wordClassContent(rows.word_classes)]]);
  for (const language of LANGUAGES) {
    for (const name of LEXICON_FILES) contents.set(`${language}/${name}.tsv`, contentOf(rows, language, name));
  }
  return contents;
}

function wordClassContent(rows: readonly WordClassRow[]): string {
  const lines = rows.map((row) => WORD_CLASS_COLUMNS.map((column) => row[column] ?? '').join('\t'));
  return `${[WORD_CLASS_COLUMNS.join('\t'), ...inByteOrder(lines)].join('\n')}\n`;
}

function contentOf(rows: WholeRows, language: Language, name: string): string {
  const table = OTHER_FILES[name] ?? 'triggers';
  const chosen = rows[table].filter(
    (row) => row.language === language && (table !== 'triggers' || triggerFile(row) === name),
  );
  const needed = optionalColumns(table).filter((column) => chosen.some((row) => cell(table, column, row) !== ''));
  const columns = [...FILE_COLUMNS[table], 'notes', ...needed];
  const lines = chosen.map((row) => columns.map((column) => cell(table, column, row)).join('\t'));
  return `${[columns.join('\t'), ...inByteOrder(lines)].join('\n')}\n`;
}

/** The file that a row of `triggers` stands in, without its ending. */
function triggerFile({ kind, axis }: WholeRow): string {
  const ofTriggers = kind === 'trigger' || (kind === 'pseudo' && axis !== '*');
  return ofTriggers ? String(axis) : 'terminators';
}

function cell(table: FileTable, column: string, row: WholeRow): string {
  const value = row[column];
  if (column === 'enabled') return value === false ? '0' : '';
  if (value === null || value === undefined || value === DEFAULTS[table][column]) return '';
  if (typeof value === 'boolean') return value ? '1' : '';
  if (typeof value === 'number') return decimal(value, DECIMALS[column] ?? 0);
  // No terminator at all is something else than those of the axis.
  if (Array.isArray(value)) return column === 'stops' && value.length === 0 ? 'none' : value.join(';');
  return textCell(table, column, row);
}

/** A cell of words; only those of cases may have line breaks, which stand as a sign. */
function textCell(table: FileTable, column: string, row: WholeRow): string {
  const value = String(row[column]);
  const lines = table === 'lexicon_cases' && (column === 'text' || column === 'span');
  const text = lines ? value.replaceAll('\n', LINE_BREAK) : value;
  if (/[\t\r\n]/.test(text) || (lines && text.replaceAll(LINE_BREAK, '\n') !== value))
    throw new Error(
      `Row ${row.id} of ${table} has a tab${lines ? ' or a ¶' : ' or a line break'} in ${column}: write it without, then export.`,
    );
  return text;
}

/** At least so many decimals, and all that the number has. */
function decimal(value: number, places: number): string {
  const short = value.toFixed(places);
  return Number(short) === value ? short : String(value);
}

/** The order of the code points, whatever the locale. */
function inByteOrder(lines: readonly string[]): string[] {
  const keyed = lines.map((line) => ({ line, bytes: Buffer.from(line) }));
  return keyed.sort((x, y) => Buffer.compare(x.bytes, y.bytes)).map(({ line }) => line);
}
