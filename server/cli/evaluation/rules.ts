/** Counts for each rule how often it fired on labelled notes, and how often the candidate that it held back was right all the same. */

import type { OpenService } from '../../app/open-service.js';
import type { ConceptEntry, ExplainedEvidence } from '../../concepts/answer.js';
import type { RuleId } from '../../concepts/rules/precedence.js';
import { RULES, type ShownRule } from '../../concepts/rules/registry.js';
import { type ConceptNote, labelsOf, READINGS } from './concepts.js';
import { share } from './intervals.js';
import type { JudgedNote } from './judged-notes.js';

interface Tally {
  /** Spans with the rule among their evidence. */
  fired: number;
  /** Those whose first candidate is judged, and those of them that are right. */
  judged: number;
  right: number;
  /** The same where no other rule holds the candidate back: what the rule alone is worth. */
  alone: number;
  aloneRight: number;
}

/** Whether the first candidate of a span is right; undefined where nobody has said. */
type Verdict = (entry: ConceptEntry) => boolean | undefined;

/** Asks the service for every note, and reports a line for each rule, as a Markdown table. */
export async function scoreRules(
  { service }: OpenService,
  notes: readonly (ConceptNote | JudgedNote)[],
): Promise<string> {
  const tallies = new Map<RuleId, Tally>(
    RULES.map(({ id }) => [id, { fired: 0, judged: 0, right: 0, alone: 0, aloneRight: 0 }]),
  );
  const { signal } = new AbortController();
  for (const note of notes) {
    const answer = await service.extractConcepts({ text: note.text, language: 'auto', explain: true }, signal);
    const verdict = 'judged' in note ? judgedBy(note) : labelledBy(note);
    for (const entry of answer.concepts) count(tallies, entry, verdict(entry));
  }
  return [
    '| rule | group | effect | fired | right all the same | right where it fired alone |',
    '|---|---|---|---|---|---|',
    ...RULES.map((rule) => lineOf(rule, tallies.get(rule.id) as Tally)),
  ].join('\n');
}

/** Right is what every reader called so. */
function judgedBy({ judged }: JudgedNote): Verdict {
  const verdicts = new Map(judged.map(({ start, end, sctid, verdicts: all }) => [`${start}-${end} ${sctid}`, all]));
  return ({ start, end, candidates }) =>
    verdicts.get(`${start}-${end} ${candidates[0]?.code}`)?.every((each) => each === 'right');
}

/** Right is a code of a label that the span overlaps; labels without a code say nothing. */
function labelledBy(note: ConceptNote): Verdict {
  const labels = labelsOf(note, READINGS);
  return ({ start, end, candidates }) => {
    const over = labels.filter((label) => label.start < end && start < label.end);
    const first = candidates[0]?.code ?? '';
    if (!over.some(({ right, struck }) => right.length > 0 || struck.includes(first))) return undefined;
    return over.some(({ right }) => right.includes(first));
  };
}

function count(tallies: ReadonlyMap<RuleId, Tally>, entry: ConceptEntry, isRight: boolean | undefined): void {
  const evidence = entry.explain?.evidence ?? [];
  const holding = new Set(evidence.filter(isReview).map(({ rule }) => rule));
  for (const rule of new Set(evidence.map((each) => each.rule))) {
    const tally = tallies.get(rule as RuleId);
    if (tally === undefined) continue;
    tally.fired++;
    if (isRight === undefined) continue;
    tally.judged++;
    if (isRight) tally.right++;
    if (holding.size !== 1 || !holding.has(rule)) continue;
    tally.alone++;
    if (isRight) tally.aloneRight++;
  }
}

function isReview({ effect }: ExplainedEvidence): boolean {
  return effect === 'review';
}

function lineOf({ id, group, effect }: ShownRule, { fired, judged, right, alone, aloneRight }: Tally): string {
  return `| \`${id}\` | ${group ?? ''} | ${effect} | ${fired} | ${share(right, judged)} | ${share(aloneRight, alone)} |`;
}
