/** Reads the lexicon files of lexicons/README.md into rows, and reports every fault with its file and line. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEXICON_COLUMNS, type LexiconTable } from '../db/lexicon-columns.js';
import type { ConfidenceRow, LexiconRows, Remarks, SectionRow, TokenClassRow, TriggerRow } from '../db/tables.js';
import { LANGUAGES, type Language } from '../domain.js';
import { CASE_FILE } from './case-files.js';
import { LexiconError } from './lexicon.js';
import { checkSections, checkTriggers, type Faults } from './lexicon-check.js';
import { parseConfidence, parseRemarks, parseSection, parseTrigger, parseWord } from './lexicon-rows.js';

/** The files of triggers; each but the last has the name of its axis. */
export const TRIGGER_FILES = ['assertion', 'certainty', 'subject', 'temporality', 'role', 'terminators'] as const;

/** Where a row stands: "en/assertion.tsv:12". */
export type Place = string;

/** The files of one language, without their ending. */
export const LEXICON_FILES = [...TRIGGER_FILES, 'sections', 'words', 'confidence'] as const;

/** The rows of the files, those that are switched off too, and where each stands, by the row itself. */
export interface LexiconFiles extends LexiconRows {
  readonly triggers: (TriggerRow & Remarks)[];
  readonly sections: (SectionRow & Remarks)[];
  readonly words: (TokenClassRow & Remarks)[];
  readonly confidences: (ConfidenceRow & Remarks)[];
  readonly places: ReadonlyMap<object, Place>;
}

/**
 * Reads `DIR/en/*.tsv` and `DIR/fr/*.tsv`; ids count the rows of a table in file order, the version is 1.
 * @throws LexiconError that lists every fault with file and line
 */
export function readLexiconFiles(dir: string): LexiconFiles {
  const reader = new FileReader(dir);
  for (const language of LANGUAGES) reader.readLanguage(language);
  const { triggers, sections, words, confidences, places, faults } = reader;
  checkTriggers(triggers, new Set(words.map((word) => word.class)), places, faults);
  checkSections(sections, places, faults);
  if (faults.length > 0) throw new LexiconError(faults);
  return { version: 1, triggers, sections, words, confidences, places };
}

/** The state of one reading: rows, their places, and the faults so far. */
class FileReader {
  readonly triggers: (TriggerRow & Remarks)[] = [];
  readonly sections: (SectionRow & Remarks)[] = [];
  readonly words: (TokenClassRow & Remarks)[] = [];
  readonly confidences: (ConfidenceRow & Remarks)[] = [];
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
    table: LexiconTable,
    take: (cells: Readonly<Record<string, string>>, fault: (message: string) => void) => void,
  ): void {
    const required = [...LEXICON_COLUMNS[table], 'notes'];
    const file = `${language}/${name}.tsv`;
    const lines = this.linesOf(file);
    if (lines === null) return;
    // A last column tells which rows are switched off, where there are any.
    const columns = lines[0]?.endsWith('\tenabled') ? [...required, 'enabled'] : required;
    if (lines[0] !== columns.join('\t')) {
      this.faults.push(`${file}:1: the header line must be these columns, with tabs between: ${required.join(' ')}`);
      return;
    }
    lines.forEach((line, i) => {
      if (i === 0) return;
      this.place = `${file}:${i + 1}`;
      const place = this.place;
      const fault = (message: string): void => void this.faults.push(`${place}: ${message}`);
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
      return readdirSync(join(this.dir, language)).filter((file) => file.endsWith('.tsv') && file !== CASE_FILE);
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
