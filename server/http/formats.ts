/** The formats of `POST /v1/extract`: one line each. */

import type { Context } from 'koa';
import type { ExtractAnswer, ExtractEntry, ExtractRequest } from '../app/extract.js';
import type { ExtractionService } from '../app/operations.js';
import { inUnit, offsetsOf } from '../domain/offsets.js';
import { OUTPUT_FORMATS, type OutputFormat } from '../domain/output-formats.js';
import { bundleOf } from '../fhir/bundle.js';
import { noteNlpRows } from '../omop/note-nlp.js';
import { mapInSlices } from '../slices.js';
import { fhirAnswerExample } from './fhir-example.js';
import { shownConcept } from './routes/concepts.js';
import { shownAxes } from './routes/contexts.js';

/** What a format may read of a request. */
export type FormatRequest = ExtractRequest & {
  readonly patient?: string | undefined;
  readonly note_id?: number | undefined;
};

/** What a format asks of the process. */
export interface FormatTools {
  readonly service: Pick<ExtractionService, 'siteConcepts'>;
  /** The version of this program. */
  readonly program: string;
  /** Set when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface Format {
  /** As `Content-Type` has it, without the charset. */
  readonly mediaType: string;
  /** What `Accept` may ask for it by; nothing where only the request can. */
  readonly accepted: readonly string[];
  /** Whether `explain` has a place in it. */
  readonly explains: boolean;
  /** Of the OpenAPI document. */
  readonly schema: object;
  readonly example?: unknown;
  readonly body: (answer: ExtractAnswer, request: FormatRequest, tools: FormatTools) => Promise<object>;
}

export const FORMATS: Readonly<Record<OutputFormat, Format>> = {
  json: {
    mediaType: 'application/json',
    accepted: ['application/json'],
    explains: true,
    schema: { $ref: '#/components/schemas/ExtractAnswer' },
    body: jsonBody,
  },
  fhir: {
    mediaType: 'application/fhir+json',
    accepted: ['application/fhir+json', 'application/fhir+json;fhirVersion=4.0', 'application/fhir+json;charset=utf-8'],
    explains: false,
    schema: {
      type: 'object',
      description: 'A Bundle of FHIR R4, as docs/fhir.md says.',
      properties: { resourceType: { const: 'Bundle' } },
      required: ['resourceType'],
    },
    example: fhirAnswerExample,
    body: bundleOf,
  },
  omop: {
    mediaType: 'application/json',
    accepted: [],
    explains: false,
    schema: { $ref: '#/components/schemas/OmopAnswer' },
    body: omopBody,
  },
};

/** The format that `Accept` prefers; the default where it names none of them. */
export function acceptedFormat(ctx: Pick<Context, 'accepts'>): OutputFormat {
  const offered = OUTPUT_FORMATS.flatMap((name) => FORMATS[name].accepted.map((type) => ({ name, type })));
  const accepted = ctx.accepts(offered.map(({ type }) => type));
  return offered.find(({ type }) => type === accepted)?.name ?? OUTPUT_FORMATS[0];
}

/** The spans with the members of both operations. */
export async function jsonBody(answer: ExtractAnswer, request: ExtractRequest): Promise<object> {
  const turned = offsetsOf(request.text, request.offsets);
  const spans = await mapInSlices(answer.spans, (entry) => {
    const shown = shownSpan(entry, request.explain);
    return request.offsets === 'utf16' ? shown : inUnit(shown, turned);
  });
  return { language: answer.language, spans };
}

/** Exactly the members that the API documents. */
export function shownSpan({ explain, ...entry }: ExtractEntry, withExplanation: boolean) {
  return {
    ...shownConcept(entry, false),
    semantic_tag: entry.semantic_tag,
    language: entry.language,
    section: entry.section,
    context: shownAxes(entry.context),
    context_confidence: entry.context_confidence,
    readable_note: entry.readable_note,
    ...(entry.values && { values: entry.values }),
    ...(entry.dosage && { dosage: entry.dosage }),
    ...(withExplanation && explain ? { explain } : {}),
  };
}

/** Rows of NOTE_NLP, numbered from 1. */
async function omopBody(
  answer: ExtractAnswer,
  request: FormatRequest,
  { service, program, signal }: FormatTools,
): Promise<object> {
  const codes = answer.spans.flatMap(({ code }) => (code === null ? [] : [code]));
  const rows = noteNlpRows(answer, {
    noteId: request.note_id ?? null,
    text: request.text,
    program,
    concepts: await service.siteConcepts(codes, signal),
    offset: offsetsOf(request.text, request.offsets),
    now: new Date(),
  });
  return { note_nlp: rows.map((row, i) => ({ note_nlp_id: i + 1, ...row })) };
}
