/** The classes of words and the values that they may have, as the file word-classes.tsv tells them; the database checks the same (sql/0008). */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WORD_CLASS_COLUMNS } from '../db/lexicon-columns.js';
import type { WordClassRow } from '../db/tables.js';
import { type Faults, readTableFile } from './table-file.js';

/** Beside the folders of the languages. */
export const WORD_CLASS_FILE = 'word-classes.tsv';

/** What a row has for a value where the values of a class are open. */
const ANY_NUMBER = '<number>';
const ANY_WORDS = '<words>';

type Fits = (value: string | null) => boolean;
const OPEN: ReadonlyMap<string | null, { readonly name: string; readonly fits: Fits }> = new Map([
  [ANY_NUMBER, { name: 'a number', fits: (value) => /^\d+(\.\d+)?$/.test(value ?? '') }],
  [ANY_WORDS, { name: 'words', fits: (value) => value !== null }],
]);

/** The rows of the file; none where the folder lacks it: which classes there are, the database knows then. */
export function readWordClasses(dir: string, faults: Faults): WordClassRow[] {
  if (!existsSync(join(dir, WORD_CLASS_FILE))) return [];
  const rows: WordClassRow[] = [];
  const seen = new Map<string, string>();
  readTableFile(dir, WORD_CLASS_FILE, { required: WORD_CLASS_COLUMNS }, faults, (cells, place, fault) => {
    const { class: name = '', value = '', meaning = '' } = cells;
    if (!/^[A-Z][A-Z_]*$/.test(name)) fault(`"${name}" is no class: a class is one word in capitals`);
    if (value.startsWith('<') && !OPEN.has(value))
      fault(`"${value}" is no value: write words, ${[...OPEN.keys()].join(', ')}, or leave it empty for none`);
    if (meaning.trim() === '') fault('the meaning is empty: say what words of this class and value mean');
    const key = `${name}\t${value}`;
    const twin = seen.get(key);
    if (twin !== undefined) fault(`the class and value stand already at ${twin}: keep one of the two`);
    seen.set(key, place);
    rows.push({ class: name, value: value === '' ? null : value, meaning });
  });
  return rows;
}

/** The values of each class. */
export class WordClasses {
  readonly #values = new Map<string, Set<string | null>>();

  constructor(rows: readonly WordClassRow[]) {
    for (const { class: name, value } of rows) {
      const values = this.#values.get(name);
      if (values === undefined) this.#values.set(name, new Set([value]));
      else values.add(value);
    }
  }

  /** Why no word may have this class and value, in the words of the database; null where one may. Without any rows all may. */
  refusal(name: string, value: string | null): string | null {
    if (this.#values.size === 0) return null;
    const values = this.#values.get(name);
    if (values === undefined) return `The class ${name} is unknown: a new class is a row of ${WORD_CLASS_FILE}`;
    for (const allowed of values) if (OPEN.get(allowed)?.fits(value) ?? allowed === value) return null;
    return `A word of the class ${name} ${needed(values)}`;
  }
}

function needed(values: ReadonlySet<string | null>): string {
  const names = [...values].map((value) => OPEN.get(value)?.name ?? (value === null ? 'none' : `"${value}"`));
  // The file has "none" first.
  const last = names.filter((name) => name === 'none');
  const all = [...names.filter((name) => name !== 'none'), ...last];
  if (all.length > 1 || all[0]?.startsWith('"')) return `has the value ${all.join(' or ')}`;
  return all[0] === 'none' ? 'has no value' : `needs ${all[0]} as its value`;
}
