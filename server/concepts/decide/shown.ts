/** The status of a span, and which of its candidates a reviewer could mean. */

import type { Thresholds } from '../../db/serving.js';
import type { ConceptDisplay } from '../../db/terminology.js';
import type { Status } from '../../domain/candidate.js';
import { SUBSTANCES } from '../../domain/semantic-tags.js';
import { amountSaid } from '../annotate/amount.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { RankedMention } from '../select/scores.js';
import { type RankedConcept, topAndMargin } from './candidates.js';
import { doubtOf } from './rank.js';
import { shownOf, statusOf } from './status.js';

/** What is answered for a span. */
export interface Shown {
  readonly status: Status;
  /** Best first; those of an unresolved span are near enough to be worth a look, or there are none. */
  readonly candidates: readonly RankedConcept[];
}

/** Judges the first concept of a span by cosine, margin and evidence; where nothing is chosen, only what could be meant is shown. */
export function shownFor(
  note: AnnotatedNote,
  span: RankedMention,
  displays: ReadonlyMap<string, ConceptDisplay>,
  thresholds: Thresholds | undefined,
): Shown {
  const { ranked } = span;
  const [top] = ranked;
  const fitting = ofItsKind(note, span, displays);
  const status = statusOf({ ...topAndMargin(ranked), tier: top?.tier ?? null, doubt: doubtOf(span) }, thresholds);
  // What the rules know is of the first concept: without it nothing is chosen.
  if (status !== 'unresolved' && fitting[0] === top) return { status, candidates: fitting };
  const least = shownOf(thresholds);
  return { status: 'unresolved', candidates: fitting.filter(({ cosine }) => cosine >= least) };
}

/** Without what is only like the words and of another kind than they are: what stands before a dose ("lisinopril 10 mg") is a medicine. */
function ofItsKind(
  note: AnnotatedNote,
  span: RankedMention,
  displays: ReadonlyMap<string, ConceptDisplay>,
): readonly RankedConcept[] {
  const { ranked } = span;
  if (!ranked.some(({ tier }) => tier === 'dense') || amountSaid(note, span) !== 'dose') return ranked;
  return ranked.filter(({ sctid, tier }) => tier !== 'dense' || SUBSTANCES.has(displays.get(sctid)?.semanticTag ?? ''));
}
