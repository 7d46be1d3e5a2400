/** Scores context analysis against labelled targets (the format of `contexts` in docs/quality.md). */

import { z } from 'zod';
import type { ExtractionService } from '../../app/operations.js';
import type { AxisExplanation } from '../../context/explain.js';
import type { ContextEntry } from '../../context/request.js';
import { AXES, AXIS_VALUES, type Axis } from '../../domain/axes.js';
import { pointSource } from '../../lexicon/calibration.js';
import type { ScoredAnswer } from './fit-confidence.js';
import { groupBy } from './group.js';
import { type Counts, precisionRecall, share } from './intervals.js';
import { Reliability } from './reliability.js';

const expectedValue = z.union([z.string(), z.null(), z.array(z.union([z.string(), z.null()]))]);
export const contextCase = z.object({
  id: z.string(),
  /** Of a note in both languages: auto. */
  lang: z.enum(['en', 'fr', 'auto']),
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
  const scoring = new Scoring();
  const { signal } = new AbortController();
  for (const group of groupBy(cases, ({ note_date, text }) => `${note_date ?? ''}\n${text}`).values()) {
    const { text, note_date } = group[0] as ContextCase;
    const concepts = group.map(({ span, start, end, code }) => ({ span, start, end, code: code ?? null }));
    const request = { text, language: 'auto', concepts, note_date, explain: true } as const;
    const { contexts } = await service.extractContexts(request, signal);
    for (const [i, target] of group.entries()) for (const axis of AXES) scoring.add(target, axis, contexts[i]);
  }
  const { axes, values, faults, reliability, scored } = scoring;
  return { report: report(axes, values), faults, reliability, scored };
}

/** What is counted over all targets. */
class Scoring {
  readonly faults: ContextFault[] = [];
  readonly reliability = new Reliability();
  readonly scored: ScoredAnswer[] = [];
  readonly axes: Record<string, Counts> = {};
  readonly values: Tally = {};

  add(target: ContextCase, axis: Axis, entry: ContextEntry | undefined): void {
    const expected = target.expected[axis];
    if (expected === undefined) return;
    const accepted = (Array.isArray(expected) ? expected : [expected]).map((value) => value ?? 'none');
    const answer = entry?.context[axis] ?? null;
    const got = answer?.value ?? 'none';
    const right = accepted.includes(got);
    const { lang } = target;
    count(this.axes, `${lang} ${axis}`, right, 1, 1);
    if (answer !== null) {
      this.reliability.add(`${lang} ${axis}`, answer.confidence, right);
      const { source, score } = explanation(entry?.explain, axis);
      if (lang !== 'auto')
        this.scored.push({ language: lang, axis, value: got, source: pointSource(source), score, right });
    }
    count(this.values, `${lang} ${axis} ${right ? got : (accepted[0] as string)}`, right, 0, 1);
    count(this.values, `${lang} ${axis} ${got}`, false, 1, 0);
    const trigger = answer?.trigger ?? null;
    if (!right) this.faults.push({ id: target.id, axis, expected: accepted.join('|'), got, trigger });
  }
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
  for (const lang of ['en', 'fr', 'auto']) {
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
