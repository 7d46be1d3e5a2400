/** A worker: takes batches, reads their notes, and writes results, records and the end of the batch in one transaction. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ExtractionService } from '../app/operations.js';
import {
  addProgress,
  type BulkRun,
  type BulkVersions,
  holdWaiting,
  type NoteRecord,
  readRuns,
  recordNotes,
  versionId,
} from '../db/bulk.js';
import { isDatabaseUnavailable, isTableMissing } from '../db/failure.js';
import { replaceRows } from '../db/note-nlp.js';
import type { NoteSource, SourceNote } from '../db/note-source.js';
import type { Database } from '../db/tables.js';
import { offsetsOf } from '../domain/offsets.js';
import type { SiteConcepts } from '../domain/site-concept.js';
import { type NoteNlp, noteNlpRows, SYSTEM } from '../omop/note-nlp.js';
import type { Batch, BatchQueue } from './queue.js';
import { type NoteReader, type Reading, readNote } from './read-note.js';

export interface Worker {
  readonly db: Kysely<Database>;
  readonly run: BulkRun;
  readonly queue: BatchQueue;
  readonly source: Pick<NoteSource, 'notes'>;
  readonly service: ExtractionService;
  /** The concept ids of the target's schema. */
  readonly siteConcepts: (sctids: readonly string[]) => Promise<SiteConcepts>;
  /** The version of the program. */
  readonly program: string;
  /** How this worker is called in the records. */
  readonly name: string;
  /** Notes at once. */
  readonly atOnce: number;
  readonly maxText: number;
  /** Waits for more where nothing is left. */
  readonly watch: boolean;
  /** Ends the worker once its batch is written. */
  readonly signal: AbortSignal;
  readonly onDone: (notes: number, setApart: number) => void;
  /** Told, at each try, that the database is away. */
  readonly onAway: () => void;
}

/** A note and what came of it. */
interface Read {
  readonly noteId: string;
  readonly reading: Reading;
}

const IDLE_MS = 1_000;
const NOTE_MS = 60_000;
/** So many workers that ended on a batch are no accident: its notes go on alone, and then the one that ends them is set apart. */
const MOST_LOST = 3;

/** @returns how many notes it did, once nothing is left, or once it was told to end */
export async function work(worker: Worker): Promise<number> {
  let done = 0;
  while (!worker.signal.aborted) {
    const batch = (await isPaused(worker)) ? null : await worker.queue.take();
    if (batch !== null) {
      done += await doBatch(worker, batch);
      continue;
    }
    if (!worker.watch && (await patiently(worker, () => worker.queue.open())) === 0) break;
    await patiently(worker, () => worker.queue.reclaim());
    await sleep(IDLE_MS, undefined, { signal: worker.signal }).catch(() => undefined);
  }
  return done;
}

async function isPaused(worker: Worker): Promise<boolean> {
  const { db, run } = worker;
  const runs = await patiently(worker, () => readRuns(db));
  return runs?.find(({ runId }) => runId === run.runId)?.paused !== false;
}

async function doBatch(worker: Worker, batch: Batch): Promise<number> {
  if (batch.lost >= MOST_LOST && batch.noteIds.length > 1) {
    await patiently(worker, () => inTransaction(worker, batch, (trx) => alone(worker, trx, batch)));
    return 0;
  }
  const began = performance.now();
  const isFatal = batch.lost >= MOST_LOST;
  const found = isFatal ? [] : await patiently(worker, () => worker.source.notes(batch.noteIds));
  if (found === undefined) return 0;
  const fetched = performance.now();
  const read = await readAll(worker, batch, found, isFatal);
  if (read === null) return 0;
  const extracted = performance.now();
  const concepts = await patiently(worker, () => worker.siteConcepts(codesOf(read)));
  if (concepts === undefined) return 0;
  const setApart = await patiently(worker, () =>
    inTransaction(worker, batch, (trx) => write(worker, trx, batch, read, concepts, { began, fetched, extracted })),
  );
  if (setApart !== undefined) worker.onDone(read.length, setApart);
  return setApart === undefined ? 0 : read.length;
}

/** Each note of a batch as a batch of its own. */
async function alone({ queue }: Worker, trx: Kysely<Database>, { noteIds, lease }: Batch): Promise<void> {
  await queue.add(
    trx,
    noteIds.map((id) => [id]),
    lease,
  );
}

