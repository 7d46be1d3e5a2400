/** Words beside a span that are an idea of their own, so that they say nothing of it: "BMI 38.4" behind "obesity", the tests of "FBC CRP HbA1c". */

import type { ExactDescription } from '../../db/rank.js';
import { CONDITIONS, MEASURES, OBSERVABLE } from '../../domain/semantic-tags.js';
import { APART } from '../../text/words.js';
import { amountSaid, isMeasured } from '../annotate/amount.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import { isInShort } from '../lookup/term-mention.js';
import type { Mention } from '../mentions/mention.js';
import type { ClearRuleId } from './precedence.js';

export interface ChosenSpan extends Mention {
  /** The descriptions that have its very words. */
  readonly exact: readonly ExactDescription[];
}

/**
 * What a span is among the others of its note: what a patient has; a test in short; a reading, observed, with its value; a row of the class
 * APART, complete in itself ("NYHA II"), a picture or curve ("CXR"), or a sign that stands before its place ("rash trunk"); a drug with its
 * dose; what was done.
 */
type Kind = 'finding' | 'test' | 'reading' | 'complete' | 'picture' | 'sign' | 'dosed' | 'done' | 'none';

const PROCEDURE = 'procedure';
const KIND_OF_VALUE: Readonly<Record<string, Kind>> = { shows: 'picture', sign: 'sign' };

/** One rule: when a token beside a span is no part of what the span says, by the kinds of the span and of what the token belongs to. */
interface ApartRule {
  readonly id: ClearRuleId;
  readonly pairs: (own: Kind, other: Kind, side: 'before' | 'behind') => boolean;
  readonly fires: string;
  readonly quiet: string;
}

const TOLD: ReadonlySet<Kind> = new Set(['reading', 'dosed']);
const WHOLE: ReadonlySet<Kind> = new Set(['reading', 'dosed', 'complete']);
const NAMED: ReadonlySet<Kind> = new Set(['finding', 'test', 'picture', 'done']);
const TESTS: ReadonlySet<Kind> = new Set(['test', 'picture', 'reading']);

function isShown(first: Kind, second: Kind): boolean {
  return first === 'picture' && second === 'finding';
}

export const APART_RULES: readonly ApartRule[] = [
  {
    id: 'apart-complete',
    pairs: (own) => own === 'complete',
    fires: 'Chronic dyspnoea [NYHA II], stable.',
    quiet: 'Chronic [dyspnoea] NYHA II, stable.',
  },
  {
    id: 'apart-sign',
    pairs: (own, _, side) => own === 'sign' && side === 'behind',
    fires: 'Florid [petechiae] shins today.',
    quiet: 'Florid [petechiae] today.',
  },
  {
    // A reading or a dose beside anything: "T2DM metformin 500 mg", "dialysis BP 98/56".
    id: 'apart-reading',
    pairs: (own, other) => (own !== 'sign' && WHOLE.has(other)) || (TOLD.has(own) && NAMED.has(other)),
    fires: '[T2DM] metformin 500 mg twice daily.',
    quiet: '[T2DM] metformin stopped.',
  },
  {
    id: 'apart-tests',
    pairs: (own, other) => TESTS.has(own) && TESTS.has(other),
    fires: 'Plan: [CRP] HbA1c tomorrow.',
    quiet: 'Plan: [CRP] tomorrow, then HbA1c.',
  },
  {
    // "CXR cardiomegaly": a picture, and what it shows.
    id: 'apart-picture',
    pairs: (own, other, side) => (side === 'before' ? isShown(other, own) : isShown(own, other)),
    fires: 'CXR [cardiomegaly], clear bases.',
    quiet: 'Known [cardiomegaly] on CXR.',
  },
];

/**
 * Tells of a span and a token beside it which rule says that the token is an idea of its own; undefined for none.
 * @param spans those of the note, none over another
 */
export function apartness(
  note: AnnotatedNote,
  spans: readonly ChosenSpan[],
): (span: ChosenSpan, at: number) => ClearRuleId | undefined {
  const kinds = new Map<number, Kind>();
  for (const span of spans) {
    const kind = kindOf(note, span);
    for (let at = span.from; at < span.to; at++) kinds.set(at, kind);
  }
  const kindAt = (at: number) => kinds.get(at) ?? 'none';
  return (span, at) => {
    const [own, other] = [kindAt(span.from), kindAt(at)];
    const side = at >= span.to ? 'behind' : 'before';
    return APART_RULES.find(({ pairs }) => pairs(own, other, side))?.id;
  };
}

function kindOf(note: AnnotatedNote, span: ChosenSpan): Kind {
  const row = note.classes.whole(APART, span.from, span.to, span.language);
  if (row !== undefined) return KIND_OF_VALUE[row.value ?? ''] ?? 'complete';
  const amount = amountSaid(note, span);
  const tags = span.exact.map(({ semantic_tag }) => semantic_tag);
  if (tags.includes(OBSERVABLE) && isMeasured(amount)) return 'reading';
  if (isInShort(span) && tags.every((tag) => MEASURES.has(tag))) return 'test';
  if (tags.some((tag) => CONDITIONS.has(tag))) return 'finding';
  if (tags.includes(PROCEDURE)) return 'done';
  return amount === 'dose' ? 'dosed' : 'none';
}
