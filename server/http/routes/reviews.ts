/** `POST /v1/reviews`: what a person says of the code of a span. `POST /v1/reviews/lookup`: what was said of spans. */

import type { ReviewDesk } from '../../app/review-desk.js';
import type { HttpLimits, HttpMiddleware } from '../context.js';
import { lookupRequestSchema, reviewRequestSchema } from '../review-schemas.js';
import { validate } from '../validate.js';
import type { Bounded } from './operation.js';

/** Stands behind the guards. */
export function addReview(desk: ReviewDesk, bounded: Bounded): HttpMiddleware {
  return async (ctx) => {
    const sent = validate(reviewRequestSchema, ctx.request.body);
    const keyId = ctx.state.key?.keyId ?? 0;
    const review = await bounded(ctx, 0, () => desk.addReview(sent, keyId));
    ctx.body = { review };
  };
}

/** Stands behind the guards. */
export function lookUpReviews(desk: ReviewDesk, limits: HttpLimits, bounded: Bounded): HttpMiddleware {
  const schema = lookupRequestSchema(limits);
  return async (ctx) => {
    const { spans } = validate(schema, ctx.request.body);
    const reviews = await bounded(ctx, 0, () => desk.reviewsOf(spans));
    ctx.body = { reviews };
  };
}
