/** The whole service for tests: shipped seed, lexicons and model, on a database of its own, behind real HTTP on port 0. */

import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { ApiKeyVerifier, hashApiKey, makeApiKey, shownPrefix } from '../../server/app/api-keys.js';
import { type OpenService, openService } from '../../server/app/open-service.js';
import { DatabaseDesk } from '../../server/app/review-desk.js';
import { SharedRateLimiter } from '../../server/app/shared-rate-limit.js';
import { type Config, parseConfig } from '../../server/config.js';
import { insertApiKey } from '../../server/db/api-keys.js';
import { type KeyScope, READING_SCOPES } from '../../server/domain/key-scope.js';
import { createApp } from '../../server/http/app.js';
import { Lifecycle } from '../../server/http/drain.js';
import { addNeighbours, addSpanQueue, createMetrics, type Metrics } from '../../server/http/metrics.js';
import { recordedRefusals } from '../../server/http/refusals.js';
import { createHttpServer } from '../../server/http/server.js';
import { mcpOverHttp } from '../../server/mcp/over-http.js';
import { copyOf, migratedPlace, type TestPlace } from './database.js';
import { FIRST_USE_MS, newDirectory, oncePerRun } from './run.js';

const SEED = fileURLToPath(new URL('../../../seed', import.meta.url));
/** Two files of the seed: a first start with them takes a third of the time. */
const SMALL_SEED = ['respiratory.tsv', 'skin.tsv'];

/** A directory with a seed that loads in a moment. */
export function smallSeed(): string {
  const directory = newDirectory('seed-');
  for (const name of SMALL_SEED) copyFileSync(join(SEED, name), join(directory, name));
  return directory;
}

/** A place whose database holds the shipped lexicons and the embedded seed. */
export async function preparedPlace(): Promise<TestPlace> {
  return copyOf(await oncePerRun('prepared', makePrepared));
}

async function makePrepared(): Promise<TestPlace['options']> {
  const place = await migratedPlace();
  const opened = await openAt(place);
  // Else every test on a copy would build the index anew.
  while (opened.live.state?.serving.ready !== true) await sleep(100);
  await opened.close();
  return place.options;
}

/** Opens the service on a place. */
export function openAt(
  place: TestPlace,
  env: Record<string, string> = {},
  onWarning: (code: string) => void = () => {},
): Promise<OpenService> {
  return openService({
    config: configOf(place, env),
    exclusive: true,
    progress: () => {},
    onWarning,
    onError: () => {},
  });
}

export function configOf(place: TestPlace, env: Record<string, string> = {}): Config {
  const { dataDir, databaseUrl } = place.options;
  return parseConfig({
    ...(dataDir === '' ? {} : { DATA_DIR: dataDir }),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, DATABASE_POOL: '4' }),
    ...env,
  });
}

export interface RunningService {
  readonly opened: OpenService;
  readonly metrics: Metrics;
  /** "http://127.0.0.1:PORT" */
  readonly url: string;
  /** A key with the scopes that read, and a high limit. */
  readonly key: string;
  /** Makes another key. */
  makeKey(options?: { scopes?: readonly KeyScope[]; rpm?: number }): Promise<string>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** The running service for all tests of the enclosing `describe`, ended after them. */
export function testService(env: Record<string, string> = {}): { readonly running: RunningService } {
  let running: (RunningService & { stop: () => Promise<void> }) | undefined;
  before('start the service', async function () {
    this.timeout(FIRST_USE_MS);
    running = await start(await preparedPlace(), env);
  });
  after('stop the service', async () => {
    await running?.stop();
  });
  return {
    get running() {
      if (running === undefined) throw new Error('The service runs only inside tests and hooks.');
      return running;
    },
  };
}

async function start(
  place: TestPlace,
  env: Record<string, string>,
): Promise<RunningService & { stop: () => Promise<void> }> {
  const config = configOf(place, env);
  const opened = await openAt(place, env);
  const metrics = createMetrics();
  addNeighbours(metrics, opened.neighbours, opened.terms);
  if (opened.queue !== null) addSpanQueue(metrics, opened.queue);
  const log = pino({ level: 'silent' });
  const app = createApp({
    service: opened.service,
    desk: new DatabaseDesk(opened.handle.db),
    keys: new ApiKeyVerifier(opened.handle.db),
    limiter: new SharedRateLimiter(opened.handle.limiterPool, config.RATE_LIMIT),
    limits: config,
    log,
    metrics,
    lifecycle: new Lifecycle(),
    mcp: config.MCP_HTTP ? mcpOverHttp(opened.service, config) : undefined,
  });
  const server = createHttpServer(app, recordedRefusals(log, metrics)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const makeKey = (options: { scopes?: readonly KeyScope[]; rpm?: number } = {}) => insertKey(opened, options);
  const key = await makeKey({ rpm: 1_000_000 });
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await opened.close();
    await place.remove();
  };
  return { opened, metrics, url, key, makeKey, post, stop };
}

async function insertKey(
  opened: OpenService,
  options: { scopes?: readonly KeyScope[]; rpm?: number },
): Promise<string> {
  const secret = makeApiKey();
  await insertApiKey(opened.handle.db, {
    name: 'test',
    prefix: shownPrefix(secret),
    hash: hashApiKey(secret),
    scopes: options.scopes ?? READING_SCOPES,
    requestsPerMinute: options.rpm ?? null,
    expiresInDays: null,
  });
  return secret;
}
