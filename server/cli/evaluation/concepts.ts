/** Scores concept extraction against labelled notes (the format of `concepts` in docs/quality.md). */

import { z } from 'zod';
import type { OpenService } from '../../app/open-service.js';
import type { ConceptEntry } from '../../concepts/answer.js';
import { readDisplays } from '../../db/terminology.js';
import { STATUSES, type Status } from '../../domain/candidate.js';
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
      /** What a second reader found as right as these. */
      also: z.array(z.string()).optional(),
      /** What two more readers, each alone, both added, for these words or a phrase around them, and both struck. */
      third: z
        .object({
          add: z.array(z.object({ sctid: z.string(), phrase: z.string() })),
          strike: z.array(z.string()),
        })
        .optional(),
    }),
  ),
});
export type ConceptNote = z.infer<typeof conceptNote>;

/** How often the codes of labels were read. */
export const READINGS = 3;

interface GoldSpan {
  readonly start: number;
  readonly end: number;
  /** SCTIDs that are right; none where there is no label with a code. */
  readonly right: readonly string[];
  /** SCTIDs that a reader had thought right, and are not. */
  readonly struck: readonly string[];
}

/** The labels of a note with what the first readings say of their codes. */
export function labelsOf({ spans }: ConceptNote, readings: number): GoldSpan[] {
  return spans.map(({ start, end, sctids = [], also = [], third }) => {
    const added = third?.add.map(({ sctid }) => sctid) ?? [];
    const struck = readings > 2 ? (third?.strike ?? []) : [];
    const all = [...sctids, ...(readings > 1 ? also : []), ...(readings > 2 ? added : [])];
    return { start, end, right: all.filter((sctid) => !struck.includes(sctid)), struck };
  });
}

/** Why a found span has not the right concept first, in the order in which they are asked. */
const CAUSES = {
  lacking: 'the terminology lacks the concept',
  part: 'the span is only a part of the label',
  wider: 'the span is wider than the label',
  ranked: 'the right concept is among the five, not first',
  missing: 'the right concept is not among the five',
} as const;
type Cause = keyof typeof CAUSES;

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
  /** Coded labels of found spans whose concept the terminology has, and those with the right one first. */
  known: number;
  knownFirst: number;
  /** Missed labels with a code. */
  missedCoded: number;
  causes: Record<Cause, number>;
  status: Record<Status, { spans: number; judged: number; right: number }>;
}

/**
 * Asks the service for every note and scores spans, codes and statuses by language.
 * @param readings how many readings of the labels' codes count, of READINGS
 */
export async function scoreConcepts(
  opened: OpenService,
  notes: readonly ConceptNote[],
  readings: number,
): Promise<string> {
  const { service, live, handle } = opened;
  const tallies = new Map<string, Tally>();
  const { signal } = new AbortController();
  const labelled = notes.map((note) => ({ note, labels: labelsOf(note, readings) }));
  const codes = [...new Set(labelled.flatMap(({ labels }) => labels.flatMap(({ right }) => right)))];
  const here = await readDisplays(handle.db, live.state?.serving.releaseId ?? 0, codes);
  for (const { note, labels } of labelled) {
    const tally = tallies.get(note.lang) ?? emptyTally();
    tallies.set(note.lang, tally);
    const answer = await service.extractConcepts({ text: note.text, language: 'auto', explain: false }, signal);
    addNote(tally, note.text, labels, answer.concepts, (sctid) => here.has(sctid));
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
    known: 0,
    knownFirst: 0,
    missedCoded: 0,
  };
  const causes = Object.fromEntries(Object.keys(CAUSES).map((cause) => [cause, 0]));
  return { ...counts, causes: causes as Tally['causes'], status: status as Tally['status'] };
}

function addNote(
  tally: Tally,
  text: string,
  labels: readonly GoldSpan[],
  entries: readonly ConceptEntry[],
  isHere: (sctid: string) => boolean,
): void {
  tally.notes++;
  tally.words += text.split(/\s+/).filter((word) => word !== '').length;
  tally.gold += labels.length;
  tally.given += entries.length;
  for (const gold of labels) addLabel(tally, gold, entries, gold.right.some(isHere));
  for (const entry of entries) addEntry(tally, entry, labels);
}

