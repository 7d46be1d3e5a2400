/** `npm run mcp`: the tools of an assistant over standard input and output, in this process. */

import { pathToFileURL } from 'node:url';
import type { ExtractionService } from '../app/operations.js';
import { parseConfig } from '../config.js';
import { serveToolsOverStdio } from '../mcp/over-stdio.js';
import { positionals, readArguments, run, type Streams, TERMINAL } from './arguments.js';
import { withService } from './open.js';

const USAGE = `Usage:
  npm run --silent mcp

Speaks the Model Context Protocol over standard input and output, for an assistant that starts this program (docs/mcp.md).
It ends when its input does. Progress and warnings go to standard error.`;

/** Runs the command and returns its exit code: 0, 1 when it failed, 2 when the arguments are wrong. */
export function main(argv: readonly string[], streams: Streams): Promise<number> {
  return run(USAGE, argv, streams, async () => {
    positionals(readArguments(argv, {}).positionals, []);
    await serve();
  });
}

/** Assistants wait some seconds only for the first answer, and a first start takes longer: so it goes on beside. */
async function serve(): Promise<void> {
  let open: (service: ExtractionService) => void = () => {};
  const service = new Promise<ExtractionService>((resolve) => {
    open = resolve;
  });
  const tools = serveToolsOverStdio(service, parseConfig(process.env));
  try {
    await withService(async (opened) => {
      open(opened.service);
      await tools.ended;
    });
  } finally {
    await tools.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await main(process.argv.slice(2), TERMINAL);
}
