/** Counts what readers said of the answers to notes (the format of `judged` in docs/quality.md). */

import { judgedPlace, VERDICTS, type Verdict } from '../../app/decision-fit.js';
import type { OpenService } from '../../app/open-service.js';
import type { ConceptEntry } from '../../concepts/answer.js';
import { STATUSES, type Status } from '../../domain/candidate.js';
import { share } from './intervals.js';
import type { JudgedNote } from './judged-notes.js';

/** The first candidate of a span that nobody has judged. */
interface Unjudged {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly span: string;
  readonly sctid: string;
  readonly display: string;
  readonly semantic_tag: string;
}

interface Tally {
  notes: number;
  spans: Record<Status, number>;
  /** The verdicts of each reader on the first candidates of each status that are judged. */
  verdicts: Record<Status, (readonly Verdict[])[]>;
}

/** Asks the service for every note and looks its first candidates up in the verdicts. */
export async function scoreJudged(
  { service }: OpenService,
  notes: readonly JudgedNote[],
): Promise<{ readonly report: string; readonly unjudged: readonly Unjudged[] }> {
  const tallies = new Map<string, Tally>();
  const unjudged: Unjudged[] = [];
  const { signal } = new AbortController();
  for (const note of notes) {
    const tally = tallies.get(note.lang) ?? { notes: 0, spans: perStatus(() => 0), verdicts: perStatus(() => []) };
    tallies.set(note.lang, tally);
    tally.notes++;
    const verdictsOn = new Map(note.judged.map((each) => [judgedPlace(each, each.sctid), each.verdicts]));
    const answer = await service.extractConcepts({ text: note.text, language: 'auto', explain: true }, signal);
    for (const entry of answer.concepts) {
      tally.spans[entry.status]++;
      const [first] = entry.candidates;
      if (first === undefined || entry.status === 'unresolved') continue;
      const verdicts = verdictsOn.get(judgedPlace(entry, first.code));
      if (verdicts === undefined) unjudged.push(toJudge(note.id, entry, first));
      else tally.verdicts[entry.status].push(verdicts);
    }
  }
  return { report: [...tallies].map(([lang, tally]) => reportOf(lang, tally)).join('\n'), unjudged };
}

function perStatus<T>(make: () => T): Record<Status, T> {
  return Object.fromEntries(STATUSES.map((status) => [status, make()])) as Record<Status, T>;
}

function toJudge(id: string, entry: ConceptEntry, first: ConceptEntry['candidates'][number]): Unjudged {
  const { start, end, span } = entry;
  const semantic_tag = entry.explain?.descriptions[0]?.semantic_tag ?? '';
  return { id, start, end, span, sctid: first.code, display: first.display, semantic_tag };
}

function reportOf(lang: string, { notes, spans, verdicts }: Tally): string {
  const all = STATUSES.reduce((sum, status) => sum + spans[status], 0);
  return [
    `${lang}: ${notes} notes, ${all} spans`,
    ...(['resolved', 'flag'] as const).flatMap((status) => {
      const judged = verdicts[status];
      const readers = Math.max(0, ...judged.map((each) => each.length));
      return [
        `   ${status}: ${share(spans[status], all)} of the spans, ${judged.length} of them judged`,
        `      right by every reader    ${share(judged.filter((each) => each.every(isRight)).length, judged.length)}`,
        `      right by a reader        ${share(judged.filter((each) => each.some(isRight)).length, judged.length)}`,
        ...Array.from({ length: readers }, (_, reader) => `      ${readerLine(reader, judged)}`),
      ];
    }),
  ].join('\n');
}

function readerLine(reader: number, judged: readonly (readonly Verdict[])[]): string {
  const own = judged.flatMap((each) => each[reader] ?? []);
  const count = (verdict: Verdict) => own.filter((each) => each === verdict).length;
  const rest = VERDICTS.filter((verdict) => verdict !== 'right').map((verdict) => `${verdict} ${count(verdict)}`);
  return `reader ${reader + 1}: right ${share(count('right'), own.length)}, ${rest.join(', ')}`;
}

function isRight(verdict: Verdict): boolean {
  return verdict === 'right';
}
