/**
 * The words of the served terminology: which are known, and which one a mistyped word was meant to be.
 * Method: symmetric deletes (W. Garbe, SymSpell 2012): two words one edit apart meet in a form with a letter less.
 */

import type { TermWordCounts } from '../../db/terminology.js';
import { isDictionaryWord, loadDictionary } from '../../text/dictionary.js';
import { foldTerm } from '../../text/normalize.js';
import { termKey } from '../../text/term-key.js';

const LONG_WORDS = /\p{L}{4,}/gu;
/** Shorter words are one edit away from too many others. */
const SHORTEST = 5;
/** Of several words in reach the most frequent is meant only when it is this many times as frequent as the next. */
const DOMINANCE = 8;

/** How many descriptions may have a word that tells what a note is about. */
const TELLING = 150;

export class TermWords {
  readonly #counts: ReadonlyMap<string, number>;
  /** The words without their endings: "vertiges" is as known as "vertige". */
  readonly #keys: ReadonlySet<string>;
  readonly #letters: ReadonlySet<string>;
  readonly #most: number;
  readonly #byDeletion = new Map<string, string[]>();

  constructor({ counts, letters }: TermWordCounts) {
    loadDictionary();
    this.#counts = counts;
    this.#letters = letters;
    this.#most = [...counts.values()].reduce((most, count) => Math.max(most, count), 1);
    this.#keys = new Set([...counts.keys()].map(termKey));
    for (const word of counts.keys()) {
      if (!isCorrectable(word)) continue;
      for (const form of [word, ...deletions(word)]) {
        const known = this.#byDeletion.get(form);
        if (known === undefined) this.#byDeletion.set(form, [word]);
        else known.push(word);
      }
    }
  }

  /** Whether terms have the word, in whatever inflection. */
  has(word: string): boolean {
    return this.#counts.has(word) || this.#keys.has(termKey(word));
  }

  /** Whether terms have the word in this very form: "antecedentes" is no form of "antecedent". */
  hasForm(word: string): boolean {
    return this.#counts.has(word);
  }

  /** How common a folded word is in the terms, whatever their number: 0 for one that no term or a single one has, 1 for the commonest. */
  commonness(word: string): number {
    return Math.log(Math.max(1, this.#count(word))) / Math.log(Math.max(2, this.#most));
  }

  /** Whether so few terms have a folded word that it tells what a note is about. */
  isTelling(word: string): boolean {
    return this.#count(word) <= TELLING;
  }

  /** Whether terms have the word; in small letters as a word, and not only as an abbreviation in capitals. */
  isWord(word: string, isSmall: boolean): boolean {
    return this.has(word) && !(isSmall && this.#letters.has(word));
  }

  /** Whether a text has a word of four letters or more that no term has: what is near to it then is near without that word. */
  lacksWordOf(text: string): boolean {
    return (foldTerm(text).match(LONG_WORDS) ?? []).some((word) => !this.has(word));
  }

  /**
   * The word that a mistyped one was meant to be: one letter more, less, other, or two swapped, not the first. Undefined for a
   * known word, for one of everyday language ("manière" is no "Ménière"), for a short one, and where several words are as likely.
   */
  correct(word: string): string | undefined {
    if (!isCorrectable(word) || this.has(word)) return undefined;
    const near = new Set<string>();
    for (const form of [word, ...deletions(word)]) {
      for (const candidate of this.#byDeletion.get(form) ?? []) if (isOneEdit(word, candidate)) near.add(candidate);
    }
    const [first, second] = [...near].sort((a, b) => this.#count(b) - this.#count(a));
    if (first === undefined || isDictionaryWord(word)) return undefined;
    return second === undefined || this.#count(first) >= DOMINANCE * this.#count(second) || sameStem(first, second)
      ? first
      : undefined;
  }

  #count(word: string): number {
    return this.#counts.get(word) ?? 0;
  }
}

function isCorrectable(word: string): boolean {
  return word.length >= SHORTEST && /^\p{L}+$/u.test(word);
}

/** The forms with one letter less; the first letter stays. */
function deletions(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, i) => word.slice(0, i + 1) + word.slice(i + 2));
}

/** "fracture" and "fractures", "aigu" and "aigue": it does not matter which was meant. */
function sameStem(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long.length - short.length === 1 && long.startsWith(short) && /[sex]$/.test(long);
}

function isOneEdit(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.length === restB.length) {
    if (restA.slice(1) === restB.slice(1)) return true;
    return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
  }
  return restA.slice(1) === restB || restA === restB.slice(1);
}
