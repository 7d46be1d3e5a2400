/** Counts the spans that could not be resolved, beside the requests: none waits for it, and none fails with it. */

import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { countSpans, forgetSpans, LEAST_REQUESTS, type SpanCount, spanQueueSecret } from '../db/span-queue.js';
import type { Database } from '../db/tables.js';
import type { Candidate, Status } from '../domain/candidate.js';
import type { Language } from '../domain/language.js';
import { mapInSlices } from '../slices.js';
import { foldTerm } from '../text/normalize.js';

/** What the queue looks at of an answered span. */
export interface SeenSpan {
  readonly span: string;
  readonly language: Language;
  readonly status: Status;
  readonly candidates: readonly Candidate[];
}

export interface SpanQueueOptions {
  readonly db: Kysely<Database>;
  /** Days after which a span that did not come again is forgotten. */
  readonly days: number;
  readonly onWarning: (code: string, message: string) => void;
}

/** A span that waits to be written. */
interface Waiting {
  readonly language: Language;
  readonly words: string;
  nearest: Candidate | undefined;
  requests: number;
  flagged: number;
  unresolved: number;
  /** Digests of the texts that it came in, at most LEAST_REQUESTS. */
  readonly notes: Set<string>;
}

const MOST_WAITING = 10_000;
/** Spans a statement. */
const BATCH = 500;
const FLUSH_MS = 2_000;
const FORGET_MS = 3_600_000;
const LONGEST = 80;
/** As many digits are a number, a date, a telephone. */
const TOO_MANY_DIGITS = /(\p{Nd}[^\p{Nd}]*){4}/u;

/** Makes the queue of a process, which writes every few seconds until it is stopped. */
export async function openSpanQueue(options: SpanQueueOptions): Promise<SpanQueue> {
  return new SpanQueue(options, await spanQueueSecret(options.db));
}

export class SpanQueue {
  readonly #options: SpanQueueOptions;
  readonly #secret: Buffer;
  /** By language and folded words. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #timer: NodeJS.Timeout;
  #flushing: Promise<void> | null = null;
  /** How many spans are being written. */
  #writing = 0;
  #dropped = 0;
  #failed = false;
  #forgotAt = Number.NEGATIVE_INFINITY;

  constructor(options: SpanQueueOptions, secret: Buffer) {
    this.#options = options;
    this.#secret = secret;
    this.#timer = setInterval(() => void this.#flush(), FLUSH_MS);
    this.#timer.unref();
  }

  /** Spans that came while too many waited, and were not counted. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Spans that wait to be written. */
  get waiting(): number {
    return this.#waiting.size + this.#writing;
  }

  /** Counts the spans of one answered text that are not resolved; equal ones count once. */
  see(text: string, spans: readonly SeenSpan[]): void {
    const open = new Map<string, SeenSpan>();
    for (const span of spans) {
      const key = span.status === 'resolved' ? null : keyOf(span);
      if (key !== null && !open.has(key)) open.set(key, span);
    }
    if (open.size === 0) return;
    const note = this.#hmac(`note\n${text}`);
    for (const [key, span] of open) this.#count(key, span, note);
  }

  /** Writes what waits; never fails: what could not be written waits on. */
  async flush(): Promise<void> {
    await this.#flushing;
    await this.#flush();
  }

  /** Writes what waits a last time and ends. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
    if (this.waiting > 0)
      this.#options.onWarning('span_queue_lost', `The counts of ${this.waiting} spans were lost at the end.`);
  }

  #count(key: string, span: SeenSpan, note: string): void {
    const known = this.#waiting.get(key);
    if (known?.notes.has(note)) return;
    if (known === undefined && this.waiting >= MOST_WAITING) {
      this.#dropped++;
      return;
    }
    const words = oneLine(span.span);
    const entry = known ?? { language: span.language, words, requests: 0, flagged: 0, unresolved: 0, notes: new Set() };
    if (entry.notes.size < LEAST_REQUESTS) entry.notes.add(note);
    entry.requests++;
    entry[span.status === 'flag' ? 'flagged' : 'unresolved']++;
    this.#waiting.set(key, Object.assign(entry, { nearest: span.candidates[0] }));
  }

  #flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async #write(): Promise<void> {
    try {
      for (let left = this.#waiting.size; left > 0; left -= BATCH) await this.#writeBatch();
      if (performance.now() - this.#forgotAt >= FORGET_MS) {
        await forgetSpans(this.#options.db, this.#options.days);
        this.#forgotAt = performance.now();
      }
      this.#failed = false;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
      if (!this.#failed)
        this.#options.onWarning('span_queue_failed', `The span queue could not be written (${code}); trying again.`);
      this.#failed = true;
    }
  }

  async #writeBatch(): Promise<void> {
    const batch = [...this.#waiting].slice(0, BATCH);
    for (const [key] of batch) this.#waiting.delete(key);
    this.#writing = batch.length;
    try {
      const hashed = await mapInSlices(batch, ([key, entry]) => this.#hashed(key, entry));
      const byHash = new Map(hashed.map(({ hash }, i) => [hash, (batch[i] as [string, Waiting])[1]]));
      await countSpans(this.#options.db, hashed, (hash) => wordsOf(byHash.get(hash) as Waiting));
    } catch (error) {
      for (const [key, entry] of batch) this.#waiting.set(key, together(entry, this.#waiting.get(key)));
      throw error;
    } finally {
      this.#writing = 0;
    }
  }

  #hashed(key: string, { language, requests, flagged, unresolved, notes }: Waiting): SpanCount {
    // Marks differ from span to span, so that nobody sees which spans came in one note.
    const marks = [...notes].map((note) => this.#hmac(`${key}\n${note}`).slice(0, 16));
    return { hash: this.#hmac(key), language, requests, flagged, unresolved, marks };
  }

  #hmac(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex');
  }
}

/** Language and folded words; null for a span that is not counted at all. */
function keyOf({ span, language }: SeenSpan): string | null {
  const words = oneLine(span);
  if (words.length > LONGEST || TOO_MANY_DIGITS.test(words)) return null;
  const folded = foldTerm(words);
  return /\p{L}/u.test(folded) ? `${language}\n${folded}` : null;
}

function oneLine(span: string): string {
  return span.trim().split(/\s+/).join(' ');
}

function wordsOf({ words, nearest }: Waiting) {
  const { code = null, display = null, cosine = null } = nearest ?? {};
  return { span: words, code, display, cosine };
}

/** What could not be written, with what came meanwhile. */
function together(older: Waiting, newer: Waiting | undefined): Waiting {
  if (newer === undefined) return older;
  const again = [...newer.notes].filter((note) => older.notes.has(note)).length;
  const notes = new Set([...older.notes, ...newer.notes].slice(0, LEAST_REQUESTS));
  return {
    ...newer,
    words: older.words,
    requests: older.requests + newer.requests - again,
    flagged: older.flagged + newer.flagged,
    unresolved: older.unresolved + newer.unresolved,
    notes,
  };
}
