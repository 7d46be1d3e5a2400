/** `POST /v1/extract/batch`: a note a line in, an answer a line out, while both go on. */

import { addAbortSignal, Readable, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtractAnswer } from '../../app/extract.js';
import { AppError } from '../../errors.js';
import { mayArriveSlowly } from '../arrival.js';
import { Batch } from '../batch/batch.js';
import { sharedMembers } from '../batch/shared-members.js';
import { failureOf, type HttpContext, type HttpMiddleware } from '../context.js';
import { isLinesMediaType, LINE_TYPES } from '../media-type.js';
import { identify } from '../middleware/authenticate.js';
import type { AppOptions } from '../options.js';
import type { Bounded } from './operation.js';

/** How long a client that is still sending may take to read the end of an answer that came before the end of its notes. */
const LINGER_MS = 1_000;
/** An answer of this status is a fault of the service. */
const LOGGED_FROM = 500;

/** Stands behind the checks of access. */
export function extractBatch(options: AppOptions, bounded: Bounded): HttpMiddleware {
  const { service, limits, lifecycle, metrics } = options;
  let batches = 0;
  return (ctx) => {
    const encoded = ctx.get('Content-Encoding') !== '';
    if (encoded || !isLinesMediaType(ctx.get('Content-Type'))) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', {
        message: `Send the body as ${LINE_TYPES.join(' or ')} in UTF-8, without Content-Encoding.`,
      });
    }
    const shared = sharedMembers(ctx.querystring);
    if (lifecycle.draining) throw stopping();
    if (batches >= limits.MAX_BATCHES) {
      throw new AppError('NLP_UNAVAILABLE', { message: 'The service is busy with other batches.', retryAfter: 1 });
    }
    batches++;
    ctx.res.once('close', () => batches--);
    const ending = endOf(ctx, lifecycle.notice.signal);
    const batch = new Batch({
      limits,
      shared,
      requestId: ctx.state.requestId,
      window: limits.BATCH_NOTES,
      extract: (request) => bounded(ctx, request.text.length, (signal) => service.extract(request, signal)),
      admit: admission(options, ctx, ending.signal),
      onAnswer: (answer) => observe(ctx, metrics, answer),
    });
    cutIdle(ctx, batch, ending, limits.BATCH_IDLE_MS);
    ctx.set('Content-Type', `${LINE_TYPES[0]}; charset=utf-8`);
    ctx.body = Readable.from(counted(ctx, batch, bodyOf(ctx, limits.MAX_BODY_BYTES, ending.signal)));
    // A client may wait for the answer to begin before it sends the first note.
    ctx.flushHeaders();
  };
}

/** What ends a batch before its input does; its reason is the error that the summary carries. */
function endOf(ctx: HttpContext, notice: AbortSignal): AbortController {
  const ending = new AbortController();
  const stop = () => ending.abort(stopping());
  notice.addEventListener('abort', stop, { once: true });
  // Every note under way listens to the same answer.
  ctx.res.setMaxListeners(0);
  ctx.res.once('close', () => {
    notice.removeEventListener('abort', stop);
    ending.abort(new AppError('REQUEST_TIMEOUT', { message: 'The client has gone.' }));
  });
  return ending;
}

function stopping(): AppError {
  return new AppError('NLP_UNAVAILABLE', {
    message: 'The service is shutting down; send the lines behind the last one answered again.',
    retryAfter: 1,
  });
}

/** The body as it comes. As much as one request may have is read ahead, so that a client that sends a short batch before it reads gets its answer. */
function bodyOf(ctx: HttpContext, readAhead: number, ending: AbortSignal): Readable {
  const { req } = ctx;
  mayArriveSlowly(req);
  const body = new Transform({
    readableHighWaterMark: readAhead,
    transform(chunk: Buffer, _, done) {
      ctx.state.bytesIn += chunk.length;
      done(null, chunk);
    },
  });
  // Whoever reads the body learns of it.
  body.on('error', () => undefined);
  req.once('error', (error) => body.destroy(error));
  return addAbortSignal(ending, req.pipe(body));
}

/** What a note waits for before it begins: a key that is still good, and room within its limit. */
function admission({ keys, limiter }: AppOptions, ctx: HttpContext, ending: AbortSignal): () => Promise<void> {
  // The request itself was counted, and stands for its first note.
  let isFirst = true;
  return async () => {
    ending.throwIfAborted();
    const key = await identify(ctx, keys);
    if (key === null) throw new AppError('INVALID_API_KEY', { message: 'The API key is no longer valid.' });
    if (isFirst) {
      isFirst = false;
      return;
    }
    for (;;) {
      const left = await limiter.take(key.keyId, key.requestsPerMinute);
      if (left.allowed) return;
      await sleep(left.resetSeconds * 1_000, undefined, { signal: ending }).catch(() => ending.throwIfAborted());
    }
  };
}

function observe(ctx: HttpContext, metrics: AppOptions['metrics'], answer: ExtractAnswer | AppError): void {
  if (answer instanceof AppError) {
    metrics.observeNote(answer.code);
    if (answer.status >= LOGGED_FROM) ctx.state.failure = failureOf(answer);
    return;
  }
  metrics.observeNote(undefined);
  metrics.observeStages(ctx.state.route, answer.timings);
  ctx.state.entries = (ctx.state.entries ?? 0) + answer.spans.length;
}

/** Ends a batch whose client neither sends nor reads, while nothing else is waited for. */
function cutIdle({ req, res, state }: HttpContext, batch: Batch, ending: AbortController, ms: number): void {
  res.setTimeout(ms, () => {
    if (batch.working === 0) {
      if (res.writableNeedDrain || ending.signal.aborted) {
        state.code ??= 'REQUEST_TIMEOUT';
        res.destroy();
      } else ending.abort(new AppError('REQUEST_TIMEOUT', { message: 'No note has come for too long.' }));
    }
    req.socket.setTimeout(ms);
  });
}

async function* counted(ctx: HttpContext, batch: Batch, body: Readable): AsyncGenerator<string> {
  ctx.state.bytesOut = 0;
  for await (const line of batch.answers(body)) {
    ctx.state.bytesOut += Buffer.byteLength(line);
    yield line;
  }
  if (batch.cut !== undefined) ctx.state.code = batch.cut.code;
  if (!ctx.req.complete) closeSlowly(ctx);
}

/** Lets what the client still sends run off for a moment: a connection that is closed at once may lose the end of the answer. */
function closeSlowly({ req, res }: HttpContext): void {
  req.resume();
  res.once('finish', () => setTimeout(() => req.socket.destroy(), LINGER_MS).unref());
}
