/** `GET /v1/drafts`: the drafts of the lexicon that an operation can be asked with. */

import type { ReviewDesk } from '../../app/review-desk.js';
import type { HttpMiddleware } from '../context.js';
import type { Bounded } from './operation.js';

/** Stands behind the guards. */
export function listDrafts(desk: ReviewDesk, bounded: Bounded): HttpMiddleware {
  return async (ctx) => {
    const drafts = await bounded(ctx, 0, () => desk.drafts());
    ctx.body = { drafts };
  };
}
