/** The sixth stage: which mentions are the spans of a note. */

import { CONDITIONS } from '../../domain/semantic-tags.js';
import { giveWay, mapInSlices } from '../../slices.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { doubtOf } from '../decide/rank.js';
import { isTerm, type TermMention } from '../lookup/term-mention.js';
import type { TokenRange } from '../mentions/mention.js';
import { areWords } from '../rules/ambiguity.js';
import { chooseSpans } from './choose.js';
import { type RankedMention, type ScoringState, scoreOfTerm, weigh } from './scores.js';
import { WholeTerms } from './whole-terms.js';

/** The terms of a note. */
export interface Terms {
  /** Those that explain most of it, none over another. */
  readonly chosen: readonly TermMention[];
  /** All that may be meant. */
  readonly known: readonly TermMention[];
}

/** The terms that may be meant and those to rank: one inside another, or across one that explains more, would be ranked for nothing. */
export function chooseTerms(note: AnnotatedNote, admitted: readonly TermMention[]): Terms {
  // Who wrote a note and where is no concept; a finding in its title is one.
  const outside = admitted.filter((mention) => !isInHead(note, mention) || isFinding(mention));
  const whole = new WholeTerms(outside);
  const known = outside.filter((mention) => !whole.fillGapOf(mention));
  const candidates = known.filter((mention) => isTerm(mention) && !whole.areCutBy(mention));
  return { known, chosen: chooseSpans(candidates.map((mention) => ({ ...mention, score: scoreOfTerm(mention) }))) };
}

/** Whether a range touches the letterhead of its note. */
export function isInHead({ head }: AnnotatedNote, { from, to }: TokenRange): boolean {
  return head.subarray(from, to).some(Boolean);
}

/** Whether the words themselves name what a patient has; an abbreviation may be that of a department. */
function isFinding({ exact }: TermMention): boolean {
  return exact.some((hit) => CONDITIONS.has(hit.semantic_tag) && hit.kind !== 'abbreviation');
}

/** The non-overlapping spans of a note, in the order of the text. */
export async function select(
  ranked: readonly RankedMention[],
  terms: readonly TermMention[],
  state: ScoringState,
): Promise<RankedMention[]> {
  const byStart = new Map(terms.map((term) => [term.from, term]));
  const weighed = await mapInSlices(ranked, (mention) => weigh(mention, byStart, state));
  await giveWay();
  return chooseSpans(weighed);
}

/** Whether the words are no clinical idea, though a concept has them: "she will address this". Letters may be one that we do not know. */
export function isOrdinary(mention: RankedMention): boolean {
  return areWords(mention.exact) && doubtOf(mention) === 'rare';
}
