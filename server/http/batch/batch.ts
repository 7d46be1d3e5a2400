/** A batch: notes in, a line each, answers out in the same order, as many at a time as its window has room for. */

import { Readable } from 'node:stream';
import type { ExtractAnswer, ExtractRequest } from '../../app/extract.js';
import type { Versions } from '../../domain/versions.js';
import { AppError } from '../../errors.js';
import { answerText } from '../answer-text.js';
import type { HttpLimits } from '../context.js';
import { errorBody } from '../envelope.js';
import { jsonBody } from '../formats.js';
import { type Line, linesOf } from './lines.js';
import { idOf, type Members, membersOf, type NoteId, requestReader } from './note.js';

export interface BatchOptions {
  readonly limits: Pick<HttpLimits, 'MAX_TEXT' | 'MAX_BODY_BYTES'>;
  readonly requestId: string;
  /** What every line has that does not say otherwise. */
  readonly shared: Members;
  /** Notes under way at the same time; as many are read ahead, and twice as many answers may wait for one before them. */
  readonly window: number;
  readonly extract: (request: ExtractRequest) => Promise<ExtractAnswer>;
  /** Waits until the next note may begin; what it throws ends the batch. */
  readonly admit?: () => Promise<void>;
  /** Is told of each note that is answered. */
  readonly onAnswer?: (answer: ExtractAnswer | AppError) => void;
}

/** A line of the answer, and the number of the line that it answers. */
interface Answered {
  readonly text: string;
  readonly line: number;
  readonly result: ExtractAnswer | AppError;
}

export class Batch {
  /** Lines answered. */
  notes = 0;
  /** Those of them that are answered with an error. */
  errors = 0;
  /** Why lines are left that are not answered. */
  cut: AppError | undefined;
  /** Notes that wait to be admitted or are under way: what is waited for is not the client. */
  working = 0;
  #lastLine = 0;
  readonly #versions = new Map<string, Versions>();
  readonly #requestOf: (members: Members) => ExtractRequest;

  constructor(private readonly options: BatchOptions) {
    this.#requestOf = requestReader(options.limits, options.shared);
  }

  /**
   * The lines of the answer, each with its line feed: one a note, then the summary. An error of the input ends the reading; what was read is
   * answered, and the summary says what has ended it.
   */
  async *answers(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
    const { window } = this.options;
    const lines = Readable.from(this.#admitted(input), { highWaterMark: window });
    const answered: AsyncIterable<Answered> = lines.map((line: Line) => this.#answer(line), { concurrency: window });
    for await (const { text, line, result } of answered) {
      this.#count(line, result);
      yield `${text}\n`;
    }
    yield `${this.#summary()}\n`;
  }

  async *#admitted(input: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
    try {
      for await (const line of linesOf(input, this.options.limits.MAX_BODY_BYTES)) {
        this.working++;
        try {
          await this.options.admit?.();
        } finally {
          this.working--;
        }
        yield line;
      }
    } catch (error) {
      this.cut = asAppError(error);
    }
  }

  async #answer(line: Line): Promise<Answered> {
    let id: NoteId | null = null;
    this.working++;
    try {
      const members = membersOf(line);
      id = idOf(members);
      const request = this.#requestOf(members);
      const result = await this.options.extract(request);
      const text = await answerText(await jsonBody(result, request), result, request.explain);
      return { text: `{"id":${JSON.stringify(id)},${text.slice(1)}`, line: line.number, result };
    } catch (error) {
      const result = asAppError(error);
      return { text: JSON.stringify({ id, line: line.number, ...this.#envelope(result) }), line: line.number, result };
    } finally {
      this.working--;
    }
  }

  #count(line: number, result: ExtractAnswer | AppError): void {
    this.notes++;
    this.#lastLine = line;
    if (result instanceof AppError) this.errors++;
    else this.#versions.set(JSON.stringify(result.versions), result.versions);
    this.options.onAnswer?.(result);
  }

  #summary(): string {
    const { notes, errors, cut } = this;
    const versions = [...this.#versions.values()].map(({ model, terminology, lexicon }) => ({
      model,
      terminology,
      lexicon,
    }));
    const summary = { complete: cut === undefined, notes, errors, last_line: this.#lastLine, versions };
    return JSON.stringify({ summary, ...(cut && this.#envelope(cut)) });
  }

  #envelope({ code, message, details }: AppError) {
    return errorBody(code, this.options.requestId, message, details);
  }
}

/** A stream that was aborted has the reason as the cause of its error. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && error.cause instanceof AppError) return error.cause;
  return new AppError('INTERNAL_ERROR', { cause: error });
}
