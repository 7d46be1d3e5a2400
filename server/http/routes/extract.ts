/** `POST /v1/extract`: the concepts of a note with the context of each. */

import type { ExtractionService } from '../../app/operations.js';
import { inUnit, offsetsOf } from '../../domain/offsets.js';
import { mapInSlices } from '../../slices.js';
import type { HttpLimits, HttpMiddleware } from '../context.js';
import { FORMATS } from '../formats.js';
import { extractRequestSchema } from '../schemas.js';
import { checkInput, validate } from '../validate.js';
import { shownConcept } from './concepts.js';
import { shownAxes } from './contexts.js';
import { type Bounded, sendAnswer } from './operation.js';

/** Stands behind the guards. */
export function extract(service: ExtractionService, limits: HttpLimits, bounded: Bounded): HttpMiddleware {
  const tools = { service, program: limits.version };
  const schema = extractRequestSchema(limits);
  return async (ctx) => {
    const request = validate(schema, ctx.request.body);
    checkInput(request.text);
    const format = request.format && FORMATS[request.format];
    const { answer, body } = await bounded(ctx, request.text.length, async (signal) => {
      const extracted = await service.extract(request, signal);
      return { answer: extracted, body: await format?.body(extracted, request, tools) };
    });
    if (format !== undefined && body !== undefined) return sendAnswer(ctx, body, answer, false, format.mediaType);
    const turned = offsetsOf(request.text, request.offsets);
    const spans = await mapInSlices(answer.spans, ({ explain, ...entry }) => {
      const shown = {
        ...shownConcept(entry, false),
        semantic_tag: entry.semantic_tag,
        language: entry.language,
        section: entry.section,
        context: shownAxes(entry.context),
        context_confidence: entry.context_confidence,
        readable_note: entry.readable_note,
        ...(request.explain && explain ? { explain } : {}),
      };
      return request.offsets === 'utf16' ? shown : inUnit(shown, turned);
    });
    await sendAnswer(ctx, { language: answer.language, spans }, answer, request.explain);
  };
}
