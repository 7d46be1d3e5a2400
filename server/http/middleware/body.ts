/** Reads a JSON body, once there is room for it: media type, size, UTF-8, depth, then koa-bodyparser. */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import bodyParser from 'koa-bodyparser';
import { AppError, ERRORS } from '../../errors.js';
import type { HeldBody } from '../admission/body-room.js';
import type { HttpContext, HttpMiddleware } from '../context.js';
import { isDeeperThan, MAX_DEPTH } from '../json-depth.js';
import { jsonFault } from '../json-fault.js';
import { isJsonMediaType } from '../media-type.js';

/**
 * Leaves the parsed body in `ctx.request.body`.
 * @param hold waits for room for so many bytes, before any is read
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR
 */
export function jsonBody(
  maxBytes: number,
  hold: (ctx: HttpContext, bytes: number) => Promise<HeldBody>,
): HttpMiddleware {
  const parse = parser(maxBytes);
  return async (ctx, next) => {
    const encoded = ctx.get('Content-Encoding') !== '';
    if (encoded || !isJsonMediaType(ctx.get('Content-Type'))) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
    const announced = ctx.get('Content-Length');
    if (Number(announced) > maxBytes) throw tooLarge(ctx.req);
    const held = await hold(ctx, announced === '' ? maxBytes : Number(announced));
    try {
      const bytes = await read(ctx, maxBytes);
      held.read(bytes.length);
      ctx.state.bytesIn = bytes.length;
      if (bytes.length === 0) throw broken('must not be empty');
      if (!isUtf8(bytes)) throw broken('must be UTF-8');
      if (isDeeperThan(bytes, MAX_DEPTH)) throw broken(`must not nest deeper than ${MAX_DEPTH}`);
      await parse(withBody(ctx, bytes), next);
    } finally {
      held.release();
    }
  };
}

/** The errors of the parser hold the whole body, so they stop here. */
function parser(maxBytes: number): HttpMiddleware {
  // A member "__proto__" is a member like any other here: unknown ones are never read, and strict objects refuse it.
  const options: bodyParser.Options & { onProtoPoisoning: 'ignore' } = {
    enableTypes: ['json'],
    detectJSON: () => true,
    jsonLimit: String(maxBytes),
    onProtoPoisoning: 'ignore',
    onerror: (error) => {
      throw invalid((error as { readonly body?: unknown }).body);
    },
  };
  return bodyParser(options) as HttpMiddleware;
}

/** A view of the context whose request stream gives the bytes that were read and checked before. */
function withBody(ctx: HttpContext, bytes: Buffer): HttpContext {
  const req = Object.assign(Readable.from([bytes], { objectMode: false }), { headers: {} });
  return Object.create(ctx, { req: { value: req } }) as HttpContext;
}

/** Reads the whole body; one byte over the limit ends it. */
async function read(ctx: HttpContext, maxBytes: number): Promise<Buffer> {
  const { req } = ctx;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) reject(tooLarge(req));
      else chunks.push(chunk);
    });
    req.once('end', () => resolve(Buffer.concat(chunks)));
    // The client has gone or was cut: nobody reads this answer, the code is for the log.
    req.once('error', () => reject(new AppError('REQUEST_TIMEOUT')));
    req.once('close', () => reject(new AppError('REQUEST_TIMEOUT')));
  });
}

/** Lets the rest of the body run off, so that the client gets to read the answer. */
function tooLarge(req: IncomingMessage): AppError {
  req.removeAllListeners('data');
  req.resume();
  return new AppError('PAYLOAD_TOO_LARGE');
}

/** @param body the text that is no JSON, or a JSON value that is neither object nor array */
function invalid(body: unknown): AppError {
  const fault = jsonFault(String(body));
  if (fault === undefined) return broken('must be a JSON object');
  const { line, column } = fault;
  return broken(
    `must be valid JSON: it is not at line ${line}, column ${column}`,
    'The request body is invalid JSON; see details.',
  );
}

function broken(rule: string, message: string = ERRORS.VALIDATION_ERROR.message): AppError {
  return new AppError('VALIDATION_ERROR', { message, details: [{ pointer: '', rule }] });
}
