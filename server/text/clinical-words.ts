/** Clinical words and phrases that a terminology may lack: a note's mention of one is a span all the same. */

import { foldTerm } from './normalize.js';
import { termKey } from './term-key.js';

/** The value of a phrase that is another thing than the terms in it. */
export const WHOLE = 'whole';

/** An abbreviation up to this length is matched with its case: "CST" is a test, "cst" may be anything. */
const SHORT = 4;

/** Letters that stand before a suffix, at least: "April" is no drug in "-pril". */
const STEM = 3;

/** The keys of the words of the last lexicons, which differ in a few rows. */
const KEYS = new Map<string, string>();
const KEPT_KEYS = 100_000;

function keyOf(word: string): string {
  let key = KEYS.get(word);
  if (key === undefined) {
    key = termKey(foldTerm(word));
    if (KEYS.size >= KEPT_KEYS) KEYS.clear();
    KEYS.set(word, key);
  }
  return key;
}

export class ClinicalWords {
  /** The words as the lexicon has them, by their key. */
  readonly #byKey: ReadonlyMap<string, string>;
  /** The keys of suffixes, without their hyphen. */
  readonly #suffixes: ReadonlySet<string>;
  readonly #longest: number;
  /** The keys of phrases that are another thing than the terms in them. */
  readonly #whole: ReadonlySet<string>;

  /**
   * @param words phrases, and suffixes with a hyphen before them ("-ectomy")
   * @param whole those that are another thing than the terms in them ("surgical emphysema")
   */
  constructor(words: readonly string[], whole: readonly string[] = []) {
    this.#whole = new Set(whole.map(keyOf));
    const keyed = words.map((word) => [keyOf(word), word] as const);
    this.#byKey = new Map(keyed.filter(([, word]) => !word.startsWith('-')));
    this.#suffixes = new Set(keyed.filter(([, word]) => word.startsWith('-')).map(([key]) => key));
    this.#longest = Math.max(0, ...[...this.#suffixes].map((key) => key.length));
  }

  /**
   * Whether words of a note are such a phrase, in any inflection.
   * @param key their `termKey`
   * @param written gives the words as they stand
   */
  has(key: string, written: () => string): boolean {
    const word = this.#byKey.get(key);
    if (word === undefined) return this.#hasSuffix(key);
    return word.length > SHORT || word === word.toLowerCase() || written().startsWith(word);
  }

  /** Whether words that are such a phrase are another thing than the terms in them. @param key their `termKey` */
  isWhole(key: string): boolean {
    return this.#whole.has(key);
  }

  /** The same with other phrases beside these. */
  with(others: ClinicalWords): ClinicalWords {
    return new WithOthers(this, others);
  }

  /** Whether a single word ends as clinical ones do. */
  #hasSuffix(key: string): boolean {
    if (key.includes(' ')) return false;
    for (let length = Math.min(this.#longest, key.length - STEM); length >= 2; length--) {
      if (this.#suffixes.has(key.slice(key.length - length))) return true;
    }
    return false;
  }
}

class WithOthers extends ClinicalWords {
  constructor(
    private readonly words: ClinicalWords,
    private readonly others: ClinicalWords,
  ) {
    super([]);
  }

  override has(key: string, written: () => string): boolean {
    return this.words.has(key, written) || this.others.has(key, written);
  }

  override isWhole(key: string): boolean {
    return this.words.isWhole(key) || this.others.isWhole(key);
  }
}
