/** The last stage: the status of each span, by cosine and margin against the thresholds, then by the evidence. */

import type { Thresholds } from '../../db/serving.js';
import { type ConceptDisplay, readDisplays } from '../../db/terminology.js';
import type { Candidate } from '../../domain/candidate.js';
import type { Language } from '../../domain/language.js';
import { mapInSlices } from '../../slices.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { ConceptEntry } from '../answer.js';
import { type RankingDatabase, timed } from '../lookup/ranking-database.js';
import { strongest } from '../rules/evidence.js';
import type { RankedMention } from '../select/scores.js';
import { topAndMargin } from './candidates.js';
import { statusOf } from './status.js';

/** The spans with the concepts that are served, and how these are displayed. */
export interface Displayed {
  readonly spans: readonly RankedMention[];
  readonly displays: ReadonlyMap<string, ConceptDisplay>;
}

/** Reads the preferred terms of all candidates; a concept that was made inactive, or is not in the served release, is no candidate. */
export async function display(spans: readonly RankedMention[], ranking: RankingDatabase): Promise<Displayed> {
  const { db, serving } = ranking;
  const sctids = new Set(spans.flatMap(({ ranked }) => ranked.map(({ sctid }) => sctid)));
  const displays = await timed(ranking, 'ranking', () => readDisplays(db, serving.releaseId, [...sctids]));
  return {
    displays,
    spans: spans.map((span) => ({ ...span, ranked: span.ranked.filter(({ sctid }) => displays.has(sctid)) })),
  };
}

export function decide(
  { text }: AnnotatedNote,
  { spans, displays }: Displayed,
  thresholds: Partial<Record<Language, Thresholds>>,
): Promise<ConceptEntry[]> {
  return mapInSlices(spans, (span) => {
    const { start, end, language, ranked } = span;
    const candidates = ranked.map(({ sctid, cosine }): Candidate => {
      const { terms, semanticTag = '' } = displays.get(sctid) ?? {};
      return { code: sctid, display: terms?.[language] ?? terms?.en ?? '', semantic_tag: semanticTag, cosine };
    });
    const { cosine, margin } = topAndMargin(candidates);
    const top = { cosine, margin, tier: ranked[0]?.tier ?? null, doubt: doubtOf(span) };
    const status = statusOf(top, thresholds[language]);
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

/** Why a span is for review; null where nothing holds it back. */
export function doubtOf({ ranked, evidence }: RankedMention) {
  return strongest(evidence, ranked[0]?.sctid ?? null);
}
