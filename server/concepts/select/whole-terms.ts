/** The terms of a note that have all their words there, which go before those that lack some. */

import { BODY_STRUCTURE, CONDITIONS } from '../../domain/semantic-tags.js';
import type { TermMention } from '../lookup/term-mention.js';
import type { TokenRange } from '../mentions/mention.js';
import { LONGEST_TERM } from '../mentions/ngrams.js';

export class WholeTerms {
  /** By their first tokens. */
  readonly #terms = new Map<number, TermMention[]>();

  /** @param known the mentions of a note that the terminology knows */
  constructor(known: readonly TermMention[]) {
    for (const mention of known) {
      if (mention.variant?.gap !== undefined || mention.exact.length === 0) continue;
      const others = this.#terms.get(mention.from);
      if (others === undefined) this.#terms.set(mention.from, [mention]);
      else others.push(mention);
    }
  }

  /**
   * Whether a mention that is a term only without some of its words cuts one that has all of them and says as much: "hernie ventrale" goes
   * before "réparation d'une hernie".
   */
  areCutBy({ from, to, content, variant }: TermMention): boolean {
    if (variant === undefined) return false;
    return this.#beside(from, to).some(
      (other) => other.variant === undefined && other.content >= content && crosses(other, { from, to }),
    );
  }

  /**
   * Whether the gap of a mention is none: terms cross the mention or name what it lacks ("reduction of fracture pain"), what it lacks is the
   * beginning of a part of the body ("stones in the gall bladder"), or the words behind are a condition themselves ("episode of arm weakness").
   */
  fillGapOf({ from, to, variant }: TermMention): boolean {
    const gap = variant?.gap;
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
  #beside(from: number, to: number): TermMention[] {
    const found = [];
    for (let at = Math.max(0, from - LONGEST_TERM); at < to; at++)
      for (const other of this.#terms.get(at) ?? []) if (other.to > from) found.push(other);
    return found;
  }
}

function crosses(one: TokenRange, other: TokenRange): boolean {
  const isBefore = one.from < other.from && one.to > other.from && one.to < other.to;
  return isBefore || (one.from > other.from && one.from < other.to && one.to > other.to);
}
