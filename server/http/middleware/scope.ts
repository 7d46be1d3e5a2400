/** Whether the key may call this operation. */

import type { KeyScope } from '../../domain/key-scope.js';
import { AppError } from '../../errors.js';
import type { HttpMiddleware } from '../context.js';

/** @throws AppError INSUFFICIENT_SCOPE */
export function requireScope(scope: KeyScope): HttpMiddleware {
  return (ctx, next) => {
    if (!ctx.state.key?.scopes.includes(scope)) {
      ctx.set('WWW-Authenticate', `Bearer realm="v1", error="insufficient_scope", scope="${scope}"`);
      throw new AppError('INSUFFICIENT_SCOPE');
    }
    return next();
  };
}
