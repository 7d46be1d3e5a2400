/** Words beside a span that are an idea of their own, so that they say nothing of it: "BMI 38.4" behind "obesity", the tests of "FBC CRP HbA1c". */

import type { ExactDescription } from '../../db/rank.js';
import { CONDITIONS, MEASURES, OBSERVABLE } from '../../domain/semantic-tags.js';
import { APART } from '../../text/words.js';
import { amountBehind, amountSaid, isMeasured } from '../annotate/amount.js';
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
/** At least three capitals, or letters with a figure: "PHQ9". */
const SCORE = /^(?=.{3})\p{Lu}+\d*$/u;
const KIND_OF_VALUE: Readonly<Record<string, Kind>> = { shows: 'picture', sign: 'sign' };

/** One rule: when a token beside a span of some kinds is no part of what the span says. */
interface ApartRule {
  readonly id: ClearRuleId;
  /** The kinds of the span; absent for any. */
  readonly of?: readonly Kind[];
  /** The kinds of what the token belongs to; absent for any. */
  readonly beside?: readonly Kind[];
  /** On which side of the span the token stands; absent for both. */
  readonly side?: 'before' | 'behind';
  readonly when?: (note: AnnotatedNote, span: ChosenSpan, at: number, kind: Kind) => boolean;
  readonly fires: string;
  readonly quiet: string;
}

export const APART_RULES: readonly ApartRule[] = [
  {
    id: 'apart-complete',
    of: ['complete'],
    fires: 'Chronic dyspnoea [NYHA II], stable.',
    quiet: 'Chronic [dyspnoea] NYHA II, stable.',
  },
  {
    id: 'apart-sign',
    of: ['sign'],
    side: 'behind',
    fires: 'Florid [petechiae] shins today.',
    quiet: 'Florid [petechiae] today.',
  },
  {
    // "Low mood PHQ9 12", "microalbuminuria ACR 8.4"
    id: 'apart-score',
    of: ['finding'],
    beside: ['none', 'test', 'reading', 'complete', 'picture', 'sign', 'dosed', 'done'],
    side: 'behind',
    when: (note, _, at, kind) => isScore(note, at, kind === 'test'),
    fires: 'Reviewed: [low mood] PHQ9 12, no plans.',
    quiet: 'Reviewed: [low mood] PHQ9 today, no plans.',
  },
  {
    id: 'apart-reading',
    of: ['finding', 'test', 'reading', 'picture', 'dosed', 'done', 'none'],
    beside: ['reading', 'complete', 'dosed'],
    fires: '[T2DM] metformin 500 mg twice daily.',
    quiet: '[T2DM] metformin stopped.',
  },
  {
    id: 'apart-tests',
    of: ['test', 'picture', 'reading'],
    beside: ['test', 'picture'],
    fires: 'Plan: [CRP] HbA1c tomorrow.',
    quiet: 'Plan: [CRP] tomorrow, then HbA1c.',
  },
  {
    id: 'apart-picture',
    of: ['finding'],
    beside: ['picture'],
    side: 'before',
    fires: 'CXR [cardiomegaly], clear bases.',
    quiet: 'Known [cardiomegaly] on CXR.',
  },
  // "T2DM metformin 500 mg"
  {
    id: 'apart-finding',
    of: ['reading', 'dosed'],
    beside: ['finding'],
    fires: 'T2DM [metformin] 500 mg twice daily.',
    quiet: 'T2DM [metformin] stopped.',
  },
  // "ECG fast AF"
  {
    id: 'apart-shown',
    of: ['picture'],
    beside: ['finding'],
    side: 'behind',
    fires: '[CXR] cardiomegaly, clear bases.',
    quiet: 'Cardiomegaly on [CXR], clear bases.',
  },
  {
    id: 'apart-done',
    of: ['reading', 'dosed'],
    beside: ['done'],
    fires: 'Dialysis [BP] 98/56 throughout.',
    quiet: 'Dialysis done, [BP] 98/56.',
  },
  {
    id: 'apart-vital',
    of: ['reading'],
    beside: ['none', 'sign'],
    side: 'before',
    when: (_, span) => isInShort(span),
    fires: 'On venturi [BP] 98/56.',
    quiet: 'At rest the [BP] 98/56.',
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
    return APART_RULES.find(
      (rule) =>
        (rule.of?.includes(own) ?? true) &&
        (rule.beside?.includes(other) ?? true) &&
        (rule.side ?? side) === side &&
        (rule.when?.(note, span, at, other) ?? true),
    )?.id;
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

/**
 * Whether a token is the letters of what the number behind them measures.
 * @param isTest whether it is known for the letters of a test: "A1c"
 */
function isScore(note: AnnotatedNote, at: number, isTest: boolean): boolean {
  const token = note.tokens[at];
  const letters = note.text.slice(token?.start, token?.end);
  const next = note.tokens[at + 1];
  // "LSD de 31 mm" is where it lies.
  const isTold = next?.kind === 'number' || next?.norm === ':' || next?.norm === '=';
  return isTold && (isTest || SCORE.test(letters)) && isMeasured(amountBehind(note, at + 1));
}
