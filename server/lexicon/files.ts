/** Reads the lexicon files of lexicons/README.md into rows, and reports every fault with its file and line. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_COLUMNS, type FileTable, optionalColumns } from '../db/lexicon-columns.js';
import type {
  CaseRemarks,
  CaseRow,
  ConfidenceRow,
  LexiconRows,
  Remarks,
  SectionRow,
  TokenClassRow,
  TriggerRow,
} from '../db/tables.js';
import { LANGUAGES, type Language } from '../domain/language.js';
import { checkSections, checkTriggers, type Faults } from './check.js';
import { LexiconError } from './compile.js';
import { parseCase, parseConfidence, parseRemarks, parseSection, parseTrigger, parseWord } from './rows.js';

/** The files of triggers; each but the last has the name of its axis. */
const TRIGGER_FILES = ['assertion', 'certainty', 'subject', 'temporality', 'role', 'terminators'] as const;

/** Where a row stands: "en/assertion.tsv:12". */
export type Place = string;

/** The files of one language, without their ending; only that of the cases may be missing. */
export const LEXICON_FILES = [...TRIGGER_FILES, 'sections', 'words', 'confidence', 'cases'] as const;

/** The rows of the files, those that are switched off too, and where each stands, by the row itself. */
export interface LexiconFiles extends LexiconRows {
  readonly triggers: (TriggerRow & Remarks)[];
  readonly sections: (SectionRow & Remarks)[];
  readonly words: (TokenClassRow & Remarks)[];
  readonly confidences: (ConfidenceRow & Remarks)[];
  readonly cases: (CaseRow & CaseRemarks)[];
  /** The languages that have a file of cases. */
  readonly caseLanguages: Language[];
  readonly places: ReadonlyMap<object, Place>;
}

/**
 * Reads `DIR/en/*.tsv` and `DIR/fr/*.tsv`; ids count the rows of a table in file order, the version is 1.
 * @throws LexiconError that lists every fault with file and line
 */
export function readLexiconFiles(dir: string): LexiconFiles {
  const reader = new FileReader(dir);
  for (const language of LANGUAGES) reader.readLanguage(language);
  const { triggers, sections, words, confidences, cases, caseLanguages, places, faults } = reader;
  checkTriggers(triggers, new Set(words.map((word) => word.class)), places, faults);
  checkSections(sections, places, faults);
  if (faults.length > 0) throw new LexiconError(faults);
  return { version: 1, triggers, sections, words, confidences, cases, caseLanguages, places };
}

/** SHA-256 over what `readLexiconFiles` would read, and the columns it would find there: far cheaper than to read the rows. */
export function lexiconChecksum(dir: string): string {
  const hash = createHash('sha256').update(JSON.stringify(FILE_COLUMNS));
  for (const language of LANGUAGES) {
    for (const name of LEXICON_FILES) {
      const path = join(dir, language, `${name}.tsv`);
      const content = existsSync(path) ? readFileSync(path) : '';
      hash.update(`\0${language}/${name}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/** The state of one reading: rows, their places, and the faults so far. */
class FileReader {
  readonly triggers: (TriggerRow & Remarks)[] = [];
  readonly sections: (SectionRow & Remarks)[] = [];
  readonly words: (TokenClassRow & Remarks)[] = [];
  readonly confidences: (ConfidenceRow & Remarks)[] = [];
  readonly cases: (CaseRow & CaseRemarks)[] = [];
  readonly caseLanguages: Language[] = [];
  readonly places = new Map<object, Place>();
  readonly faults: Faults = [];

  constructor(private readonly dir: string) {}

  readLanguage(language: Language): void {
    const expected = new Set<string>(LEXICON_FILES.map((name) => `${name}.tsv`));
    for (const file of this.filesOf(language)) {
      if (!expected.has(file))
        this.faults.push(`${language}/${file}: no such lexicon file; see lexicons/README.md for their names`);
    }
    for (const name of TRIGGER_FILES) {
      this.readFile(language, name, 'triggers', (cells, fault) =>
        this.triggers.push(this.placed(parseTrigger(cells, language, this.triggers.length + 1, name, fault))),
      );
    }
    this.readFile(language, 'sections', 'section_rules', (cells, fault) =>
      this.sections.push(this.placed(parseSection(cells, language, this.sections.length + 1, fault))),
    );
    this.readFile(language, 'words', 'token_classes', (cells, fault) =>
      this.words.push(this.placed(parseWord(cells, language, this.words.length + 1, fault))),
    );
    this.readFile(language, 'confidence', 'confidence_points', (cells, fault) =>
      this.confidences.push(this.placed(parseConfidence(cells, language, this.confidences.length + 1, fault))),
    );
    if (!existsSync(join(this.dir, language, 'cases.tsv'))) return;
    this.caseLanguages.push(language);
    this.readFile(language, 'cases', 'lexicon_cases', (cells, fault) =>
      this.cases.push(this.placed(parseCase(cells, language, this.cases.length + 1, fault))),
    );
  }

  private place: Place = '';
  private remarks: Remarks = { enabled: true, notes: null };

  private placed<Row extends object>(row: Row): Row & Remarks {
    const placed = { ...row, ...this.remarks };
    this.places.set(placed, this.place);
    return placed;
  }

  private readFile(
    language: Language,
    name: string,
    table: FileTable,
    take: (cells: Readonly<Record<string, string>>, fault: (message: string) => void) => void,
  ): void {
    const required = [...FILE_COLUMNS[table], 'notes'];
    const file = `${language}/${name}.tsv`;
    const lines = this.linesOf(file);
    if (lines === null) return;
    const header = lines[0]?.split('\t');
    const columns = [...required, ...optionalColumns(table).filter((column) => header?.includes(column))];
    if (lines[0] !== columns.join('\t')) {
      this.faults.push(`${file}:1: the header line must be these columns, with tabs between: ${required.join(' ')}`);
      return;
    }
    lines.forEach((line, i) => {
      if (i === 0) return;
      this.place = `${file}:${i + 1}`;
      const place = this.place;
      const fault = (message: string): void => void this.faults.push(`${place}: ${message}`);
      if (/[\0\ufffd]/.test(line)) fault('the line has letters that are not UTF-8: save the file as UTF-8');
      const cells = line.split('\t');
      if (cells.length !== columns.length)
        fault(`${cells.length} cells where ${columns.length} are expected: check the tabs`);
      else {
        const named = Object.fromEntries(columns.map((column, c) => [column, cells[c] as string]));
        this.remarks = parseRemarks(named, fault);
        take(named, fault);
      }
    });
  }

  private filesOf(language: Language): string[] {
    try {
      return readdirSync(join(this.dir, language)).filter((file) => file.endsWith('.tsv'));
    } catch {
      // Each of its files is reported as missing.
      return [];
    }
  }

  private linesOf(file: string): string[] | null {
    try {
      return readFileSync(join(this.dir, file), 'utf8')
        .replace(/\r?\n$/, '')
        .split(/\r?\n/);
    } catch {
      this.faults.push(`${file}: cannot be read: the file must exist, even if it has only its header line`);
      return null;
    }
  }
}
