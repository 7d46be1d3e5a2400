/**
 * A rule: a small predicate with the two sentences that show it. Its words are rows of the lexicon. The span is in brackets in the
 * sentences; both run as tests against the shipped seed.
 */

import type { ExactDescription } from '../../db/rank.js';
import type { Amount } from '../annotate/amount.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { RelaxedVariant } from '../lookup/relaxed.js';
import type { Mention } from '../mentions/mention.js';
import type { Trace } from './evidence.js';
import type { ClearRuleId, ReviewRuleId } from './precedence.js';

interface Shown {
  /** A sentence in which it fires for the span in brackets, and one in which it does not. */
  readonly fires: string;
  readonly quiet: string;
}

/** A rule that holds a candidate back. */
export interface ReviewRule<Subject> extends Shown {
  readonly id: ReviewRuleId;
  /** What it found; null where it does not fire. */
  readonly when: (subject: Subject) => Trace | null;
}

/** A rule that silences others about the same candidate. */
export interface ClearRule<Subject> extends Shown {
  readonly id: ClearRuleId;
  readonly clears: readonly ReviewRuleId[];
  readonly when: (subject: Subject) => Trace | null;
}

/** What rules about terms are asked: whether a description that has the words of a mention is meant. */
export interface TermSubject {
  readonly note: AnnotatedNote;
  readonly mention: Mention;
  readonly hit: ExactDescription;
  /** All descriptions that the words may mean. */
  readonly hits: readonly ExactDescription[];
  /** How much is said behind the words. */
  readonly amount: Amount;
  /** Whether the words around speak of a vaccine against it. */
  readonly isPrevented: boolean;
  /** The long form of the words, where they have one. */
  readonly longForm?: string | undefined;
  /** The relaxed variant that found it, where its words did not. */
  readonly variant?: RelaxedVariant | undefined;
  /** Whether it may be that of a site which its partner in a list has. */
  readonly sharesSite: boolean;
}

/** A trace at the mention itself. */
export function atMention({ from, to }: Mention): Trace {
  return { at: { from, to } };
}

/** A trace at one token. */
export function atToken(at: number): Trace {
  return { at: { from: at, to: at + 1 } };
}
