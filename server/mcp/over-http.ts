/** `POST /mcp`: the tools over streamable HTTP, without sessions: every request is whole in itself, so any process may answer it. */

import { createMcpHandler } from '@modelcontextprotocol/server';
import type { ExtractionService } from '../app/operations.js';
import { AppError } from '../errors.js';
import { type Bounded, failureOf, type HttpContext, type HttpLimits, type HttpMiddleware } from '../http/context.js';
import { createToolServer, type ToolHost } from './tool-server.js';
import { createTools } from './tools.js';
import { packageVersion } from './version.js';

/** What of a request the protocol reads; the key stays here. */
const PASSED_ON = /^(?:accept|mcp-.+)$/;
/** From here on a failure is the service's own, and its class is logged. */
const LOGGED_FROM = 500;

/** Makes what stands behind the guards of an operation. */
export function mcpOverHttp(
  service: ExtractionService,
  limits: Pick<HttpLimits, 'MAX_TEXT'>,
): (bounded: Bounded) => HttpMiddleware {
  const tools = createTools(limits);
  const version = packageVersion();
  return (bounded) => async (ctx) => {
    const { body } = ctx.request;
    // One request of a key is one call: a list of them would pass its limit.
    if (Array.isArray(body))
      throw new AppError('VALIDATION_ERROR', { details: [{ pointer: '', rule: 'must be one message, not a batch' }] });
    const host = hostOf(ctx, service, bounded);
    // No tool ever changes, so there is nothing to wait for on a stream that stays open.
    const handler = createMcpHandler(() => createToolServer(tools, host, version), { maxSubscriptions: 0 });
    await send(ctx, await handler.fetch(requestOf(ctx), { parsedBody: body }));
  };
}

function hostOf(ctx: HttpContext, service: ExtractionService, bounded: Bounded): ToolHost {
  return {
    requestId: () => ctx.state.requestId,
    run: async ({ textLength, ask }) => {
      const answer = await bounded(ctx, textLength, (signal) => ask(service, signal));
      ctx.state.entries = answer.entries;
      return answer;
    },
    onFailure: (error) => {
      ctx.state.code = error.code;
      if (error.status >= LOGGED_FROM) ctx.state.failure = failureOf(error);
    },
  };
}

function requestOf(ctx: HttpContext): Request {
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  const headers = new Headers({ 'Content-Type': 'application/json' });
  for (const [name, value] of Object.entries(ctx.headers))
    if (PASSED_ON.test(name) && typeof value === 'string') headers.set(name, value);
  return new Request('http://localhost/mcp', { method: 'POST', headers, signal: gone.signal });
}

async function send(ctx: HttpContext, response: Response): Promise<void> {
  const content = Buffer.from(await response.arrayBuffer());
  // A fault of the protocol: its body says which, in the shape of JSON-RPC.
  if (response.status >= 400) ctx.state.code ??= 'VALIDATION_ERROR';
  ctx.status = response.status;
  const type = response.headers.get('Content-Type');
  if (type !== null) ctx.set('Content-Type', type);
  ctx.body = content.length === 0 ? null : content;
  // Koa takes a body of null for 204.
  ctx.status = response.status;
}
