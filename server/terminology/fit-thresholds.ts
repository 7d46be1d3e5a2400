/** Fits the thresholds of a release: each description is asked against the others, and the answers that are right are counted. */

import type { Kysely } from 'kysely';
import { type LeftOut, rankLeftOut } from '../db/rank.js';
import { type Thresholds, writeThresholds } from '../db/serving.js';
import type { Database } from '../db/tables.js';
import { LANGUAGES } from '../domain.js';

/** Fewer left-out descriptions than this say nothing: the language then gets no row, and nothing is resolved. */
const LEAST_SAMPLES = 200;
const MOST_SAMPLES = 3_000;
/** `resolved` must be right at least this often. */
const RESOLVED_PRECISION = 0.98;
/** ... and at least this often where the words are not those of a description, so that easy spans do not pay for hard ones. */
const OTHER_WORDS_PRECISION = 0.95;
/** In a note, words that no concept of the release means outnumber other words for one that it has. */
const STRANGERS = 3;
/** At the floor an answer is as often right as wrong. */
const FLOOR_PRECISION = 0.5;
const FLOOR_WIDTH = 0.04;
/** How far below the floor a phrase still counts as a clinical one. */
const MENTION_GAP = 0.06;
/** Never 0: two concepts with the same words are ambiguous whatever the statistics say. */
const MARGINS = [0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.2];

/** Fits and stores the thresholds of each language of a release. */
export async function fitThresholds(
  db: Kysely<Database>,
  target: { readonly modelId: number; readonly releaseId: number },
  table: string,
): Promise<void> {
  for (const language of LANGUAGES) {
    const samples = await rankLeftOut(db, { releaseId: target.releaseId, table }, language, MOST_SAMPLES);
    if (samples.length < LEAST_SAMPLES) continue;
    const fittedOn = `${samples.length} descriptions of the release, each left out`;
    await writeThresholds(db, { ...target, language }, chooseThresholds(samples), fittedOn);
  }
}

/**
 * The thresholds with the highest coverage at which `resolved` is precise enough on a mix of spans in the very words of a
 * description, spans in other words (the description left out), and STRANGERS times as many whose concept the release lacks.
 */
export function chooseThresholds(samples: readonly LeftOut[]): Thresholds {
  const floor = chooseFloor(samples);
  let best = { resolvedCosine: 1, resolvedMargin: 2, covered: 0 };
  for (const resolvedMargin of MARGINS) {
    for (let step = Math.ceil(floor * 100); step < 100; step++) {
      const resolvedCosine = step / 100;
      const passes = (cosine: number, margin: number) => cosine >= resolvedCosine && margin >= resolvedMargin;
      const kept = samples.filter((s) => passes(s.cosine, s.margin));
      const verbatim = samples.filter((s) => passes(1, 1 - s.strangerCosine)).length;
      const strangers = samples.filter((s) => passes(s.strangerCosine, s.strangerMargin)).length;
      const right = kept.filter((s) => s.right).length;
      const answered = kept.length + STRANGERS * strangers;
      const precise =
        right >= OTHER_WORDS_PRECISION * answered && right + verbatim >= RESOLVED_PRECISION * (answered + verbatim);
      if (precise && right + verbatim > best.covered) {
        best = { resolvedCosine, resolvedMargin, covered: right + verbatim };
      }
    }
  }
  return {
    mention: Math.round((floor - MENTION_GAP) * 100) / 100,
    floor,
    resolvedCosine: best.resolvedCosine,
    resolvedMargin: best.resolvedMargin,
  };
}

/**
 * The least cosine around which at least half of the answers are right, were every second span in other words than its
 * description one whose concept the release lacks.
 */
function chooseFloor(samples: readonly LeftOut[]): number {
  for (let step = 30; step <= 95; step++) {
    const isNear = (cosine: number) => Math.abs(cosine - step / 100) <= FLOOR_WIDTH;
    const near = samples.filter((s) => isNear(s.cosine));
    const strangers = samples.filter((s) => isNear(s.strangerCosine)).length;
    const right = near.filter((s) => s.right).length;
    if (near.length >= 20 && right >= FLOOR_PRECISION * (near.length + strangers)) return step / 100;
  }
  return 0.6;
}
