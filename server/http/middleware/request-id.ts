/** Gives every request an id, and every answer the headers that all answers carry. */

import { randomUUID } from 'node:crypto';
import type { HttpMiddleware } from '../context.js';

const SANE = /^[A-Za-z0-9._-]{1,64}$/;

/** Takes over a sane `X-Request-Id` of the client, else makes a UUID. */
export function requestId(): HttpMiddleware {
  return (ctx, next) => {
    const sent = ctx.get('X-Request-Id');
    ctx.state.requestId = SANE.test(sent) ? sent : randomUUID();
    ctx.state.route = 'unmatched';
    ctx.state.bytesIn = 0;
    ctx.set('X-Request-Id', ctx.state.requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Cache-Control', 'no-store');
    return next();
  };
}
