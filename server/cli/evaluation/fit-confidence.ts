/**
 * Fits the points of `lexicons/LANGUAGE/confidence.tsv` to labelled answers: isotonic regression of "right" on the score
 * (pool adjacent violators; Zadrozny and Elkan 2002), one curve a value and source where there are answers enough.
 */

import type { ConfidenceRow } from '../../db/tables.js';
import { AXES } from '../../domain/axes.js';
import type { Language } from '../../domain/language.js';
import { groupBy } from './group.js';

/** A labelled answer on one axis. */
export interface ScoredAnswer extends Pick<ConfidenceRow, 'language' | 'axis' | 'value' | 'source' | 'score'> {
  readonly right: boolean;
}

/** A point is fitted on at least so many answers; values with fewer share one curve. */
const LEAST_ANSWERS = 25;
/** Answers that a point is thought to have had before, at the rate of its curve. */
const PRIOR_ANSWERS = 4;
const LEAST = 0.05;
const MOST = 0.99;
const HEADER = ['axis', 'value', 'source', 'score', 'confidence', 'notes'].join('\t');
const SOURCES = ['cue', 'section', 'derived', 'default'] as const;

interface Block {
  answers: number;
  right: number;
  scores: number;
}

/** The file for one language: sorted by axis, value, source and score. */
export function fitConfidence(answers: readonly ScoredAnswer[], language: Language): string {
  const lines = [...AXES].sort().flatMap((axis) => {
    const ofAxis = answers.filter((answer) => answer.language === language && answer.axis === axis);
    return SOURCES.flatMap((source) => rowsOf(ofAxis, axis, source)).sort();
  });
  return `${[HEADER, ...lines].join('\n')}\n`;
}

/** The points of one source of an axis: of each value with enough answers, and of the others together. */
function rowsOf(ofAxis: readonly ScoredAnswer[], axis: string, source: (typeof SOURCES)[number]): string[] {
  const ofSource = ofAxis.filter((answer) => answer.source === source);
  const rows: string[] = [];
  const rest: ScoredAnswer[] = [];
  for (const [value, group] of groupBy(ofSource, (answer) => answer.value)) {
    if (group.length < LEAST_ANSWERS) rest.push(...group);
    else rows.push(...curve(group).map((point) => [axis, value, source, ...point].join('\t')));
  }
  const shared = rest.length >= LEAST_ANSWERS ? rest : ofSource;
  if (rest.length > 0 && shared.length >= LEAST_ANSWERS)
    rows.push(...curve(shared).map((point) => [axis, '*', source, ...point].join('\t')));
  return rows;
}

/** Score, confidence and note of each point of a rising curve. */
function curve(answers: readonly ScoredAnswer[]): string[][] {
  const total = answers.reduce((sum, { right }) => sum + Number(right), 0);
  const prior = (total + 1) / (answers.length + 2);
  const rate = ({ answers: n, right }: Block): number => (right + PRIOR_ANSWERS * prior) / (n + PRIOR_ANSWERS);
  const blocks: Block[] = [];
  for (const [score, group] of [...groupBy(answers, ({ score }) => score)].sort(([a], [b]) => a - b)) {
    const right = group.filter((answer) => answer.right).length;
    blocks.push({ answers: group.length, right, scores: score * group.length });
  }
  pool(blocks, (a, b) => a.answers < LEAST_ANSWERS || b.answers < LEAST_ANSWERS);
  pool(blocks, (a, b) => rate(a) >= rate(b));
  return blocks.map((block) => [
    (block.scores / block.answers).toFixed(3),
    Math.min(MOST, Math.max(LEAST, rate(block))).toFixed(2),
    `${block.right} of ${block.answers} right`,
  ]);
}

/** Joins neighbours while the test says so. */
function pool(blocks: Block[], joins: (a: Block, b: Block) => boolean): void {
  for (let i = 1; i < blocks.length; ) {
    const [a, b] = [blocks[i - 1] as Block, blocks[i] as Block];
    if (joins(a, b)) {
      blocks.splice(i - 1, 2, {
        answers: a.answers + b.answers,
        right: a.right + b.right,
        scores: a.scores + b.scores,
      });
      i = Math.max(1, i - 1);
    } else i++;
  }
}
