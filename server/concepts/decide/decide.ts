/** The last stage: the entry of each span. */

import type { Thresholds } from '../../db/serving.js';
import { type ConceptDisplay, readDisplays } from '../../db/terminology.js';
import type { Language } from '../../domain/language.js';
import { mapInSlices } from '../../slices.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { ConceptEntry } from '../answer.js';
import { type RankingDatabase, timed } from '../lookup/ranking-database.js';
import { remembered } from '../lookup/term-memory.js';
import type { RankedMention } from '../select/scores.js';
import { shownCandidate, topAndMargin } from './candidates.js';
import { type Deciding, type Shown, shownFor } from './shown.js';

/** A span with what is answered for it. */
export type JudgedMention = RankedMention & { readonly shown: Shown };

/** The spans with the concepts that are served, and how these are displayed. */
export interface Displayed {
  readonly spans: readonly JudgedMention[];
  readonly displays: ReadonlyMap<string, ConceptDisplay>;
}

/** What the state that answers knows of when a code is given. */
export interface DecisionState extends Deciding {
  readonly thresholds: Partial<Record<Language, Thresholds>>;
}

/** Reads the preferred terms of all candidates; a concept that was made inactive, or is not in the served release, is no candidate. */
export async function display(
  note: AnnotatedNote,
  spans: readonly RankedMention[],
  ranking: RankingDatabase,
  state: DecisionState,
): Promise<Displayed> {
  const { db, serving } = ranking;
  const sctids = new Set(spans.flatMap(({ ranked }) => ranked.map(({ sctid }) => sctid)));
  const displays = await timed(ranking, 'ranking', () =>
    remembered(ranking, 'display', sctids, (missing) => readDisplays(db, serving.releaseId, missing)),
  );
  return {
    displays,
    spans: await mapInSlices(spans, (span) => {
      const served = { ...span, ranked: span.ranked.filter(({ sctid }) => displays.has(sctid)) };
      return { ...served, shown: shownFor(note, served, displays, state.thresholds[span.language], state) };
    }),
  };
}

export function decide({ text }: AnnotatedNote, { spans, displays }: Displayed): Promise<ConceptEntry[]> {
  return mapInSlices(spans, ({ start, end, language, shown }) => {
    const { status } = shown;
    const candidates = shown.candidates.map((each) => shownCandidate(each, displays, language));
    const { cosine, margin } = topAndMargin(candidates);
    return {
      span: text.slice(start, end),
      candidates,
      code: status === 'unresolved' ? null : (candidates[0]?.code ?? null),
      cosine,
      margin,
      concept_confidence: cosine,
      status,
      start,
      end,
    };
  });
}
