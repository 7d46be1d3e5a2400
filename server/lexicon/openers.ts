/** Which tokens may open a phrase: most open none, and one look-up says so. */

import type { Token } from '../text/token.js';
import type { WordIndex } from '../text/words.js';
import { MONTH } from './dates.js';
import type { Element } from './phrase.js';
import { COUNT_CLASSES } from './quantity.js';

export class Openers {
  readonly #norms = new Set<string>();
  /** Accented forms, for letters whose case folding leaves. */
  readonly #lower = new Set<string>();

  /** @param words those that the phrases were compiled with */
  constructor(phrases: readonly (readonly Element[])[], words: WordIndex) {
    // A number or a date may be in words.
    const classes = new Set([...COUNT_CLASSES, MONTH]);
    for (const [first] of phrases) {
      if (first?.type === 'class') classes.add(first.name);
      if (first?.type !== 'word') continue;
      this.#norms.add(first.norm);
      this.#lower.add(first.lower);
    }
    for (const norm of words.openingNorms(classes)) this.#norms.add(norm);
  }

  /** Whether a phrase may begin with a token; true where that is not known. */
  has({ kind, norm, lower }: Token): boolean {
    return kind === 'number' || this.#norms.has(norm) || (lower !== norm && this.#lower.has(lower));
  }
}
