/** Whether the start is over. */

import { startingError } from '../../app/startup.js';
import type { HttpMiddleware } from '../context.js';
import type { AppOptions } from '../options.js';

/** Before the start is over no key can be checked either, so this comes first. @throws AppError NLP_UNAVAILABLE with the stage */
export function started(startup: AppOptions['startup']): HttpMiddleware {
  return (_ctx, next) => {
    const stage = startup?.stage ?? null;
    if (stage !== null) throw startingError(stage);
    return next();
  };
}
