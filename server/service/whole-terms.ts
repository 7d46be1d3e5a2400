/** The terms of a note that have all their words there, which go before those that lack some. */

import { LONGEST_TERM } from '../detection/windows.js';
import { BODY_STRUCTURE, CONDITIONS } from '../domain.js';
import type { Worded } from './worded.js';

export class WholeTerms {
  /** By their first tokens. */
  readonly #terms = new Map<number, Worded[]>();

  /** @param known the windows of a note that the terminology knows */
  constructor(known: readonly Worded[]) {
    for (const window of known) {
      if (window.gap !== undefined || window.exact.length === 0) continue;
      const others = this.#terms.get(window.from);
      if (others === undefined) this.#terms.set(window.from, [window]);
      else others.push(window);
    }
  }

  /**
   * Whether a window that is a term only without some of its words cuts one that has all of them and says as much: "hernie ventrale" goes
   * before "réparation d'une hernie".
   */
  areCutBy({ from, to, content, passed }: Worded): boolean {
    if (passed === undefined) return false;
    return this.#beside(from, to).some(
      (other) => other.passed === undefined && other.content >= content && crosses(other, { from, to }),
    );
  }

  /**
   * Whether the gap of a window is none: terms cross the window or name what it lacks ("reduction of fracture pain"), what it lacks is the
   * beginning of a part of the body ("stones in the gall bladder"), or the words behind are a condition themselves ("episode of arm weakness").
   */
  fillGapOf({ from, to, gap }: Worded): boolean {
    if (gap === undefined) return false;
    const last = gap.at.at(-1) as number;
    return this.#beside(from, to).some((other) => {
      const isBodyPart = other.exact.every(({ semantic_tag }) => semantic_tag === BODY_STRUCTURE);
      if (gap.at.some((at) => at >= other.from && at < other.to))
        return !isBodyPart || (!gap.qualifies && other.to > last + 1);
      if (crosses(other, { from, to })) return !isBodyPart;
      return other.from > last && other.exact.some(({ semantic_tag }) => CONDITIONS.has(semantic_tag));
    });
  }

  /** The terms that begin before the end of a range and may reach into it. */
  #beside(from: number, to: number): Worded[] {
    const found = [];
    for (let at = Math.max(0, from - LONGEST_TERM); at < to; at++)
      for (const other of this.#terms.get(at) ?? []) if (other.to > from) found.push(other);
    return found;
  }
}

type Tokens = Pick<Worded, 'from' | 'to'>;

function crosses(one: Tokens, other: Tokens): boolean {
  const isBefore = one.from < other.from && one.to > other.from && one.to < other.to;
  return isBefore || (one.from > other.from && one.from < other.to && one.to > other.to);
}
