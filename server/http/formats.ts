/** The formats of `POST /v1/extract`: one line each. */

import type { Context } from 'koa';
import type { ExtractAnswer, ExtractEntry, ExtractRequest } from '../app/extract.js';
import { inUnit, offsetsOf } from '../domain/offsets.js';
import { OUTPUT_FORMATS, type OutputFormat } from '../domain/output-formats.js';
import { bundleOf } from '../fhir/bundle.js';
import { mapInSlices } from '../slices.js';
import { fhirAnswerExample } from './fhir-example.js';
import { shownConcept } from './routes/concepts.js';
import { shownAxes } from './routes/contexts.js';

/** What a format may read of a request. */
export type FormatRequest = ExtractRequest & { readonly patient?: string | undefined };

export interface Format {
  /** As `Content-Type` has it, without the charset. */
  readonly mediaType: string;
  /** What `Accept` may ask for besides, with parameters. */
  readonly alsoAccepted: readonly string[];
  /** Whether `explain` has a place in it. */
  readonly explains: boolean;
  /** Of the OpenAPI document. */
  readonly schema: object;
  readonly example?: unknown;
  readonly body: (answer: ExtractAnswer, request: FormatRequest) => Promise<object>;
}

export const FORMATS: Readonly<Record<OutputFormat, Format>> = {
  json: {
    mediaType: 'application/json',
    alsoAccepted: [],
    explains: true,
    schema: { $ref: '#/components/schemas/ExtractAnswer' },
    body: jsonBody,
  },
  fhir: {
    mediaType: 'application/fhir+json',
    alsoAccepted: ['application/fhir+json;fhirVersion=4.0', 'application/fhir+json;charset=utf-8'],
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
};

/** The format that `Accept` prefers; the default where it names none of them. */
export function acceptedFormat(ctx: Pick<Context, 'accepts'>): OutputFormat {
  const offered = OUTPUT_FORMATS.flatMap((name) => {
    const { mediaType, alsoAccepted } = FORMATS[name];
    return [mediaType, ...alsoAccepted].map((type) => ({ name, type }));
  });
  const accepted = ctx.accepts(offered.map(({ type }) => type));
  return offered.find(({ type }) => type === accepted)?.name ?? OUTPUT_FORMATS[0];
}

async function jsonBody(answer: ExtractAnswer, request: FormatRequest): Promise<object> {
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
