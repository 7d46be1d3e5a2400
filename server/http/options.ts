/** What the app is built from. */

import type { Logger } from 'pino';
import type { KeyVerifier } from '../app/api-keys.js';
import type { ExtractionService } from '../app/operations.js';
import type { RateLimiter } from '../app/rate-limit.js';
import type { ReviewDesk } from '../app/review-desk.js';
import type { Startup } from '../app/startup.js';
import type { Bounded, HttpLimits, HttpMiddleware } from './context.js';
import type { Lifecycle } from './drain.js';
import type { Metrics } from './metrics.js';

export interface AppOptions {
  readonly service: ExtractionService;
  readonly desk: ReviewDesk;
  readonly keys: KeyVerifier;
  readonly limiter: RateLimiter;
  readonly limits: HttpLimits;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Says to `/readyz` and to running requests that the process is going to stop. */
  readonly lifecycle: Lifecycle;
  /** Answers `POST /mcp`, behind the guards of an operation; absent where there is no such path. */
  readonly mcp?: ((bounded: Bounded) => HttpMiddleware) | undefined;
  /** Tells how far a start is; absent where everything is open already. */
  readonly startup?: Pick<Startup, 'stage'>;
}
