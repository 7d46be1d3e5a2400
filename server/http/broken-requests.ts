/** Requests that break before the app sees them whole: bad HTTP, too large headers, too slow. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '../errors.js';
import { errorBody } from './envelope.js';

/** A request that was refused before the app had it. */
export interface Refusal {
  /** As the answer has it. */
  readonly requestId: string;
  readonly code: ErrorCode;
}

type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse };

const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** The connection was closed within a body. */
const EARLY_END = 'HPE_INVALID_EOF_STATE';

const cut = new WeakMap<IncomingMessage, ErrorCode>();

/** Why a request that the app has was cut by this server; undefined where it was not. */
export function cutWith(req: IncomingMessage): ErrorCode | undefined {
  return cut.get(req);
}

/**
 * Answers broken requests in JSON and closes their connection. The raw bytes that Node hands over are never looked at.
 * A request on the same connection that came whole before the broken one is answered first.
 * @param onRefused told of each that the app does not have, and so does not log
 */
export function answerBrokenRequests(server: Server, onRefused: (refusal: Refusal) => void): void {
  const unfinished = new WeakMap<Duplex, Set<Exchange>>();
  const track = (req: IncomingMessage, res: ServerResponse) => {
    const exchange = { req, res };
    const exchanges = unfinished.get(req.socket) ?? new Set();
    unfinished.set(req.socket, exchanges.add(exchange));
    res.once('close', () => exchanges.delete(exchange));
  };
  server.prependListener('request', track);
  server.prependListener('checkExpectation', track);
  const broken = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (broken.has(socket)) return;
    broken.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, [...(unfinished.get(socket) ?? [])], error.code ?? '', onRefused);
  });
}

function refuse(
  socket: Duplex,
  exchanges: readonly Exchange[],
  why: string,
  onRefused: (refusal: Refusal) => void,
): void {
  const refusal = { requestId: randomUUID(), code: CODES[why] ?? 'VALIDATION_ERROR' };
  const halves = exchanges.filter(({ req }) => !req.complete);
  // Its client has ended it, as if it had left.
  if (why !== EARLY_END) for (const { req } of halves) cut.set(req, refusal.code);
  if (halves.length === 0) onRefused(refusal);
  close(socket, exchanges, refusal);
}

function close(socket: Duplex, exchanges: readonly Exchange[], refusal: Refusal): void {
  const whole = exchanges.filter(({ req }) => req.complete).at(-1);
  if (whole) {
    whole.res.shouldKeepAlive = false;
    whole.res.once('finish', () => socket.end());
  } else if (exchanges.some(({ res }) => res.headersSent)) socket.destroy();
  else socket.end(rawAnswer(refusal));
}

function rawAnswer({ code, requestId }: Refusal): string {
  const message = code === 'VALIDATION_ERROR' ? 'The request is not valid HTTP.' : ERRORS[code].message;
  const body = JSON.stringify(errorBody(code, requestId, message));
  return [
    `HTTP/1.1 ${ERRORS[code].status} ${code}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
