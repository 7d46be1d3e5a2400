/** An MCP server with the tools, for one connection or one request. It opens nothing. */

import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { AppError } from '../errors.js';
import { errorBody } from '../http/envelope.js';
import { INTENDED_USE } from '../http/openapi.js';
import type { AssistantTool, ToolAnswer, ToolWork } from './tools.js';

/** What a transport gives to the tools. */
export interface ToolHost {
  /** Does the work of a call, as the transport bounds it. @throws AppError */
  readonly run: (work: ToolWork, signal: AbortSignal) => Promise<ToolAnswer>;
  /** The id that an error carries. */
  readonly requestId: () => string;
  /** Told what a call failed with. */
  readonly onFailure?: (error: AppError) => void;
}

const INSTRUCTIONS = `Reads clinical notes in English or French on this machine and answers SNOMED CT concepts with their context. ${INTENDED_USE}`;

/** Makes the server; whoever serves connects it. */
export function createToolServer(tools: readonly AssistantTool[], host: ToolHost, version: string): Server {
  const info = { name: 'clinical-concept-extraction', title: 'Clinical concept extraction', version };
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ tool }) => tool) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const called = tools.find(({ tool }) => tool.name === params.name);
    if (called === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.');
    return call(called, params.arguments ?? {}, mcpReq.signal, host);
  });
  return server;
}

/** What goes wrong is a result, so that the assistant reads it; it has the shape of docs/errors.md. */
async function call(
  { read }: AssistantTool,
  given: unknown,
  signal: AbortSignal,
  { run, requestId, onFailure }: ToolHost,
): Promise<CallToolResult> {
  try {
    const { body } = await run(read(given), signal);
    return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body };
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('INTERNAL_ERROR', { cause: error });
    onFailure?.(known);
    const body = errorBody(known.code, requestId(), known.message, known.details);
    return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true };
  }
}
