/** Who is calling: `Authorization: Bearer <API_KEY>`. One answer for every key that is not usable. */

import type { KeyVerifier, VerifiedKey } from '../../app/api-keys.js';
import { allowance, memoryLimiter } from '../../app/rate-limit.js';
import { AppError } from '../../errors.js';
import type { HttpContext, HttpMiddleware } from '../context.js';
import { setAllowance } from './rate-limit.js';

const SCHEME = 'bearer ';
const MAX_HEADER = 256;

/**
 * Puts the verified key into the state.
 * @param failuresPerMinute failed attempts allowed per address; 0 for no limit
 */
export function authenticate(keys: KeyVerifier, failuresPerMinute: number): HttpMiddleware {
  const failures = failuresPerMinute > 0 ? memoryLimiter(failuresPerMinute) : undefined;
  return async (ctx, next) => {
    const failed = await failures?.get(ctx.ip);
    if (failed && failed.consumedPoints >= failuresPerMinute) refuse(ctx, failuresPerMinute, failed);
    const key = await identify(ctx, keys);
    if (!key) {
      await failures?.penalty(ctx.ip);
      ctx.set('WWW-Authenticate', 'Bearer realm="v1"');
      throw new AppError('INVALID_API_KEY');
    }
    ctx.state.key = key;
    await next();
  };
}

/** The key of a request; null for every one that is not usable. @throws AppError NLP_UNAVAILABLE */
export async function identify(ctx: HttpContext, keys: KeyVerifier): Promise<VerifiedKey | null> {
  const headers = ctx.req.headersDistinct.authorization ?? [];
  const header = headers[0];
  // Two headers would let a proxy and this service read different keys.
  if (headers.length !== 1 || header === undefined || header.length > MAX_HEADER) return null;
  if (header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  return keys.verify(header.slice(SCHEME.length).trim());
}

function refuse(ctx: HttpContext, limit: number, result: unknown): never {
  const left = { ...allowance(limit, result), remaining: 0 };
  setAllowance(ctx, 'failed-authentications', left);
  throw new AppError('RATE_LIMITED', {
    message: 'Too many failed authentications from this address; wait as long as Retry-After says.',
    retryAfter: left.resetSeconds,
  });
}
