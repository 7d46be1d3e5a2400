/** A mention with what the terminology and the lexicon know of its words. */

import type { ExactDescription } from '../../db/rank.js';
import type { Mention } from '../mentions/mention.js';
import type { Evidence } from '../rules/evidence.js';
import type { RelaxedVariant } from './relaxed.js';

/** Words in one line with the descriptions that have them. */
export interface KnownWords {
  readonly words: string;
  /** The words without their typos, where there are any. */
  readonly meant?: string | undefined;
  /** Whether there is a word among them that no term has. */
  readonly strange: boolean;
  /** Those that may be meant. */
  readonly exact: readonly ExactDescription[];
  /** Concepts that are not meant although they have these letters: "arm" is no "ARM". */
  readonly refused: ReadonlySet<string>;
  /** What rules found about the concepts. */
  readonly evidence: readonly Evidence[];
}

export interface TermMention extends Mention, KnownWords {
  /** Whether the lexicon knows it as a clinical phrase whatever the terminology has, or as another thing than the terms in it ("surgical emphysema"). */
  readonly clinical: 'phrase' | 'whole' | null;
  /** The relaxed variant that lacks words of it, where only that is a term. */
  readonly variant?: RelaxedVariant | undefined;
}

/** Whether a mention is a term or a clinical phrase of the lexicon. */
export function isTerm(mention: TermMention | undefined): boolean {
  return mention !== undefined && (mention.exact.length > 0 || mention.clinical !== null);
}

/** Whether words are known as abbreviations only. */
export function isInShort({ exact }: Pick<KnownWords, 'exact'>): boolean {
  return exact.length > 0 && exact.every(({ kind }) => kind === 'abbreviation');
}

/** A mention of which nothing is known but its words. */
export function unknownMention(
  mention: Mention,
  words: Pick<KnownWords, 'words' | 'meant' | 'strange'>,
  refused: ReadonlySet<string> = new Set(),
): TermMention {
  return { ...mention, ...words, exact: [], refused, evidence: [], clinical: null };
}

/** The same with these descriptions only; the concepts of the others are refused. */
export function withOnly<T extends Pick<KnownWords, 'exact' | 'refused'>>(
  known: T,
  exact: readonly ExactDescription[],
): T {
  return { ...known, exact, refused: new Set([...known.refused, ...displaced(known.exact, exact)]) };
}

/** The concepts of some descriptions that others have not. */
export function displaced(some: readonly ExactDescription[], others: readonly ExactDescription[]): ReadonlySet<string> {
  const kept = new Set(others.map((hit) => hit.sctid));
  return new Set(some.map((hit) => hit.sctid).filter((sctid) => !kept.has(sctid)));
}
