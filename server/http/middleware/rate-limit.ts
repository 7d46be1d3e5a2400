/** Requests per key and minute, with the header fields `RateLimit` and `RateLimit-Policy` of the IETF draft. */

import type { Allowance, RateLimiter } from '../../app/rate-limit.js';
import { AppError } from '../../errors.js';
import type { HttpContext, HttpMiddleware } from '../context.js';

const WINDOW_SECONDS = 60;

/** Stands behind authentication. @throws AppError RATE_LIMITED */
export function rateLimit(limiter: RateLimiter): HttpMiddleware {
  return async (ctx, next) => {
    const { key } = ctx.state;
    if (!key) throw new AppError('INTERNAL_ERROR');
    const left = await limiter.take(key.keyId, key.requestsPerMinute);
    setAllowance(ctx, 'default', left);
    if (!left.allowed) throw new AppError('RATE_LIMITED', { retryAfter: left.resetSeconds });
    await next();
  };
}

/** Writes the header fields of one limit. */
export function setAllowance(ctx: HttpContext, policy: string, left: Allowance): void {
  ctx.set('RateLimit-Policy', `"${policy}";q=${left.limit};w=${WINDOW_SECONDS}`);
  ctx.set('RateLimit', `"${policy}";r=${left.remaining};t=${left.resetSeconds}`);
}
