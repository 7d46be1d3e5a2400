/** Scores context analysis against labelled targets (the format of `contexts` in docs/quality.md). */

import { z } from 'zod';
import type { ExtractionService } from '../../app/operations.js';
import type { AxisExplanation } from '../../context/explain.js';
import { AXES, AXIS_VALUES, type Axis } from '../../domain/axes.js';
import { pointSource } from '../../lexicon/calibration.js';
import type { ScoredAnswer } from './fit-confidence.js';
import { groupBy } from './group.js';
import { type Counts, precisionRecall, share } from './intervals.js';
import { Reliability } from './reliability.js';

const expectedValue = z.union([z.string(), z.null(), z.array(z.union([z.string(), z.null()]))]);
export const contextCase = z.object({
  id: z.string(),
  lang: z.enum(['en', 'fr']),
  text: z.string(),
  span: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  code: z.string().nullable().optional(),
  expected: z.partialRecord(z.enum(AXES), expectedValue),
  note_date: z.string().optional(),
});
export type ContextCase = z.infer<typeof contextCase>;

/** A whole labelled note (test/evaluation/gold): every span with its expected axes. */
export const goldNote = z.object({
  id: z.string(),
  lang: z.enum(['en', 'fr']),
  text: z.string(),
  note_date: z.string().nullable().optional(),
  spans: z.array(
    contextCase.pick({ start: true, end: true, expected: true }).extend({ sctids: z.array(z.string()).optional() }),
  ),
});

/** The cases of a labelled note, one a span; the code is the first of the right ones. */
export function toCases(note: z.infer<typeof goldNote>): ContextCase[] {
  const { id, lang, text } = note;
  return note.spans.map(({ start, end, expected, sctids }) => ({
    id: `${id}:${start}`,
    lang,
    text,
    span: text.slice(start, end),
    start,
    end,
    code: sctids?.[0] ?? null,
    expected,
    ...(note.note_date ? { note_date: note.note_date } : {}),
  }));
}

export interface ContextFault {
  readonly id: string;
  readonly axis: Axis;
  readonly expected: string;
  readonly got: string;
  readonly trigger: string | null;
}

export interface ContextScore {
  readonly report: string;
  readonly faults: readonly ContextFault[];
  readonly reliability: Reliability;
  readonly scored: readonly ScoredAnswer[];
}

type Tally = Record<string, Counts>;

/** Asks the service for every target, note by note, and scores each axis and value. */
export async function scoreContexts(service: ExtractionService, cases: readonly ContextCase[]): Promise<ContextScore> {
  const faults: ContextFault[] = [];
  const reliability = new Reliability();
  const scored: ScoredAnswer[] = [];
  const axes: Record<string, Counts> = {};
  const values: Tally = {};
  const { signal } = new AbortController();
  for (const group of groupBy(cases, ({ note_date, text }) => `${note_date ?? ''}\n${text}`).values()) {
    const first = group[0] as ContextCase;
    const concepts = group.map(({ span, start, end, code }) => ({ span, start, end, code: code ?? null }));
    const { contexts } = await service.extractContexts(
      { text: first.text, language: 'auto', concepts, note_date: first.note_date, explain: true },
      signal,
    );
    for (const [i, target] of group.entries()) {
      for (const axis of AXES) {
        const expected = target.expected[axis];
        if (expected === undefined) continue;
        const accepted = (Array.isArray(expected) ? expected : [expected]).map((value) => value ?? 'none');
        const answer = contexts[i]?.context[axis] ?? null;
        const got = answer?.value ?? 'none';
        const right = accepted.includes(got);
        count(axes, `${target.lang} ${axis}`, right, 1, 1);
        if (answer !== null) {
          reliability.add(`${target.lang} ${axis}`, answer.confidence, right);
          const { source, score } = explanation(contexts[i]?.explain, axis);
          scored.push({ language: target.lang, axis, value: got, source: pointSource(source), score, right });
        }
        const counted = right ? got : (accepted[0] as string);
        count(values, `${target.lang} ${axis} ${counted}`, right, 0, 1);
        count(values, `${target.lang} ${axis} ${got}`, false, 1, 0);
        if (!right)
          faults.push({ id: target.id, axis, expected: accepted.join('|'), got, trigger: answer?.trigger ?? null });
      }
    }
  }
  return { report: report(axes, values), faults, reliability, scored };
}

function explanation(explain: unknown, axis: Axis): AxisExplanation {
  return (explain as readonly AxisExplanation[]).find((entry) => entry.axis === axis) as AxisExplanation;
}

function count(tally: Tally, key: string, right: boolean, given: number, expected: number): void {
  tally[key] ??= { right: 0, given: 0, expected: 0 };
  tally[key].right += right ? 1 : 0;
  tally[key].given += given;
  tally[key].expected += expected;
}

function report(axes: Tally, values: Tally): string {
  const lines: string[] = [];
  for (const lang of ['en', 'fr']) {
    for (const axis of AXES) {
      const total = axes[`${lang} ${axis}`];
      if (total === undefined) continue;
      lines.push(`${lang} ${axis.padEnd(12)} accuracy ${share(total.right, total.expected)}`);
      for (const value of [...AXIS_VALUES[axis], 'none']) {
        const counts = values[`${lang} ${axis} ${value}`];
        if (counts !== undefined) lines.push(`   ${value.padEnd(21)} ${precisionRecall(counts)}`);
      }
    }
  }
  return lines.join('\n');
}
