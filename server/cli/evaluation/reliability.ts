/** Whether confidences mean something: answers by axis, language and confidence, and how many of them were right. */

import { share } from './intervals.js';

const EDGES = [0, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.96, 1.01] as const;

interface Bin {
  answers: number;
  right: number;
  confidence: number;
}

/** Collects answers and prints one line for each bin of confidence of each axis. */
export class Reliability {
  readonly #bins = new Map<string, Bin[]>();

  /** @param group for example "en assertion" */
  add(group: string, confidence: number, right: boolean): void {
    const bins = this.#bins.get(group) ?? EDGES.slice(1).map(() => ({ answers: 0, right: 0, confidence: 0 }));
    this.#bins.set(group, bins);
    const bin = bins[EDGES.findIndex((edge) => confidence < edge) - 1] as Bin;
    bin.answers++;
    bin.right += right ? 1 : 0;
    bin.confidence += confidence;
  }

  /** A line a bin that has answers: mean confidence, and the share of right answers with its interval. */
  report(): string {
    return [...this.#bins]
      .sort()
      .flatMap(([group, bins]) => [
        group,
        ...bins
          .filter((bin) => bin.answers > 0)
          .map(
            (bin) =>
              `   confidence ${(bin.confidence / bin.answers).toFixed(3)}  right ${share(bin.right, bin.answers)}`,
          ),
      ])
      .join('\n');
  }
}
