/** `POST /v1/extract`: the concepts of a note with the context of each. */

import type { ExtractionService } from '../../app/operations.js';
import { AppError } from '../../errors.js';
import type { HttpLimits, HttpMiddleware } from '../context.js';
import { acceptedFormat, FORMATS } from '../formats.js';
import { extractRequestSchema } from '../schemas.js';
import { checkInput } from '../validate.js';
import { type Bounded, readRequest, sendAnswer } from './operation.js';

/** Stands behind the guards. */
export function extract(service: ExtractionService, limits: HttpLimits, bounded: Bounded): HttpMiddleware {
  const tools = { service, program: limits.version };
  const schema = extractRequestSchema(limits);
  return async (ctx) => {
    const request = readRequest(ctx, schema);
    checkInput(request.text);
    const { mediaType, explains, body } = FORMATS[request.format ?? acceptedFormat(ctx)];
    if (request.explain && !explains) {
      const rule = `must not be true in the format ${request.format ?? mediaType}`;
      throw new AppError('VALIDATION_ERROR', { details: [{ pointer: '/explain', rule }] });
    }
    const { answer, shown } = await bounded(ctx, request.text.length, async (signal) => {
      const extracted = await service.extract(request, signal);
      return { answer: extracted, shown: await body(extracted, request, { ...tools, signal }) };
    });
    const entries = answer.spans.length;
    await sendAnswer(ctx, { body: shown, entries, explain: request.explain, mediaType }, answer);
  };
}
