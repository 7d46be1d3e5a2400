/** The composition root: reads the environment, builds the service, listens, and drains on SIGTERM. */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { type Logger, pino } from 'pino';
import { showProgress } from './cli/progress.js';
import { type Config, parseConfig } from './config.js';
import { createApp } from './http/app.js';
import { failureOf } from './http/context.js';
import { drain, Lifecycle } from './http/drain.js';
import { addSpanQueue, createMetrics, createMetricsServer } from './http/metrics.js';
import { createHttpServer } from './http/server.js';
import { ApiKeyVerifier } from './service/api-keys.js';
import { makeFirstKey } from './service/first-key.js';
import { type OpenService, openService } from './service/open-service.js';
import { SharedRateLimiter } from './service/rate-limit.js';

/** Nothing is answered before the service listens, and a start that is cut off is safe. */
function exitAtOnce(): void {
  process.exit(143);
}

async function main(): Promise<void> {
  process.once('SIGTERM', exitAtOnce);
  const config = parseConfig(process.env);
  const log = pino({ level: config.LOG_LEVEL });
  const lifecycle = new Lifecycle();
  const opened = await openService({
    config,
    exclusive: true,
    progress: showProgress(process.stderr),
    onWarning: (code, message) => log.warn({ code }, message),
    onError: (error) => log.warn(failureOf(error), 'the state could not be read; trying again'),
  });
  const keyFile = await makeFirstKey(opened.handle.db, config.DATA_DIR);
  if (keyFile !== null) process.stderr.write(`An API key was made: ${resolve(keyFile)}\n`);
  const metrics = createMetrics();
  if (opened.queue !== null) addSpanQueue(metrics, opened.queue);
  const app = createApp({
    service: opened.service,
    keys: new ApiKeyVerifier(opened.handle.db),
    limiter: new SharedRateLimiter(opened.handle.limiterPool, config.RATE_LIMIT),
    limits: config,
    log,
    metrics,
    lifecycle,
  });
  const server = createHttpServer(app);
  const servers = config.METRICS_PORT === 0 ? [] : [createMetricsServer(metrics)];
  for (const extra of servers) await listen(extra, config.METRICS_PORT, config.HOST);
  await listen(server, config.PORT, config.HOST);
  process.removeListener('SIGTERM', exitAtOnce);
  endOnSignal(log, async () => {
    await drain(server, lifecycle, config.DRAIN_MS);
    for (const extra of servers) extra.close();
    await opened.close();
  });
  announce(config, server, opened);
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

function announce(config: Config, server: Server, opened: OpenService): void {
  const { port } = server.address() as AddressInfo;
  const lines = [`Listening on http://${config.HOST}:${port} (documentation: /docs, workbench: /workbench)`];
  if (opened.handle.kind === 'embedded') {
    lines.push(`Embedded database; psql while it runs: psql -h "${resolve(config.DATA_DIR)}" -U postgres postgres`);
  }
  process.stderr.write(`${lines.join('\n')}\n`);
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

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'The service could not start.'}\n`);
  process.exit(1);
});
