/** One log line and one measurement a request, from an allow-list: nothing of a body, a key or a query ever gets in. */

import type { Logger } from 'pino';
import type { HttpContext, HttpMiddleware } from '../context.js';
import type { Metrics } from '../metrics.js';

/** Logs when the answer has left, or when the client has gone. */
export function accessLog(log: Logger, metrics: Metrics): HttpMiddleware {
  return (ctx, next) => {
    const began = performance.now();
    metrics.inFlight.inc();
    ctx.res.once('close', () => {
      const seconds = (performance.now() - began) / 1_000;
      metrics.inFlight.dec();
      metrics.observe(ctx.state.route, ctx.status, ctx.state.code, seconds);
      if (ctx.state.timings !== undefined) metrics.observeStages(ctx.state.route, ctx.state.timings);
      record(log, ctx, seconds);
    });
    return next();
  };
}

function record(log: Logger, ctx: HttpContext, seconds: number): void {
  const { requestId, key, route, code, failure, bytesIn, bytesOut, entries } = ctx.state;
  const line = {
    request_id: requestId,
    key_id: key?.keyId,
    method: ctx.method,
    route,
    status: ctx.status,
    code,
    ...failure,
    duration_ms: Math.round(seconds * 10_000) / 10,
    bytes_in: bytesIn,
    bytes_out: bytesOut ?? Number(ctx.res.getHeader('Content-Length') ?? 0),
    entries,
    aborted: ctx.res.writableFinished ? undefined : true,
  };
  log[ctx.status >= 500 ? 'error' : 'info'](line, 'request');
}
