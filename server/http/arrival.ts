/** How long the body of a request may take to arrive; node:http itself knows no exception from its limit. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const timers = new WeakMap<IncomingMessage, { readonly timer: NodeJS.Timeout; readonly begin: () => void }>();

/** Cuts requests that are not whole in time after their headers, as node:http does with its `requestTimeout`. */
export function limitArrival(server: Server, ms: number): void {
  const limit = (req: IncomingMessage, _: ServerResponse) => {
    if (req.complete) return;
    const begin = () => {
      const timer = setTimeout(() => {
        if (req.complete) return;
        const late = Object.assign(new Error('The request came too late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        server.emit('clientError', late, req.socket);
      }, ms);
      timers.set(req, { timer: timer.unref(), begin });
    };
    begin();
    req.once('close', () => mayArriveSlowly(req));
  };
  server.prependListener('request', limit);
  server.prependListener('checkExpectation', limit);
}

/** Takes the limit from one request, for an operation that has another. */
export function mayArriveSlowly(req: IncomingMessage): void {
  clearTimeout(timers.get(req)?.timer);
}

/** Counts the time of a request anew, for one that was not read until now. */
export function arrivesFromNow(req: IncomingMessage): void {
  if (!req.destroyed) timers.get(req)?.begin();
}
