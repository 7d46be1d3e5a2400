/** What the operations have in common: who may call, how the work is bounded, how the answer leaves. */

import type { z } from 'zod';
import type { KeyScope } from '../../domain/key-scope.js';
import type { Timings, Versions } from '../../domain/versions.js';
import type { Gate } from '../admission/gate.js';
import { answerText } from '../answer-text.js';
import type { Bounded, HttpContext, HttpMiddleware } from '../context.js';
import { authenticate } from '../middleware/authenticate.js';
import { jsonBody } from '../middleware/body.js';
import { rateLimit } from '../middleware/rate-limit.js';
import { requireScope } from '../middleware/scope.js';
import { started } from '../middleware/started.js';
import type { AppOptions } from '../options.js';
import { unknownMembers } from '../unknown-members.js';
import { validate } from '../validate.js';

export type { Bounded };

/** The checks before an operation, in the order of the contract; a refused scope counts as a request. */
export interface Guards {
  /** For an operation whose body is JSON. */
  readonly guard: (...scopes: KeyScope[]) => HttpMiddleware[];
  /** For one that reads its body itself. */
  readonly access: (...scopes: KeyScope[]) => HttpMiddleware[];
}

/** The guards of the operations of a process. */
export function guards(options: AppOptions, gate: Gate): Guards {
  const { keys, limiter, limits, startup } = options;
  const identified = [authenticate(keys, limits.AUTH_FAILURES_PER_MINUTE), rateLimit(limiter)];
  const shared = [started(startup), waitBegins, ...identified, waitEnds];
  const access = (...scopes: KeyScope[]) => [...shared, ...scopes.map(requireScope)];
  return {
    access,
    guard: (...scopes) => [...access(...scopes), gate.turns, jsonBody(limits.MAX_BODY_BYTES, gate.holdBody)],
  };
}

const waitBegins: HttpMiddleware = (ctx, next) => {
  ctx.state.waitedMs = -performance.now();
  return next();
};

const waitEnds: HttpMiddleware = (ctx, next) => {
  ctx.state.waitedMs = performance.now() + (ctx.state.waitedMs ?? 0);
  return next();
};

/** The request of a parsed body; members that it does not have are named in a header. @throws AppError VALIDATION_ERROR */
export function readRequest<Schema extends z.ZodType>(ctx: HttpContext, schema: Schema): z.output<Schema> {
  const unknown = unknownMembers(schema, ctx.request.body);
  if (unknown !== undefined) ctx.set('X-Unknown-Members', unknown);
  return validate(schema, ctx.request.body);
}

/** What is sent. */
export interface Outgoing {
  readonly body: object;
  /** Number of concepts or contexts in it. */
  readonly entries: number;
  /** Whether `meta` is added at its top. */
  readonly explain: boolean;
  /** Default: `application/json`. */
  readonly mediaType?: string;
}

/** Sends an answer with the versions in its headers, and with `meta` when it is explained. */
export async function sendAnswer(
  ctx: HttpContext,
  { body, entries, explain, mediaType = 'application/json' }: Outgoing,
  answer: { readonly versions: Versions; readonly timings: Timings },
): Promise<void> {
  const { model, terminology, lexicon } = answer.versions;
  ctx.set('X-Model-Version', headerSafe(model));
  ctx.set('X-Terminology-Version', headerSafe(terminology));
  ctx.set('X-Lexicon-Version', headerSafe(lexicon));
  ctx.state.entries = entries;
  ctx.state.timings = answer.timings;
  ctx.set('Content-Type', `${mediaType}; charset=utf-8`);
  // Here and not in Koa, whose own failure to serialise would be answered as plain text.
  ctx.body = await answerText(body, answer, explain);
}

/** A name of a site's own release may have characters that no header takes. */
function headerSafe(version: string): string {
  return version.replace(/[^\x20-\x7e]/g, '?');
}
