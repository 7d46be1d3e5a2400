/** Reads the shipped cases, `DIR/en/cases.tsv` and `DIR/fr/cases.tsv`; the database checks each row. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASE_COLUMNS } from '../db/lexicon-columns.js';
import type { CaseRow } from '../db/tables.js';
import { LANGUAGES, type Language } from '../domain.js';
import { LexiconError } from './lexicon.js';

/** A case of a file; `enabled` is always true. */
export interface CaseFileRow extends CaseRow {
  readonly notes: string | null;
  readonly enabled: boolean;
}

/** The file of each language; it may be missing. */
export const CASE_FILE = 'cases.tsv';

/**
 * All cases of a folder; ids count them in file order.
 * @throws LexiconError that lists every fault with file and line
 */
export function readCaseFiles(dir: string): CaseFileRow[] {
  const cases: CaseFileRow[] = [];
  const faults: string[] = [];
  for (const language of LANGUAGES) {
    const file = `${language}/${CASE_FILE}`;
    if (!existsSync(join(dir, file))) continue;
    const columns = [...CASE_COLUMNS, 'notes'];
    const [header, ...lines] = readFileSync(join(dir, file), 'utf8')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/);
    if (header !== columns.join('\t'))
      faults.push(`${file}:1: the header line must be these columns, with tabs between: ${columns.join(' ')}`);
    lines.forEach((line, i) => {
      const cells = line.split('\t');
      if (cells.length === columns.length) cases.push(toCase(cells, language, cases.length + 1));
      else faults.push(`${file}:${i + 2}: ${cells.length} cells where ${columns.length} are expected: check the tabs`);
    });
  }
  if (faults.length > 0) throw new LexiconError(faults);
  return cases;
}

function toCase(cells: readonly string[], language: Language, id: number): CaseFileRow {
  const [text = '', span = '', occurrence = '', ...rest] = cells;
  const [note_date, assertion, subject, temporality, certainty, role, notes] = rest.map((cell) => cell || null);
  return {
    id,
    language,
    text: text.replaceAll(' ¶ ', '\n'),
    span,
    occurrence: Number(occurrence || 1),
    note_date: note_date ?? null,
    assertion: assertion ?? null,
    subject: subject ?? null,
    temporality: temporality ?? null,
    certainty: certainty ?? null,
    role: role ?? null,
    notes: notes ?? null,
    enabled: true,
  };
}
