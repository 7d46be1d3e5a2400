import assert from 'node:assert/strict';
import { makeApiKey } from '../../server/app/api-keys.js';
import type { RateLimiter } from '../../server/app/rate-limit.js';
import { exchange, knownKeys, outcome, type Served, serve } from './serve.js';

const PATH = '/v1/extract/concepts';
const body = { text: 'pain' };

describe('authentication', () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  const withHeader = (value: string) => served.post(PATH, body, { Authorization: value });

  it('takes the scheme in any case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) {
      assert.equal(await outcome(await withHeader(`${scheme} ${served.key}`)), '200 OK');
    }
  });

  it('gives every unusable key the same answer', async () => {
    const headers = [
      '',
      'Bearer',
      'Bearer ',
      `Basic ${served.key}`,
      served.key,
      `Bearer ${served.key}x`,
      `Bearer ${makeApiKey()}`,
    ];
    const injected = [
      "Bearer ' OR 1=1 --",
      `Bearer ${'a'.repeat(8_000)}`,
      'Bearer clé',
      `Bearer ${served.key}, Bearer ${served.key}`,
    ];
    const bodies = new Set<string>();
    for (const header of [...headers, ...injected]) {
      const response = await withHeader(header);
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="v1"');
      const { error } = (await response.json()) as { error: { request_id: string } };
      bodies.add(JSON.stringify({ ...error, request_id: '' }));
    }
    assert.equal(bodies.size, 1);
    assert.match([...bodies].join(), /INVALID_API_KEY/);
  });

  it('refuses two Authorization headers and a key in the query', async () => {
    const head = `POST ${PATH}?api_key=${served.key} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 15\r\n`;
    const header = `Authorization: Bearer ${served.key}\r\n`;
    assert.match(await exchange(served.port, `${head}${header}${header}\r\n{"text":"pain"}`), /^HTTP\/1.1 401 /);
    assert.match(await exchange(served.port, `${head}\r\n{"text":"pain"}`), /^HTTP\/1.1 401 /);
    assert.match(await exchange(served.port, `${head}${header}\r\n{"text":"pain"}`), /^HTTP\/1.1 200 /);
  });

  it('comes before the checks of the body and after those of the path', async () => {
    const wrong = { Authorization: 'Bearer wrong', 'Content-Type': 'text/plain' };
    assert.equal(await outcome(await served.post(PATH, 'not JSON', wrong)), '401 INVALID_API_KEY');
    assert.equal(await outcome(await served.post('/v1/extract/', 'not JSON', wrong)), '404 NOT_FOUND');
  });

  it('is not limited by default', async () => {
    for (let attempt = 0; attempt < 100; attempt++) assert.equal((await withHeader('Bearer wrong')).status, 401);
  });

  it('can be limited by address, where a forged X-Forwarded-For changes nothing', async () => {
    const limited = await serve({ limits: { AUTH_FAILURES_PER_MINUTE: 3 } });
    const attempt = (n: number) =>
      limited.post(PATH, body, { Authorization: 'Bearer wrong', 'X-Forwarded-For': `10.0.0.${n}` });
    for (let n = 0; n < 3; n++) assert.equal(await outcome(await attempt(n)), '401 INVALID_API_KEY');
    const refused = await attempt(4);
    assert.equal(refused.headers.get('ratelimit-policy'), '"failed-authentications";q=3;w=60');
    assert.match(refused.headers.get('retry-after') ?? '', /^(60|59)$/);
    assert.equal(await outcome(refused), '429 RATE_LIMITED');
    await limited.close();
  });

  it('counts by the address that the proxy in front adds, when one is trusted', async () => {
    const limited = await serve({ limits: { AUTH_FAILURES_PER_MINUTE: 1, TRUST_PROXY: true } });
    const from = (list: string, key: string) =>
      limited.post(PATH, body, { Authorization: `Bearer ${key}`, 'X-Forwarded-For': list });
    assert.equal((await from('forged1, 10.0.0.1', 'wrong')).status, 401);
    assert.equal((await from('forged2, 10.0.0.1', 'wrong')).status, 429);
    assert.equal((await from('forged1, 10.0.0.2', limited.key)).status, 200);
    await limited.close();
  });
});

describe('scopes', () => {
  it('keep a key to the operations that it may call, and tell it its limit', async () => {
    const secret = makeApiKey();
    const served = await serve({ key: secret, keys: knownKeys({ secret, scopes: ['contexts'] }) });
    const refused = await served.post(PATH, body);
    assert.equal(
      refused.headers.get('www-authenticate'),
      'Bearer realm="v1", error="insufficient_scope", scope="concepts"',
    );
    assert.equal(refused.headers.get('ratelimit'), '"default";r=57;t=23');
    assert.equal(await outcome(refused), '403 INSUFFICIENT_SCOPE');
    assert.equal(
      await outcome(await served.post('/v1/extract/contexts', { ...body, concepts: [{ span: 'pain' }] })),
      '200 OK',
    );
    await served.close();
  });
});

describe('the rate limit', () => {
  const exhausted: RateLimiter = { take: async () => ({ allowed: false, limit: 60, remaining: 0, resetSeconds: 23 }) };

  it('answers 429 with the seconds to wait, before it looks at the body', async () => {
    const served = await serve({ limiter: exhausted });
    const response = await served.post(PATH, 'not JSON', { 'Content-Type': 'text/plain' });
    assert.equal(response.headers.get('retry-after'), '23');
    assert.equal(response.headers.get('ratelimit-policy'), '"default";q=60;w=60');
    assert.equal(response.headers.get('ratelimit'), '"default";r=0;t=23');
    assert.equal(await outcome(response), '429 RATE_LIMITED');
    assert.equal((await fetch(`${served.url}/healthz`)).status, 200);
    await served.close();
  });

  it('is told with every answer of an authenticated request', async () => {
    const served = await serve();
    const refused = await Promise.all([
      served.post(PATH, {}),
      served.post(PATH, { text: '' }),
      served.post(PATH, body, { 'Content-Type': 'text/plain' }),
      served.post(PATH, 'a'.repeat(1_048_577)),
    ]);
    assert.deepEqual(
      refused.map(({ status }) => status),
      [400, 400, 415, 413],
    );
    for (const { headers } of refused) assert.equal(headers.get('ratelimit'), '"default";r=57;t=23');
    await served.close();
  });
});
