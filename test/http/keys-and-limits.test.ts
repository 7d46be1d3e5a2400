import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiKeyVerifier, hashApiKey, makeApiKey, shownPrefix } from '../../server/app/api-keys.js';
import { SharedRateLimiter } from '../../server/app/shared-rate-limit.js';
import { insertApiKey, revokeApiKey } from '../../server/db/api-keys.js';
import { openDatabase } from '../../server/db/connect.js';
import { type KeyScope, SCOPES } from '../../server/domain/key-scope.js';
import { migratedPlace, testDatabase } from '../support/database.js';
import { outcome, type Served, serve } from './serve.js';

const PATH = '/v1/extract/concepts';
const body = { text: 'pain' };
const TTL_MS = 100;

describe('two processes on one database', () => {
  const database = testDatabase();
  let processes: Served[] = [];
  before(async () => {
    const { db, limiterPool } = database.handle;
    const start = () =>
      serve({ keys: new ApiKeyVerifier(db, TTL_MS), limiter: new SharedRateLimiter(limiterPool, 60) });
    processes = [await start(), await start()];
  });
  after(() => Promise.all(processes.map((each) => each.close())));

  async function makeKey(requestsPerMinute: number | null, scopes: readonly KeyScope[] = SCOPES) {
    const secret = makeApiKey();
    const key = { name: 'client', prefix: shownPrefix(secret), hash: hashApiKey(secret), scopes, requestsPerMinute };
    const id = await insertApiKey(database.handle.db, { ...key, expiresInDays: 1 });
    return { id, headers: { Authorization: `Bearer ${secret}` } };
  }

  const call = (n: number, headers: Record<string, string>) => (processes[n % 2] as Served).post(PATH, body, headers);

  it('admit together exactly what a key may', async () => {
    const { headers } = await makeKey(40);
    const began = performance.now();
    const responses = await Promise.all(Array.from({ length: 120 }, (_, n) => call(n, headers)));
    const outcomes = await Promise.all(responses.map(outcome));
    const admitted = outcomes.filter((each) => each === '200 OK').length;
    const most = 40 + Math.floor((performance.now() - began) / 1_500);
    assert.ok(admitted >= 40 && admitted <= most, String(admitted));
    assert.equal(outcomes.filter((each) => each === '429 RATE_LIMITED').length, 120 - admitted);
    const refused = responses.find(({ status }) => status === 429);
    assert.equal(refused?.headers.get('ratelimit-policy'), '"default";q=40;w=60');
    assert.match(refused?.headers.get('ratelimit') ?? '', /^"default";r=0;t=\d+$/);
    assert.match(refused?.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
  });

  it('count a key without a limit of its own against the default', async () => {
    const { headers } = await makeKey(null);
    const response = await call(0, headers);
    assert.equal(response.headers.get('ratelimit-policy'), '"default";q=60;w=60');
    assert.match(response.headers.get('ratelimit') ?? '', /^"default";r=59;t=1$/);
  });

  it('count every note of a batch', async () => {
    const { headers } = await makeKey(40);
    const lines = Array.from({ length: 10 }, (_, id) => `${JSON.stringify({ id, ...body })}\n`).join('');
    const type = { 'Content-Type': 'application/x-ndjson' };
    const batch = await (processes[0] as Served).post('/v1/extract/batch', lines, { ...headers, ...type });
    assert.match(await batch.text(), /"notes":10,"errors":0/);
    assert.match((await call(1, headers)).headers.get('ratelimit') ?? '', /^"default";r=(29|30);t=\d+$/);
  });

  it('both refuse a key soon after it is revoked', async () => {
    const { id, headers } = await makeKey(null);
    assert.deepEqual([(await call(0, headers)).status, (await call(1, headers)).status], [200, 200]);
    assert.equal(await revokeApiKey(database.handle.db, id), true);
    await sleep(TTL_MS + 50);
    assert.equal(await outcome(await call(0, headers)), '401 INVALID_API_KEY');
    assert.equal(await outcome(await call(1, headers)), '401 INVALID_API_KEY');
  });

  it('let a key call only what its scopes name', async () => {
    const { headers } = await makeKey(null, ['contexts']);
    assert.equal(await outcome(await call(0, headers)), '403 INSUFFICIENT_SCOPE');
  });
});

describe('a process whose database is gone', () => {
  it('answers 503 to a key that it does not know, and 401 without asking to a malformed one', async () => {
    const place = await migratedPlace();
    const handle = await openDatabase(place.options);
    const served = await serve({
      keys: new ApiKeyVerifier(handle.db),
      limiter: new SharedRateLimiter(handle.limiterPool, 60),
    });
    await handle.close();
    const unknown = await served.post(PATH, body);
    assert.equal(unknown.headers.get('retry-after'), '1');
    assert.equal(await outcome(unknown), '503 NLP_UNAVAILABLE');
    assert.equal(
      await outcome(await served.post(PATH, body, { Authorization: 'Bearer wrong' })),
      '401 INVALID_API_KEY',
    );
    await served.close();
    await place.remove();
  });
});
