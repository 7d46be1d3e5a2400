/** Faults that show only with the whole lexicon: phrases that cannot work, and rows that say the same twice. */

import type { SectionRow, TriggerRow } from '../db/tables.js';
import { foldTerm } from '../text/normalize.js';
import { PhraseError, parsePhrase } from './phrase.js';
import type { Faults } from './table-file.js';

/** Checks phrases against directions, and that no two rows have the same key. */
export function checkTriggers(
  rows: readonly TriggerRow[],
  classes: ReadonlySet<string>,
  places: ReadonlyMap<object, string>,
  faults: Faults,
): void {
  const seen = new Map<string, TriggerRow>();
  for (const row of rows) {
    const fault = (message: string): void => void faults.push(`${places.get(row)}: ${message}`);
    checkPhrase(row, classes, fault);
    const sensitive = row.case_sensitive
      ? row.phrase
      : row.accent_sensitive
        ? row.phrase.toLowerCase()
        : foldTerm(row.phrase);
    const key = [row.language, row.kind, row.axis, sensitive, row.direction].join('\t');
    const twin = seen.get(key);
    if (twin) fault(`"${row.phrase}" stands already at ${places.get(twin)}: keep one of the two`);
    else seen.set(key, row);
  }
}

/** Checks that no heading stands twice in a language. */
export function checkSections(rows: readonly SectionRow[], places: ReadonlyMap<object, string>, faults: Faults): void {
  const seen = new Map<string, SectionRow>();
  for (const row of rows) {
    const key = `${row.language}\t${foldTerm(row.heading)}`;
    const twin = seen.get(key);
    if (twin)
      faults.push(
        `${places.get(row)}: the heading "${row.heading}" stands already at ${places.get(twin)}: keep one of the two`,
      );
    else seen.set(key, row);
  }
}

function checkPhrase(row: TriggerRow, classes: ReadonlySet<string>, fault: (message: string) => void): void {
  try {
    const elements = parsePhrase(row.phrase, classes);
    const gaps = elements.filter((element) => element.type === 'gap').length;
    if (row.direction === 'bracket' && gaps !== 1)
      fault(`"${row.phrase}": a bracket has one gap for the span, this has ${gaps}`);
  } catch (error) {
    if (!(error instanceof PhraseError)) throw error;
    fault(error.message);
  }
}
