/** In which shapes `extract` answers: a line a format. */

import type { ExtractAnswer, ExtractRequest } from '../app/extract.js';
import type { ExtractionService } from '../app/operations.js';
import { offsetsOf } from '../domain/offsets.js';
import { noteNlpRows } from '../omop/note-nlp.js';

/** What a request says of the format of its answer. */
export interface FormatRequest extends ExtractRequest {
  readonly note_id?: number | undefined;
}

/** What a format asks of the process. */
export interface FormatTools {
  readonly service: Pick<ExtractionService, 'siteConcepts'>;
  /** The version of this program. */
  readonly program: string;
}

export interface AnswerFormat {
  readonly mediaType: string;
  /** The schema of its body in the OpenAPI document. */
  readonly schema: string;
  readonly body: (answer: ExtractAnswer, request: FormatRequest, tools: FormatTools) => Promise<object>;
}

/** By the value of `format` in the request. */
export const FORMATS = {
  omop: { mediaType: 'application/json', schema: 'OmopAnswer', body: omop },
} as const satisfies Readonly<Record<string, AnswerFormat>>;
export type FormatName = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];

/** Rows of NOTE_NLP, numbered from 1. */
async function omop(answer: ExtractAnswer, request: FormatRequest, { service, program }: FormatTools): Promise<object> {
  const codes = answer.spans.flatMap(({ code }) => (code === null ? [] : [code]));
  const rows = noteNlpRows(answer, {
    noteId: request.note_id ?? null,
    text: request.text,
    program,
    concepts: await service.siteConcepts(codes),
    offset: offsetsOf(request.text, request.offsets),
    now: new Date(),
  });
  return { note_nlp: rows.map((row, i) => ({ note_nlp_id: i + 1, ...row })) };
}
