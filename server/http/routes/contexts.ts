/** `POST /v1/extract/contexts`: the five context axes of submitted spans. */

import type { ExtractionService } from '../../app/operations.js';
import type { ContextEntry } from '../../context/request.js';
import type { Axis, AxisContext, SpanContext } from '../../domain/axes.js';
import { mapInSlices } from '../../slices.js';
import type { HttpLimits, HttpMiddleware } from '../context.js';
import { contextsRequestSchema } from '../schemas.js';
import { checkInput } from '../validate.js';
import { type Bounded, readRequest, sendAnswer } from './operation.js';

/** Stands behind the guards. */
export function extractContexts(service: ExtractionService, limits: HttpLimits, bounded: Bounded): HttpMiddleware {
  const schema = contextsRequestSchema(limits);
  return async (ctx) => {
    const request = readRequest(ctx, schema);
    const spans = request.concepts.map((item) => item.span);
    checkInput(request.text, spans);
    const answer = await bounded(ctx, request.text.length, (signal) => service.extractContexts(request, signal));
    const contexts = await mapInSlices(answer.contexts, (entry) => shown(entry, request.explain));
    await sendAnswer(ctx, { body: { contexts }, entries: contexts.length, explain: request.explain }, answer);
  };
}

/** Exactly the members that the API documents. */
function shown(entry: ContextEntry, explain: boolean): ContextEntry {
  const { start, end } = entry;
  return {
    code: entry.code,
    span: entry.span,
    ...(start !== undefined && end !== undefined ? { start, end } : {}),
    context: shownAxes(entry.context),
    context_confidence: entry.context_confidence,
    readable_note: entry.readable_note,
    ...(explain && entry.explain !== undefined ? { explain: entry.explain } : {}),
  };
}

/** Exactly the five axes. */
export function shownAxes(context: SpanContext): SpanContext {
  return {
    assertion: axis(context.assertion),
    subject: axis(context.subject),
    temporality: axis(context.temporality),
    certainty: axis(context.certainty),
    role: axis(context.role),
  };
}

function axis<A extends Axis>(answer: AxisContext<A> | null): AxisContext<A> | null {
  return answer && { value: answer.value, confidence: answer.confidence, trigger: answer.trigger };
}
