/** Turns the score of a decision into a confidence: the share of labelled decisions of that score that were right. */

import type { ConfidenceRow, ConfidenceSource } from '../db/tables.js';
import type { DecisionSource } from '../domain/axes.js';

/** What a confidence depends on. */
export type ScoredDecision = Pick<ConfidenceRow, 'language' | 'axis' | 'value' | 'source' | 'score'>;

/** A point stands for decisions of many scores, of which few are low: no confidence is further above its own score. */
const MOST_ABOVE = 0.2;

type Point = Pick<ConfidenceRow, 'score' | 'confidence'>;

/** The source under which the points of a decision stand: words that speak of the span are one source, wherever they stand. */
export function pointSource(source: DecisionSource): ConfidenceSource {
  return source === 'section' || source === 'derived' || source === 'default' ? source : 'cue';
}

/** The fitted curves of one lexicon version. */
export class Calibration {
  /** By language and axis and source, then by value: looked up for every answer, so no key is put together there. */
  readonly #curves = new Map<string, Map<string, Map<string, Map<string, Point[]>>>>();

  constructor(rows: readonly ConfidenceRow[]) {
    for (const row of [...rows].sort((a, b) => Number(a.score) - Number(b.score))) {
      const byValue = entry(entry(entry(this.#curves, row.language), row.axis), row.source);
      const points = byValue.get(row.value) ?? [];
      points.push({ score: Number(row.score), confidence: Number(row.confidence) });
      byValue.set(row.value, points);
    }
  }

  /**
   * Interpolated between two points of the curve, constant beyond its ends, but never far above the score; the score itself where there
   * is no curve.
   */
  confidence({ language, axis, source, value, score }: ScoredDecision): number {
    const byValue = this.#curves.get(language)?.get(axis)?.get(source);
    const points = byValue?.get(value) ?? byValue?.get('*');
    return points ? Math.min(interpolated(points, score), score + MOST_ABOVE) : score;
  }
}

function entry<Inner>(map: Map<string, Map<string, Inner>>, key: string): Map<string, Inner> {
  let found = map.get(key);
  if (!found) {
    found = new Map();
    map.set(key, found);
  }
  return found;
}

function interpolated(points: readonly Point[], score: number): number {
  let next = 0;
  while (next < points.length && (points[next] as Point).score < score) next++;
  if (next === 0 || next === points.length) return (points[next] ?? (points.at(-1) as Point)).confidence;
  const [a, b] = [points[next - 1] as Point, points[next] as Point];
  return a.confidence + ((score - a.score) / (b.score - a.score)) * (b.confidence - a.confidence);
}