/** @param isKnown whether the terminology has a right concept */
function addLabel(tally: Tally, gold: GoldSpan, entries: readonly ConceptEntry[], isKnown: boolean): void {
  const { right } = gold;
  const over = entries.filter((entry) => overlaps(entry, gold));
  if (over.length > 0) tally.overlapGold++;
  else if (right.length > 0) tally.missedCoded++;
  if (over.some((entry) => entry.start === gold.start && entry.end === gold.end)) tally.exact++;
  if (over.length > 0 && right.length > 0) addCoded(tally, gold, over, isKnown);
}

function addCoded(tally: Tally, gold: GoldSpan, over: readonly ConceptEntry[], isKnown: boolean): void {
  tally.coded++;
  if (isKnown) tally.known++;
  if (over.some((entry) => entry.candidates.some((candidate) => gold.right.includes(candidate.code)))) tally.five++;
  if (over.some((entry) => gold.right.includes(entry.candidates[0]?.code ?? ''))) {
    tally.first++;
    if (isKnown) tally.knownFirst++;
  } else tally.causes[isKnown ? causeOf(gold, over) : 'lacking']++;
}

function addEntry(tally: Tally, entry: ConceptEntry, labels: readonly GoldSpan[]): void {
  const gold = labels.filter((label) => overlaps(entry, label));
  if (gold.length > 0) tally.overlapGiven++;
  const counts = tally.status[entry.status];
  counts.spans++;
  const first = entry.candidates[0]?.code ?? '';
  // A code that readers struck is known to be wrong, also where they found none that is right.
  if (!gold.some(({ right, struck }) => right.length > 0 || struck.includes(first))) return;
  counts.judged++;
  if (gold.some(({ right }) => right.includes(first))) counts.right++;
}

function causeOf(gold: GoldSpan, over: readonly ConceptEntry[]): Cause {
  if (over.every((entry) => entry.end - entry.start < gold.end - gold.start)) return 'part';
  if (over.every((entry) => entry.end - entry.start > gold.end - gold.start)) return 'wider';
  const isAmong = over.some((entry) => entry.candidates.some(({ code }) => gold.right.includes(code)));
  return isAmong ? 'ranked' : 'missing';
}

function overlaps(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start < b.end && b.start < a.end;
}

/** The harmonic mean of overlapping precision and recall. */
function overlapF1(tally: Tally): string {
  const precision = tally.overlapGiven / Math.max(1, tally.given);
  const recall = tally.overlapGold / Math.max(1, tally.gold);
  return precision + recall === 0 ? '-' : ((2 * precision * recall) / (precision + recall)).toFixed(3);
}

function report(lang: string, tally: Tally): string {
  const exact = { right: tally.exact, given: tally.given, expected: tally.gold };
  return [
    `${lang}: ${tally.notes} notes, ${tally.words} words, ${tally.gold} labelled spans, ${tally.given} spans found`,
    `   spans exact      ${precisionRecall(exact)}`,
    `   spans overlap    P ${share(tally.overlapGiven, tally.given)}  R ${share(tally.overlapGold, tally.gold)}  F1 ${overlapF1(tally)}`,
    `   spans per 100 words  ${((100 * tally.given) / Math.max(1, tally.words)).toFixed(1)}`,
    `   acc@1 of found   ${share(tally.first, tally.coded)}`,
    `   acc@5 of found   ${share(tally.five, tally.coded)}`,
    `   acc@1 of found whose concept is here  ${share(tally.knownFirst, tally.known)}`,
    `   missed: ${tally.gold - tally.overlapGold} labels, ${tally.missedCoded} of them with a code; found without a label: ${tally.given - tally.overlapGiven}`,
    ...(Object.keys(CAUSES) as Cause[]).map(
      (cause) => `   wrong: ${String(tally.causes[cause]).padStart(4)}  ${CAUSES[cause]}`,
    ),
    ...STATUSES.map((name) => {
      const { spans, judged, right } = tally.status[name];
      return `   ${name.padEnd(11)} ${share(spans, tally.given)} of the spans; right ${share(right, judged)} of those with a known code`;
    }),
  ].join('\n');
}
