/** What `explain: true` says of each span: how its concept was found, and all evidence of the rules. */

import { descriptionsById } from '../../db/rank.js';
import type { Thresholds } from '../../db/serving.js';
import { sectionAt } from '../../text/note.js';
import type { AnnotatedNote } from '../annotate/annotated-note.js';
import type { ConceptExplanation, ExplainedEvidence } from '../answer.js';
import { type RankingDatabase, timed } from '../lookup/ranking-database.js';
import { remembered } from '../lookup/term-memory.js';
import { against, type Evidence } from '../rules/evidence.js';
import { reasonOf } from '../rules/precedence.js';
import type { RankedMention } from '../select/scores.js';
import type { DecisionState, Displayed } from './decide.js';
import { movedBy } from './decision.js';
import { doubtOf } from './rank.js';
import { FLAG_PROBABILITY, leastMargin, RESOLVED_PROBABILITY, shownOf } from './status.js';

export async function explain(
  note: AnnotatedNote,
  { spans, displays }: Displayed,
  ranking: RankingDatabase,
  { thresholds, weights }: DecisionState,
): Promise<ConceptExplanation[]> {
  const { db, serving } = ranking;
  const ids = new Set(spans.flatMap(({ shown }) => shown.candidates.map(({ descriptionId }) => descriptionId)));
  const descriptions = await timed(ranking, 'ranking', () =>
    remembered(ranking, 'description', ids, (missing) => descriptionsById(db, serving.releaseId, missing)),
  );
  return spans.map((span) => ({
    language: span.language,
    section: sectionAt(note, span.sentence) ?? null,
    tier: span.shown.candidates[0]?.tier ?? null,
    doubt: doubtOf(span),
    evidence: evidenceOf(note, span),
    probability: span.shown.probability,
    moved_by: movedBy(weights, span.shown.features),
    descriptions: span.shown.candidates.map(({ sctid, descriptionId }) => ({
      term: descriptions.get(descriptionId)?.term ?? '',
      language: descriptions.get(descriptionId)?.language ?? span.language,
      semantic_tag: displays.get(sctid)?.semanticTag ?? '',
    })),
    thresholds: thresholdsOf(span, thresholds[span.language]),
  }));
}

function thresholdsOf({ ranked }: RankedMention, thresholds: Thresholds | undefined) {
  if (thresholds === undefined) return null;
  const { floor, resolvedCosine } = thresholds;
  return {
    floor,
    shown: shownOf(thresholds),
    resolved_cosine: resolvedCosine,
    resolved_margin: leastMargin(thresholds, ranked[0]?.tier ?? null),
    flag_probability: FLAG_PROBABILITY,
    resolved_probability: RESOLVED_PROBABILITY,
  };
}

/** The evidence about the first candidate: what holds it back, the strongest first, then what was cleared and by which rule. */
function evidenceOf(note: AnnotatedNote, { ranked, evidence }: RankedMention): ExplainedEvidence[] {
  const sctid = ranked[0]?.sctid ?? null;
  const holding = against(evidence, sctid);
  const clearing = evidence.filter((each) => each.effect === 'clear' && (each.sctid === sctid || each.sctid === null));
  const shown = [...holding, ...clearing].map((each) => explained(note, each));
  return shown.filter((each, i) => shown.findIndex((other) => isSame(each, other)) === i);
}

function explained({ text, tokens }: AnnotatedNote, { rule, effect, at, row }: Evidence): ExplainedEvidence {
  const [start, end] = [tokens[at.from]?.start ?? 0, tokens[at.to - 1]?.end ?? 0];
  return {
    rule,
    effect,
    reason: reasonOf(rule) ?? null,
    words: text.slice(start, end),
    start,
    end,
    row: row === undefined ? null : { class: row.class, word: row.word, value: row.value },
  };
}

function isSame(a: ExplainedEvidence, b: ExplainedEvidence): boolean {
  return a.rule === b.rule && a.start === b.start && a.end === b.end;
}
