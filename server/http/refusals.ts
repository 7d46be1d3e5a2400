/** Counts and logs what is refused before the app has it. */

import type { Logger } from 'pino';
import { ERRORS } from '../errors.js';
import type { Metrics } from './metrics.js';
import type { Refusals } from './server.js';

/** Connections are refused in thousands: a line says how many since the one before. */
const LINE_MS = 10_000;

/** One line and one measurement a request, as the app has them; connections are told in sums. */
export function recordedRefusals(log: Logger, metrics: Metrics): Refusals {
  let refused = 0;
  let told = Number.NEGATIVE_INFINITY;
  return {
    request: ({ requestId, code }) => {
      const { status } = ERRORS[code];
      metrics.observe('unmatched', status, code);
      log.info({ request_id: requestId, route: 'unmatched', status, code }, 'request');
    },
    connection: () => {
      metrics.observeRefusedConnection();
      refused++;
      if (performance.now() - told < LINE_MS) return;
      log.warn({ connections: refused }, 'connections refused: there are too many');
      refused = 0;
      told = performance.now();
    },
  };
}
