/** From a note to coded spans: the order of the stages. */

import { triggerRanges } from '../context/analyse.js';
import { descriptionsById } from '../db/rank.js';
import { type ConceptDisplay, readDisplays } from '../db/terminology.js';
import { carePlaceSteps } from '../detection/care-place.js';
import { roleSteps } from '../detection/token-role.js';
import type { Candidate } from '../domain.js';
import { topAndMargin } from '../ranking/candidates.js';
import type { RankingDatabase } from '../ranking/nearest.js';
import { leastMargin, statusOf } from '../ranking/status.js';
import { giveWay, mapInSlices, runInSlices } from '../slices.js';
import { type Note, noteSteps, sectionAt } from '../text/note.js';
import type { ConceptEntry, ConceptExplanation, ConceptsAnswer, ConceptsRequest } from './answers.js';
import { type FoundSpan, findSpans } from './find-spans.js';
import type { LiveState } from './live.js';
import type { SpanQueue } from './span-queue.js';

/** What concept extraction needs of the process. */
export interface ConceptTools {
  readonly db: RankingDatabase['db'];
  readonly types: RankingDatabase['types'];
  /** Where spans that are not resolved are counted; absent where they are not. */
  readonly queue?: Pick<SpanQueue, 'see'> | undefined;
}

/** Reads a note, finds its spans and ranks the concepts of each. */
export async function extractConcepts(
  tools: ConceptTools,
  state: LiveState,
  request: ConceptsRequest,
  signal: AbortSignal,
): Promise<ConceptsAnswer> {
  const began = performance.now();
  const ranking: RankingDatabase = { ...tools, serving: state.serving, spent: { embedding: 0, ranking: 0 } };
  const note = await runInSlices(noteSteps(request.text, request.language, state.lexicon.vocabulary), signal);
  const cues = await mapInSlices(note.sentences, (sentence) => triggerRanges(note, state.lexicon, [sentence]));
  const roles = await runInSlices(roleSteps(note, state.lexicon.vocabulary, cues.flat()), signal);
  await runInSlices(carePlaceSteps(note, state.lexicon.vocabulary, roles), signal);
  const reading = performance.now() - began;
  await giveWay();
  const spans = await findSpans(note, roles, state, ranking, state.encode, signal);
  const sctids = new Set(spans.flatMap((span) => span.ranked.map((concept) => concept.sctid)));
  const displaysBegan = performance.now();
  const displays = await readDisplays(tools.db, state.serving.releaseId, [...sctids]);
  ranking.spent.ranking += performance.now() - displaysBegan;
  // A concept that was made inactive, or is not in the served release, is no candidate.
  const shown = spans.map((span) => ({ ...span, ranked: span.ranked.filter(({ sctid }) => displays.has(sctid)) }));
  const explanations = request.explain ? await explainSpans(ranking, state, note, shown, displays) : [];
  const concepts = await mapInSlices(shown, (span, i) => toEntry(note, span, state, displays, explanations[i]));
  tools.queue?.see(
    request.text,
    concepts.map((entry, i) => ({ ...entry, language: (shown[i] as FoundSpan).language })),
  );
  const { versions } = state;
  const total = performance.now() - began;
  return { concepts, versions, timings: { reading, ...ranking.spent, total } };
}

function toEntry(
  note: Note,
  span: FoundSpan,
  state: LiveState,
  displays: ReadonlyMap<string, ConceptDisplay>,
  explain: ConceptExplanation | undefined,
): ConceptEntry {
  const candidates = span.ranked.map(
    ({ sctid, cosine }): Candidate => ({ code: sctid, display: displayOf(displays.get(sctid), span), cosine }),
  );
  const { cosine, margin } = topAndMargin(candidates);
  const tier = span.ranked[0]?.tier ?? null;
  const status = statusOf({ cosine, margin, tier, doubt: span.doubt }, state.thresholds[span.language]);
  return {
    span: note.text.slice(span.start, span.end),
    candidates,
    code: status === 'unresolved' ? null : (candidates[0]?.code ?? null),
    cosine,
    margin,
    concept_confidence: cosine,
    status,
    start: span.start,
    end: span.end,
    ...(explain === undefined ? {} : { explain }),
  };
}

function displayOf(display: ConceptDisplay | undefined, span: FoundSpan): string {
  return display?.terms[span.language] ?? display?.terms.en ?? '';
}

async function explainSpans(
  { db, serving, spent }: RankingDatabase,
  state: LiveState,
  note: Note,
  spans: readonly FoundSpan[],
  displays: ReadonlyMap<string, ConceptDisplay>,
): Promise<ConceptExplanation[]> {
  const ids = new Set(spans.flatMap((span) => span.ranked.map((concept) => concept.descriptionId)));
  const began = performance.now();
  const descriptions = await descriptionsById(db, serving.releaseId, [...ids]);
  spent.ranking += performance.now() - began;
  return spans.map((span) => {
    const thresholds = state.thresholds[span.language];
    const tier = span.ranked[0]?.tier ?? null;
    return {
      language: span.language,
      section: sectionAt(note, span.sentence) ?? null,
      tier,
      doubt: span.doubt,
      descriptions: span.ranked.map(({ sctid, descriptionId }) => ({
        term: descriptions.get(descriptionId)?.term ?? '',
        language: descriptions.get(descriptionId)?.language ?? span.language,
        semantic_tag: displays.get(sctid)?.semanticTag ?? '',
      })),
      thresholds:
        thresholds === undefined
          ? null
          : {
              floor: thresholds.floor,
              resolved_cosine: thresholds.resolvedCosine,
              resolved_margin: leastMargin(thresholds, tier),
            },
    };
  });
}
