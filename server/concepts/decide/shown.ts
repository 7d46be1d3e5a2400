/** The status of a span, and which of its candidates a reviewer could mean. */

import type { Thresholds } from '../../db/serving.js';
import type { ConceptDisplay } from '../../db/terminology.js';
import type { Status } from '../../domain/candidate.js';
import { SUBSTANCES } from '../../domain/semantic-tags.js';
import { amountSaid } from '../annotate/amount.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { TermWords } from '../annotate/term-words.js';
import type { RankedMention } from '../select/scores.js';
import { type RankedConcept, topAndMargin } from './candidates.js';
import { type DecisionWeights, probabilityOf } from './decision.js';
import { type Feature, featuresOf } from './features.js';
import { doubtOf } from './rank.js';
import { shownOf, statusOf } from './status.js';

/** What is answered for a span. */
export interface Shown {
  readonly status: Status;
  /** Best first; those of an unresolved span are near enough to be worth a look, or there are none. */
  readonly candidates: readonly RankedConcept[];
  /** What is known of the first concept, as numbers; nothing where it is not shown, or the site's own term. */
  readonly features: readonly Feature[];
  /** How likely it is the right one; null where nothing is fitted. */
  readonly probability: number | null;
}

/** What the state that answers knows of how likely a candidate is. */
export interface Deciding {
  readonly weights: DecisionWeights;
  readonly termWords: Pick<TermWords, 'commonness'>;
}

/** Judges the first concept of a span by cosine, margin and evidence; where nothing is chosen, only what could be meant is shown. */
export function shownFor(
  note: AnnotatedNote,
  span: RankedMention,
  displays: ReadonlyMap<string, ConceptDisplay>,
  thresholds: Thresholds | undefined,
  { weights, termWords }: Deciding,
): Shown {
  const { ranked } = span;
  const [top] = ranked;
  const fitting = ofItsKind(note, span, displays);
  // What the rules know is of the first concept: without it nothing is chosen.
  // Where the words are a term of this site, somebody here has decided.
  const isWeighed =
    fitting[0] === top && !span.exact.some(({ kind, sctid }) => kind === 'local' && sctid === top?.sctid);
  const features = isWeighed ? featuresOf(note, span, displays, termWords) : [];
  const probability = probabilityOf(weights, features);
  const judged = { ...topAndMargin(ranked), tier: top?.tier ?? null, doubt: doubtOf(span), probability };
  const status = statusOf(judged, thresholds);
  if (status !== 'unresolved' && fitting[0] === top) return { status, candidates: fitting, features, probability };
  const least = shownOf(thresholds);
  return { status: 'unresolved', candidates: fitting.filter(({ cosine }) => cosine >= least), features, probability };
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
