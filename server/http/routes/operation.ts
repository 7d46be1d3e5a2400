/** What the operations have in common: who may call, how the work is bounded, how the answer leaves. */

import type { z } from 'zod';
import type { KeyScope } from '../../domain/key-scope.js';
import type { Timings, Versions } from '../../domain/versions.js';
import { giveWay } from '../../slices.js';
import type { HttpContext, HttpMiddleware } from '../context.js';
import { deadlineMs, withDeadline } from '../deadline.js';
import { InFlightGate } from '../in-flight.js';
import { authenticate } from '../middleware/authenticate.js';
import { jsonBody } from '../middleware/body.js';
import { rateLimit } from '../middleware/rate-limit.js';
import { requireScope } from '../middleware/scope.js';
import { started } from '../middleware/started.js';
import type { AppOptions } from '../options.js';
import { unknownMembers } from '../unknown-members.js';
import { validate } from '../validate.js';

/** Runs one piece of work of a request: within its deadline, and only when the process has room. */
export type Bounded = <T>(
  ctx: HttpContext,
  textLength: number,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** One gate for all operations of the process. */
export function bounded(options: AppOptions): Bounded {
  const gate = new InFlightGate(options.limits.MAX_IN_FLIGHT);
  return (ctx, textLength, work) => {
    const ms = deadlineMs(options.limits.DEADLINE_MS, textLength);
    return withDeadline(ctx, ms, options.lifecycle.stop.signal, (signal) => gate.run(() => work(signal)));
  };
}

/** The checks before an operation, in the order of the contract; a refused scope counts as a request. */
export function guards(options: AppOptions): (...scopes: KeyScope[]) => HttpMiddleware[] {
  const { keys, limiter, limits, startup } = options;
  const shared = [started(startup), authenticate(keys, limits.AUTH_FAILURES_PER_MINUTE), rateLimit(limiter)];
  return (...scopes) => [...shared, ...scopes.map(requireScope), jsonBody(limits.MAX_BODY_BYTES)];
}

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

/** Sends an answer with the versions in its headers, and with `meta` when it is explained; others have their turn before and after it is written. */
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
  const meta = { model, terminology, lexicon, timings: answer.timings };
  ctx.set('Content-Type', `${mediaType}; charset=utf-8`);
  // Here and not in Koa, whose own failure to serialise would be answered as plain text.
  await giveWay();
  const json = JSON.stringify(explain ? { ...body, meta } : body);
  await giveWay();
  ctx.body = json;
}

/** A name of a site's own release may have characters that no header takes. */
function headerSafe(version: string): string {
  return version.replace(/[^\x20-\x7e]/g, '?');
}
