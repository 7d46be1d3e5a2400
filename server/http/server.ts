/** The node:http server around the app: its limits in time and number. */

import { createServer, type Server } from 'node:http';
import type Koa from 'koa';
import { connectionCame } from '../slices.js';
import { limitArrival } from './arrival.js';
import { answerBrokenRequests, type Refusal } from './broken-requests.js';
import type { RequestState } from './context.js';

const MAX_CONNECTIONS = 4_096;

/** Is told of what never gets to the app. */
export interface Refusals {
  /** A request that is no HTTP, too large or too slow. */
  readonly request: (refusal: Refusal) => void;
  /** A connection beyond the most that there may be. */
  readonly connection: () => void;
}

/**
 * Makes the server, not listening yet. Slow clients are cut: 10 s for the headers, `bodyMs` for what follows them, but for batches.
 * A connection is kept for 65 s, longer than the 60 s of common load balancers, which would else reuse a closed one.
 */
export function createHttpServer(app: Koa<RequestState>, refusals: Refusals, bodyMs = 30_000): Server {
  const server = createServer({
    headersTimeout: 10_000,
    // It would cut batches as well.
    requestTimeout: 0,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 65_000,
    // The app answers this itself, in JSON.
    requireHostHeader: false,
  });
  server.maxConnections = MAX_CONNECTIONS;
  const handle = app.callback();
  server.on('request', handle);
  // RFC 9110 10.1.1: an expectation other than 100-continue may be ignored.
  server.on('checkExpectation', handle);
  answerBrokenRequests(server, refusals.request);
  server.on('connection', connectionCame);
  server.on('drop', refusals.connection);
  limitArrival(server, bodyMs);
  return server;
}
