/** The outermost middleware: every error becomes a JSON answer here, since Koa's own handler would wipe all headers. */

import { AppError } from '../../errors.js';
import { failureOf, type HttpContext, type HttpMiddleware } from '../context.js';
import { errorBody } from '../envelope.js';

const LOGGED_FROM = 500;

/** Catches everything; an error that is no AppError is a bug: INTERNAL_ERROR. */
export function errors(): HttpMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      answer(ctx, error);
    }
  };
}

function answer(ctx: HttpContext, error: unknown): void {
  const known = error instanceof AppError ? error : new AppError('INTERNAL_ERROR', { cause: error });
  ctx.state.code = known.code;
  if (known.status >= LOGGED_FROM) ctx.state.failure = failureOf(known);
  if (ctx.headerSent || !ctx.writable) return;
  const retryAfter = known.retryAfter ?? (known.code === 'NLP_UNAVAILABLE' ? 1 : undefined);
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  ctx.status = known.status;
  ctx.body = errorBody(known.code, ctx.state.requestId, known.message, known.details);
}
