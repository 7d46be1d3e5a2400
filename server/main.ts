/** The composition root: reads the environment, listens, builds the service, and drains on SIGTERM. */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { type Logger, pino } from 'pino';
import { ApiKeyVerifier } from './app/api-keys.js';
import { makeFirstKey } from './app/first-key.js';
import { type OpenService, openService } from './app/open-service.js';
import { SILENCE_MS } from './app/patience.js';
import { OwnRateLimiter } from './app/rate-limit.js';
import { DatabaseDesk } from './app/review-desk.js';
import { type LossListener, SharedRateLimiter } from './app/shared-rate-limit.js';
import { Startup } from './app/startup.js';
import { positionals, readArguments, run, TERMINAL } from './cli/arguments.js';
import { showProgress } from './cli/progress.js';
import { type Config, checkFiles, parseConfig } from './config.js';
import { createApp } from './http/app.js';
import { failureOf } from './http/context.js';
import { drain, Lifecycle } from './http/drain.js';
import { addNeighbours, addSpanQueue, addVectorIndex, createMetrics, createMetricsServer } from './http/metrics.js';
import { recordedRefusals } from './http/refusals.js';
import { createHttpServer } from './http/server.js';
import { mcpOverHttp } from './mcp/over-http.js';

const USAGE = `Usage:
  npm run --silent start

Starts the service, with the settings of the environment (.env.example), and ends it on SIGTERM or Ctrl+C.`;

/** Nothing is answered before the start is over, and a start that is cut off is safe. */
function exitAtOnce(): void {
  process.exit(143);
}

async function main(): Promise<void> {
  process.once('SIGTERM', exitAtOnce);
  const began = performance.now();
  const config = parseConfig(process.env);
  checkFiles(config);
  const log = pino({ level: config.LOG_LEVEL });
  const lifecycle = new Lifecycle();
  const metrics = createMetrics();
  const startup = new Startup();
  const answering = { service: startup, desk: startup, keys: startup, limiter: startup };
  const mcp = config.MCP_HTTP ? mcpOverHttp(startup, config) : undefined;
  const app = createApp({ ...answering, mcp, limits: config, log, metrics, lifecycle, startup });
  const server = createHttpServer(app, recordedRefusals(log, metrics));
  const servers = config.METRICS_PORT === 0 ? [] : [createMetricsServer(metrics)];
  // Before any work: whoever watches the process sees that it lives, and a port that is taken is told at once.
  for (const extra of servers) await listen(extra, config.METRICS_PORT, config.HOST);
  await listen(server, config.PORT, config.HOST);
  tell(`Listening on ${urlOf(config, server)}`);
  const opened = await open(config, log, startup);
  addNeighbours(metrics, opened.neighbours, opened.terms);
  if (opened.queue !== null) addSpanQueue(metrics, opened.queue);
  if (opened.handle.kind === 'server') addVectorIndex(metrics, () => opened.live.state?.serving.ready === true);
  process.removeListener('SIGTERM', exitAtOnce);
  endOnSignal(log, async () => {
    await drain(server, lifecycle, config.DRAIN_MS);
    for (const extra of servers) extra.close();
    await opened.close();
  });
  const silenceMs = opened.handle.kind === 'server' ? SILENCE_MS : undefined;
  startup.open({
    service: opened.service,
    desk: new DatabaseDesk(opened.handle.db),
    keys: new ApiKeyVerifier(opened.handle.db, undefined, undefined, silenceMs),
    limiter:
      opened.handle.kind === 'embedded'
        ? new OwnRateLimiter(config.RATE_LIMIT)
        : new SharedRateLimiter(opened.handle.limiterPool, config.RATE_LIMIT, tellingLoss(log), silenceMs),
  });
  announce(config, server, opened, performance.now() - began);
}

async function open(config: Config, log: Logger, startup: Startup): Promise<OpenService> {
  const shown = showProgress(process.stderr);
  const opened = await openService({
    config,
    exclusive: true,
    progress: (...made) => {
      startup.progress(...made);
      shown(...made);
    },
    besideProgress: showProgress(process.stderr, false),
    onWarning: (code, message) => log.warn({ code }, message),
    onError: (error) => log.warn(failureOf(error), 'the state could not be read; trying again'),
  });
  const keyFile = await makeFirstKey(opened.handle.db, config.DATA_DIR);
  if (keyFile !== null) tell(`An API key was made: ${resolve(keyFile)}`);
  return opened;
}

/** Once for a loss, not for each request that it meets. */
function tellingLoss(log: Logger): LossListener {
  return {
    onLost: (error) =>
      log.warn(
        { code: 'rate_limits_lost', ...failureOf(error) },
        'the table of limits cannot be reached: this process counts for itself',
      ),
    onFound: () => log.warn({ code: 'rate_limits_found' }, 'the table of limits is there again'),
  };
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `The address is in use: port ${port} of ${host}. Set another PORT, or stop what listens there.`;
      failed(error.code === 'EADDRINUSE' ? new Error(inUse) : error);
    });
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      done();
    });
  });
}

function urlOf({ HOST }: Config, server: Server): string {
  return `http://${HOST}:${(server.address() as AddressInfo).port}`;
}

function announce(config: Config, server: Server, opened: OpenService, ms: number): void {
  tell(
    `Ready after ${(ms / 1_000).toFixed(1)} s (documentation: /docs, workbench: /workbench): ${urlOf(config, server)}`,
  );
  if (opened.handle.kind !== 'embedded') return;
  tell(`Embedded database; psql while it runs: psql -h "${resolve(config.DATA_DIR)}" -U postgres postgres`);
}

/** Ends the process after `close`, once, on the signals that ask for it and on errors that nobody caught. */
function endOnSignal(log: Logger, close: () => Promise<void>): void {
  let ending = false;
  const end = (exitCode: number) => {
    if (ending) return;
    ending = true;
    close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error(failureOf(error), 'closing failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => end(0));
  process.once('SIGINT', () => end(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal(failureOf(error), event);
      end(1);
    });
  }
}

const argv = process.argv.slice(2);
const code = await run(USAGE, argv, TERMINAL, async () => {
  positionals(readArguments(argv, {}).positionals, []);
  await main();
});
// What was opened before a failure would keep the process.
if (code !== 0) process.exit(code);
