/** The tools over standard input and output, for one assistant on this machine. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ExtractionService } from '../app/operations.js';
import type { HttpLimits } from '../http/context.js';
import { createToolServer } from './tool-server.js';
import { createTools, type ToolWork } from './tools.js';
import { packageVersion } from './version.js';

export interface StdioTools {
  /** Resolves when the assistant has closed its end, or the process is asked to end. */
  readonly ended: Promise<unknown>;
  close(): Promise<void>;
}

/** Answers at once what tools there are; a call waits for the service. */
export function serveToolsOverStdio(
  service: Promise<ExtractionService>,
  limits: Pick<HttpLimits, 'MAX_TEXT'>,
): StdioTools {
  const tools = createTools(limits);
  const host = {
    requestId: randomUUID,
    run: async ({ ask }: ToolWork, signal: AbortSignal) => ask(await service, signal),
  };
  const version = packageVersion();
  // A pipe that breaks closes without an end; a file ends without being closed.
  const ends = [once(process.stdin, 'end'), once(process.stdin, 'close')];
  const ended = Promise.race([...ends, once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  const { close } = serveStdio(() => createToolServer(tools, host, version), { maxSubscriptions: 0 });
  return { ended, close };
}
