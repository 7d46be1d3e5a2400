/** What happens when no route answers: 404, or 405 with the methods that the path has. */

import type { Layer } from '@koa/router';
import { AppError } from '../../errors.js';
import type { HttpContext, HttpMiddleware } from '../context.js';

/** Refuses what cannot be routed: a request line that is no path, HTTP/1.1 without a host. */
export function wellFormedTarget(): HttpMiddleware {
  return (ctx, next) => {
    if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) {
      throw new AppError('VALIDATION_ERROR', { message: 'The request has no Host header.' });
    }
    if (!hasPath(ctx)) throw new AppError('NOT_FOUND');
    return next();
  };
}

/** RFC 9112 3.2.2: a target may be a whole URL; its path counts, its host does not. */
function hasPath(ctx: HttpContext): boolean {
  const target = ctx.req.url ?? '';
  if (target.startsWith('/')) return true;
  if (!URL.canParse(target)) return false;
  const { pathname, search } = new URL(target);
  ctx.req.url = pathname + search;
  return pathname.startsWith('/');
}

/** Stands behind the router. @throws AppError NOT_FOUND, METHOD_NOT_ALLOWED */
export function notRouted(): HttpMiddleware {
  return (ctx) => {
    const layers: Layer[] = ctx.matched ?? [];
    const methods = [...new Set(layers.flatMap((layer) => layer.methods))].sort();
    if (methods.length === 0) throw new AppError('NOT_FOUND');
    ctx.state.route = String(layers[0]?.path);
    ctx.set('Allow', methods.join(', '));
    throw new AppError('METHOD_NOT_ALLOWED');
  };
}

/** Stands before the handlers of a route: notes its template. */
export function routed(template: string): HttpMiddleware {
  return (ctx, next) => {
    ctx.state.route = template;
    return next();
  };
}
