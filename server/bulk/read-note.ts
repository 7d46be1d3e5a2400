/** One note from its text to rows, or to the code of why it is set apart. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtractAnswer } from '../app/extract.js';
import type { ExtractionService } from '../app/operations.js';
import { UNENCODABLE } from '../domain/unencodable.js';
import { AppError } from '../errors.js';

/** Why a note is set apart besides the codes of docs/errors.md. */
export type Fault =
  | 'GONE'
  | 'TWICE'
  | 'NO_TEXT'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'UNENCODABLE'
  | 'TIMEOUT'
  | 'WORKER_ENDED';

/** What came of a note: an answer, or a code. */
export type Reading = { readonly answer: ExtractAnswer; readonly text: string } | { readonly reason: string };

export interface NoteReader {
  readonly service: Pick<ExtractionService, 'extract' | 'faults'>;
  /** UTF-16 units. */
  readonly maxText: number;
  /** Milliseconds that a note may take. */
  readonly noteMs: number;
  /** Ends the waiting for a database that is away. */
  readonly signal: AbortSignal;
}

/** Tries of a note, besides those while the service is not ready. */
const TRIES = 3;
const PAUSE_MS = 1_000;
const LEAST = 2;

/** @throws the reason of the signal, where that ends it while the service is not ready */
export async function readNote(reader: NoteReader, text: string | null): Promise<Reading> {
  const fault = faultOf(text, reader.maxText);
  if (fault !== null) return { reason: fault };
  for (let tries = 1; ; ) {
    const { code, answer } = await extract(reader, text as string);
    if (answer !== undefined) return { answer, text: text as string };
    // A database that is away is no fault of the note.
    const isReady = code !== 'NLP_UNAVAILABLE' || (await reader.service.faults()).length === 0;
    if (code === 'TIMEOUT' || (isReady && tries++ === TRIES)) return { reason: code };
    reader.signal.throwIfAborted();
    await sleep(PAUSE_MS, undefined, { signal: reader.signal });
  }
}

/** What no try would mend. */
function faultOf(text: string | null, maxText: number): Fault | null {
  if (text === null) return 'NO_TEXT';
  if (text.trim().length < LEAST) return 'TOO_SHORT';
  if (text.length > maxText) return 'TOO_LONG';
  return UNENCODABLE.test(text) ? 'UNENCODABLE' : null;
}

/** Offsets are counted as substr counts characters in SQL. */
async function extract(
  { service, noteMs }: NoteReader,
  text: string,
): Promise<{ readonly code: string; readonly answer?: ExtractAnswer }> {
  const late = AbortSignal.timeout(noteMs);
  try {
    const request = { text, language: 'auto', offsets: 'codepoint', explain: false } as const;
    return { code: '', answer: await service.extract(request, late) };
  } catch (error) {
    if (late.aborted) return { code: 'TIMEOUT' };
    return { code: error instanceof AppError ? error.code : 'INTERNAL_ERROR' };
  }
}
