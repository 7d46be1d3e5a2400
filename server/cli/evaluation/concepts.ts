/** Scores concept extraction against labelled notes (the format of `concepts` in docs/evaluation.md). */

import { z } from 'zod';
import { STATUSES, type Status } from '../../domain.js';
import type { ConceptEntry, ExtractionService } from '../../service/answers.js';
import { precisionRecall, share } from './intervals.js';

export const conceptNote = z.object({
  id: z.string(),
  lang: z.enum(['en', 'fr']),
  text: z.string(),
  spans: z.array(
    z.object({
      start: z.number().int(),
      end: z.number().int(),
      text: z.string().optional(),
      /** SCTIDs that are right, where any is known. */
      sctids: z.array(z.string()).optional(),
    }),
  ),
});
export type ConceptNote = z.infer<typeof conceptNote>;
type GoldSpan = ConceptNote['spans'][number];

interface Tally {
  notes: number;
  words: number;
  gold: number;
  given: number;
  exact: number;
  overlapGold: number;
  overlapGiven: number;
  coded: number;
  first: number;
  five: number;
  status: Record<Status, { spans: number; judged: number; right: number }>;
}

/** Asks the service for every note and scores spans, codes and statuses by language. */
export async function scoreConcepts(service: ExtractionService, notes: readonly ConceptNote[]): Promise<string> {
  const tallies = new Map<string, Tally>();
  const { signal } = new AbortController();
  for (const note of notes) {
    const tally = tallies.get(note.lang) ?? emptyTally();
    tallies.set(note.lang, tally);
    const answer = await service.extractConcepts({ text: note.text, language: 'auto', explain: false }, signal);
    addNote(tally, note, answer.concepts);
  }
  return [...tallies].map(([lang, tally]) => report(lang, tally)).join('\n');
}

function emptyTally(): Tally {
  const status = Object.fromEntries(STATUSES.map((name) => [name, { spans: 0, judged: 0, right: 0 }]));
  const counts = {
    notes: 0,
    words: 0,
    gold: 0,
    given: 0,
    exact: 0,
    overlapGold: 0,
    overlapGiven: 0,
    coded: 0,
    first: 0,
    five: 0,
  };
  return { ...counts, status: status as Tally['status'] };
}

function addNote(tally: Tally, note: ConceptNote, entries: readonly ConceptEntry[]): void {
  tally.notes++;
  tally.words += note.text.split(/\s+/).filter((word) => word !== '').length;
  tally.gold += note.spans.length;
  tally.given += entries.length;
  for (const gold of note.spans) {
    const over = entries.filter((entry) => overlaps(entry, gold));
    if (over.length > 0) tally.overlapGold++;
    if (over.some((entry) => entry.start === gold.start && entry.end === gold.end)) tally.exact++;
    const sctids = gold.sctids ?? [];
    if (over.length === 0 || sctids.length === 0) continue;
    tally.coded++;
    if (over.some((entry) => sctids.includes(entry.candidates[0]?.code ?? ''))) tally.first++;
    if (over.some((entry) => entry.candidates.some((candidate) => sctids.includes(candidate.code)))) tally.five++;
  }
  for (const entry of entries) {
    const gold = note.spans.filter((span) => overlaps(entry, span));
    if (gold.length > 0) tally.overlapGiven++;
    const counts = tally.status[entry.status];
    counts.spans++;
    const sctids = gold.flatMap((span) => span.sctids ?? []);
    if (sctids.length === 0) continue;
    counts.judged++;
    if (sctids.includes(entry.candidates[0]?.code ?? '')) counts.right++;
  }
}

function overlaps(a: { start: number; end: number }, b: GoldSpan): boolean {
  return a.start < b.end && b.start < a.end;
}

function report(lang: string, tally: Tally): string {
  const exact = { right: tally.exact, given: tally.given, expected: tally.gold };
  return [
    `${lang}: ${tally.notes} notes, ${tally.words} words, ${tally.gold} labelled spans, ${tally.given} spans found`,
    `   spans exact      ${precisionRecall(exact)}`,
    `   spans overlap    P ${share(tally.overlapGiven, tally.given)}  R ${share(tally.overlapGold, tally.gold)}`,
    `   spans per 100 words  ${((100 * tally.given) / Math.max(1, tally.words)).toFixed(1)}`,
    `   acc@1 of found   ${share(tally.first, tally.coded)}`,
    `   acc@5 of found   ${share(tally.five, tally.coded)}`,
    ...STATUSES.map((name) => {
      const { spans, judged, right } = tally.status[name];
      return `   ${name.padEnd(11)} ${share(spans, tally.given)} of the spans; right ${share(right, judged)} of those with a known code`;
    }),
  ].join('\n');
}
