/** Which examples an edit may touch: those that have all words of an edited phrase. */

import type { LexiconRows, SectionRow, TriggerRow } from '../db/tables.js';
import { tokenize } from '../text/token.js';

type Row = TriggerRow | SectionRow | LexiconRows['words'][number];

/** The rows that one of two lexicons has and the other has not, or has differently. */
export interface Edited {
  readonly before: readonly Row[];
  readonly after: readonly Row[];
}

/** Compares two lexicons whose unchanged rows are the same objects. */
export function editedRows(before: LexiconRows, after: LexiconRows): Edited {
  const pairs: readonly (readonly [readonly Row[], readonly Row[]])[] = [
    [before.triggers, after.triggers],
    [before.sections, after.sections],
    [before.words, after.words],
  ];
  const edited = { before: [] as Row[], after: [] as Row[] };
  for (const [old, now] of pairs) {
    if (old === now) continue;
    edited.before.push(...missing(old, now));
    edited.after.push(...missing(now, old));
  }
  return edited;
}

/** The rows that another list has not; clinical words make spans, and no context hangs on them. */
function missing(rows: readonly Row[], others: readonly Row[]): Row[] {
  const known = new Set(others);
  return rows.filter((row) => !known.has(row) && !('class' in row && row.class === 'CLINICAL'));
}

/** Phrases by their longest word, to find those that stand in a text. */
export class PhraseWords {
  readonly #byWord = new Map<string, string[][]>();
  readonly #rows: ReadonlySet<object>;
  /** Languages with a phrase of classes only, which may stand anywhere. */
  readonly #anywhere: ReadonlySet<string>;

  constructor({ before, after }: Edited) {
    const edited = [...before, ...after];
    this.#rows = new Set(edited);
    this.#anywhere = new Set(edited.filter((row) => wordsOf(row).length === 0).map(({ language }) => language));
    for (const row of edited) {
      const words = wordsOf(row);
      const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '');
      const list = this.#byWord.get(`${row.language} ${longest}`);
      if (list) list.push(words);
      else this.#byWord.set(`${row.language} ${longest}`, [words]);
    }
  }

  /** Whether an edit may change what the examples of a row show. */
  touch(row: TriggerRow | SectionRow): boolean {
    if (this.#anywhere.has(row.language) || this.#rows.has(row)) return true;
    const words = exampleWords(row);
    for (const word of words) {
      const phrases = this.#byWord.get(`${row.language} ${word}`);
      if (phrases?.some((phrase) => phrase.every((each) => words.has(each)))) return true;
    }
    return false;
  }
}

/** The words that a text must have for a row to act in it: without classes, numbers and gaps. */
function wordsOf(row: Row): string[] {
  const phrase = 'phrase' in row ? row.phrase : 'heading' in row ? row.heading : row.word;
  const words = phrase.split(' ').filter((part) => !/<[A-Z]/.test(part));
  return tokenize(words.join(' ')).map(({ norm }) => norm);
}

/** The words of the examples of rows that are still in use. */
const EXAMPLE_WORDS = new WeakMap<object, ReadonlySet<string>>();

function exampleWords(row: TriggerRow | SectionRow): ReadonlySet<string> {
  let words = EXAMPLE_WORDS.get(row);
  if (words === undefined) {
    const examples = 'phrase' in row ? `${row.example_ok} ${row.example_not ?? ''}` : row.example_ok;
    words = new Set(tokenize(examples.replace(/[[\]]/g, '')).map(({ norm }) => norm));
    EXAMPLE_WORDS.set(row, words);
  }
  return words;
}