/** The work and the end of the batch, both or neither. */
function inTransaction<T>({ db, queue }: Worker, batch: Batch, job: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const result = await job(trx);
    await queue.complete(trx, batch);
    return result;
  });
}

/** The notes of a batch, some at once; null where the worker was told to end while the database is away. */
async function readAll(
  worker: Worker,
  { noteIds }: Batch,
  found: readonly SourceNote[],
  isFatal: boolean,
): Promise<Read[] | null> {
  const texts = new Map<string, SourceNote[]>();
  for (const note of found) texts.set(note.noteId, [...(texts.get(note.noteId) ?? []), note]);
  const reader: NoteReader = {
    service: worker.service,
    maxText: worker.maxText,
    noteMs: NOTE_MS,
    signal: worker.signal,
  };
  const waiting = noteIds.entries();
  const read: Read[] = [];
  const one = async () => {
    // All take from the same iterator; each note has its place.
    for (const [at, noteId] of waiting) {
      const reading = isFatal ? { reason: 'WORKER_ENDED' } : await readFound(reader, texts.get(noteId) ?? []);
      read[at] = { noteId, reading };
    }
  };
  try {
    await Promise.all(Array.from({ length: worker.atOnce }, one));
  } catch (error) {
    if (worker.signal.aborted) return null;
    throw error;
  }
  return read;
}

function readFound(reader: NoteReader, notes: readonly SourceNote[]): Promise<Reading> | Reading {
  const [note, other] = notes;
  if (note === undefined) return { reason: 'GONE' };
  return other === undefined ? readNote(reader, note.text) : { reason: 'TWICE' };
}

function codesOf(read: readonly Read[]): string[] {
  return read.flatMap(({ reading }) =>
    'answer' in reading ? reading.answer.spans.flatMap(({ code }) => (code === null ? [] : [code])) : [],
  );
}

/** The numbers of versions, each asked for once. */
function versionNumbers(trx: Kysely<Database>): (versions: BulkVersions) => Promise<number> {
  const known = new Map<string, number>();
  return async (versions) => {
    const { program, model, terminology, lexicon } = versions;
    const key = [program, model, terminology, lexicon].join('\n');
    const number = known.get(key) ?? (await versionId(trx, versions));
    known.set(key, number);
    return number;
  };
}

/** Writes what still waits: another worker may have done the batch meanwhile. @returns how many notes are set apart */
async function write(
  worker: Worker,
  trx: Kysely<Database>,
  batch: Batch,
  read: readonly Read[],
  concepts: SiteConcepts,
  at: { readonly began: number; readonly fetched: number; readonly extracted: number },
): Promise<number> {
  const { run, program } = worker;
  const waiting = await holdWaiting(trx, run, batch.noteIds);
  const records: NoteRecord[] = [];
  const rows: NoteNlp[] = [];
  const now = new Date();
  const numberOf = versionNumbers(trx);
  for (const { noteId, reading } of read.filter((each) => waiting.has(each.noteId))) {
    if ('reason' in reading) {
      records.push({ noteId, versionId: null, spans: null, reason: reading.reason });
      continue;
    }
    const { answer, text } = reading;
    const version = await numberOf({ program, ...answer.versions });
    records.push({ noteId, versionId: version, spans: answer.spans.length, reason: null });
    rows.push(...noteNlpRows(answer, { noteId, text, program, concepts, now, offset: offsetsOf(text, 'codepoint') }));
  }
  const ids = records.map(({ noteId }) => noteId);
  await replaceRows(trx, run.target, SYSTEM, ids, rows);
  await recordNotes(trx, run, records);
  const setApart = records.filter(({ reason }) => reason !== null).length;
  await addProgress(trx, run, worker.name, {
    notes: records.length,
    setApart,
    rows: rows.length,
    readingMs: at.fetched - at.began,
    extractingMs: at.extracted - at.fetched,
    writingMs: performance.now() - at.extracted,
  });
  return setApart;
}

/** Tries again while the database is away; undefined where the worker was told to end meanwhile. @throws what is no fault of the connection */
async function patiently<T>({ signal, onAway }: Worker, job: () => Promise<T>): Promise<T | undefined> {
  for (;;) {
    try {
      return await job();
    } catch (error) {
      // A table that is gone does not come back by itself.
      if (!isDatabaseUnavailable(error) || isTableMissing(error)) throw error;
      onAway();
    }
    if (signal.aborted) return undefined;
    await sleep(IDLE_MS, undefined, { signal }).catch(() => undefined);
  }
}
