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
  WordClassRow,
} from '../db/tables.js';
import { LANGUAGES, type Language } from '../domain/language.js';
import { checkSections, checkTriggers } from './check.js';
import { LexiconError } from './compile.js';
import { parseCase, parseConfidence, parseRemarks, parseSection, parseTrigger, parseWord } from './rows.js';
import { type Cells, type Fault, type Faults, type Place, readTableFile } from './table-file.js';
import { readWordClasses, WORD_CLASS_FILE, WordClasses } from './word-classes.js';

/** The files of triggers; each but the last has the name of its axis. */
const TRIGGER_FILES = ['assertion', 'certainty', 'subject', 'temporality', 'role', 'terminators'] as const;

/** The files of one language, without their ending; only that of the cases may be missing. */
export const LEXICON_FILES = [...TRIGGER_FILES, 'sections', 'words', 'confidence', 'cases'] as const;

/** The rows of the files, those that are switched off too, and where each stands, by the row itself. */
export interface LexiconFiles extends LexiconRows {
  readonly triggers: (TriggerRow & Remarks)[];
  readonly sections: (SectionRow & Remarks)[];
  readonly words: (TokenClassRow & Remarks)[];
  readonly confidences: (ConfidenceRow & Remarks)[];
  readonly cases: (CaseRow & CaseRemarks)[];
  /** Empty where the folder does not say which classes of words there are. */
  readonly wordClasses: WordClassRow[];
  /** The languages that have a file of cases. */
  readonly caseLanguages: Language[];
  readonly places: ReadonlyMap<object, Place>;
}

/**
 * Reads `DIR/word-classes.tsv`, `DIR/en/*.tsv` and `DIR/fr/*.tsv`; ids count the rows of a table in file order, the version is 1.
 * @throws LexiconError that lists every fault with file and line
 */
export function readLexiconFiles(dir: string): LexiconFiles {
  const reader = new FileReader(dir);
  for (const language of LANGUAGES) reader.readLanguage(language);
  const { triggers, sections, words, confidences, cases, wordClasses, caseLanguages, places, faults } = reader;
  checkTriggers(triggers, new Set(words.map((word) => word.class)), places, faults);
  checkSections(sections, places, faults);
  if (faults.length > 0) throw new LexiconError(faults);
  return { version: 1, triggers, sections, words, confidences, cases, wordClasses, caseLanguages, places };
}

/** SHA-256 over what `readLexiconFiles` would read, and the columns it would find there: far cheaper than to read the rows. */
export function lexiconChecksum(dir: string): string {
  const hash = createHash('sha256').update(JSON.stringify(FILE_COLUMNS));
  const files = LANGUAGES.flatMap((language) => LEXICON_FILES.map((name) => `${language}/${name}.tsv`));
  for (const file of [WORD_CLASS_FILE, ...files]) {
    const path = join(dir, file);
    hash.update(`\0${file}\0`).update(existsSync(path) ? readFileSync(path) : '');
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
  readonly wordClasses: WordClassRow[];
  private readonly classes: WordClasses;

  constructor(private readonly dir: string) {
    this.wordClasses = readWordClasses(dir, this.faults);
    this.classes = new WordClasses(this.wordClasses);
  }

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
      this.words.push(this.placed(parseWord(cells, language, this.words.length + 1, this.classes, fault))),
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
    take: (cells: Cells, fault: Fault) => void,
  ): void {
    const columns = { required: [...FILE_COLUMNS[table], 'notes'], optional: optionalColumns(table) };
    readTableFile(this.dir, `${language}/${name}.tsv`, columns, this.faults, (cells, place, fault) => {
      this.place = place;
      this.remarks = parseRemarks(cells, fault);
      take(cells, fault);
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
}
