/** `/healthz`: the process is up. `/readyz`: it can answer. */

import { AppError } from '../../errors.js';
import type { HttpMiddleware } from '../context.js';
import type { AppOptions } from '../options.js';

/** Asks nothing of anything, so that a slow database does not get the process killed. */
export const healthz: HttpMiddleware = (ctx) => {
  ctx.body = { status: 'up' };
};

const LIMITS_LOST = { pointer: '/rate_limits', rule: 'is not available: each process counts requests for itself' };

/** @throws AppError NLP_UNAVAILABLE that names each missing part, or the coming end of the process */
export function readyz({ service, lifecycle, limiter }: AppOptions): HttpMiddleware {
  return async (ctx) => {
    const missing = lifecycle.draining ? ['draining'] : await service.faults();
    if (missing.length > 0) {
      throw new AppError('NLP_UNAVAILABLE', {
        message: `Not ready: ${missing.join(', ')}.`,
        details: missing.map((part) => ({
          pointer: `/${part}`,
          rule: part === 'draining' ? 'is shutting down' : 'is not available',
        })),
        retryAfter: 1,
      });
    }
    ctx.body = limiter.isLost ? { status: 'degraded', details: [LIMITS_LOST] } : { status: 'ready' };
  };
}
