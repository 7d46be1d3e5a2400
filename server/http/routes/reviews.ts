/** `POST /v1/reviews`: what a person says of the code of a span. */

import type { ReviewDesk } from '../../app/review-desk.js';
import type { HttpMiddleware } from '../context.js';
import { reviewRequestSchema } from '../review-schemas.js';
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
