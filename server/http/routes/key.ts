/** `GET /v1/key`: what the key of the request may do. */

import type { HttpMiddleware } from '../context.js';

/** Stands behind the guards. */
export const describeKey: HttpMiddleware = (ctx) => {
  const { scopes, requestsPerMinute } = ctx.state.key ?? { scopes: [], requestsPerMinute: null };
  ctx.body = { scopes, requests_per_minute: requestsPerMinute };
};
