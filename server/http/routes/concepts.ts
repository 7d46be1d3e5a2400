/** `POST /v1/extract/concepts`: the concepts of a note. */

import { isConceptAsked } from '../../app/extract.js';
import type { ExtractionService } from '../../app/operations.js';
import type { ConceptEntry } from '../../concepts/answer.js';
import { mapInSlices } from '../../slices.js';
import type { HttpLimits, HttpMiddleware } from '../context.js';
import { conceptsRequestSchema } from '../schemas.js';
import { checkInput } from '../validate.js';
import { type Bounded, readRequest, sendAnswer } from './operation.js';

/** Stands behind the guards. */
export function extractConcepts(service: ExtractionService, limits: HttpLimits, bounded: Bounded): HttpMiddleware {
  const schema = conceptsRequestSchema(limits);
  return async (ctx) => {
    const request = readRequest(ctx, schema);
    checkInput(request.text);
    const answer = await bounded(ctx, request.text.length, (signal) => service.extractConcepts(request, signal));
    const asked = answer.concepts.filter((entry) => isConceptAsked(entry, request.only));
    const concepts = await mapInSlices(asked, (entry) => shownConcept(entry, request.explain));
    const body = { concepts, language: answer.language };
    await sendAnswer(ctx, { body, entries: concepts.length, explain: request.explain }, answer);
  };
}

/** Exactly the members that the API documents. */
export function shownConcept(entry: ConceptEntry, explain: boolean): ConceptEntry {
  return {
    span: entry.span,
    start: entry.start,
    end: entry.end,
    candidates: entry.candidates.map(({ code, display, semantic_tag, cosine }) => ({
      code,
      display,
      semantic_tag,
      cosine,
    })),
    code: entry.code,
    cosine: entry.cosine,
    margin: entry.margin,
    concept_confidence: entry.concept_confidence,
    status: entry.status,
    ...(explain && entry.explain ? { explain: entry.explain } : {}),
  };
}
