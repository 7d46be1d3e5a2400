/** One log line and one measurement a request, from an allow-list: nothing of a body, a key or a query ever gets in. */

import type { Logger } from 'pino';
import { ERRORS } from '../../errors.js';
import { cutWith } from '../broken-requests.js';
import type { HttpContext, HttpMiddleware } from '../context.js';
import type { LoggedCode, Metrics } from '../metrics.js';

/** As nginx has it: no client ever sees it. */
const CLIENT_CLOSED = 499;

/** Logs when the answer has left, or when the client has gone. */
export function accessLog(log: Logger, metrics: Metrics): HttpMiddleware {
  return (ctx, next) => {
    const began = performance.now();
    metrics.inFlight.inc();
    ctx.res.once('close', () => {
      const seconds = (performance.now() - began) / 1_000;
      metrics.inFlight.dec();
      const ending = endingOf(ctx);
      metrics.observe(ctx.state.route, ending.status, ending.code, seconds);
      if (ctx.state.timings !== undefined) metrics.observeStages(ctx.state.route, ctx.state.timings);
      record(log, ctx, ending, seconds);
    });
    return next();
  };
}

interface Ending {
  readonly status: number;
  /** Absent on success. */
  readonly code: LoggedCode | undefined;
}

/** What became of a request: what was answered, or who ended it before. */
function endingOf({ req, res, status, state: { code } }: HttpContext): Ending {
  if (res.writableFinished) return { status, code };
  const cut = cutWith(req);
  if (cut !== undefined) return { status: ERRORS[cut].status, code: cut };
  // An error that stands in an answer under way is told; what comes to a request whose client has gone is for nobody.
  if (res.headersSent && code !== undefined) return { status, code };
  return { status: CLIENT_CLOSED, code: 'CLIENT_CLOSED' };
}

function record(log: Logger, ctx: HttpContext, { status, code }: Ending, seconds: number): void {
  const { requestId, key, route, failure, bytesIn, bytesOut, entries } = ctx.state;
  const line = {
    request_id: requestId,
    key_id: key?.keyId,
    method: ctx.method,
    route,
    status,
    code,
    ...failure,
    duration_ms: Math.round(seconds * 10_000) / 10,
    bytes_in: bytesIn,
    bytes_out: bytesOut ?? Number(ctx.res.getHeader('Content-Length') ?? 0),
    entries,
    aborted: ctx.res.writableFinished ? undefined : true,
  };
  log[status >= 500 ? 'error' : 'info'](line, 'request');
}
