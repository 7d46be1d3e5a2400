import assert from 'node:assert/strict';
import { exchange, outcome, type Served, serve } from './serve.js';

const PATH = '/v1/extract/concepts';

describe('a request that no operation gets', () => {
  let served: Served;
  before(async () => {
    served = await serve({ limits: { MAX_BODY_BYTES: 2_000 } });
  });
  after(() => served.close());

  const raw = (head: string, body: string | Buffer = '') => exchange(served.port, `${head}\r\n\r\n`, body);
  const authorized = () => `Host: x\r\nAuthorization: Bearer ${served.key}\r\nConnection: close`;

  for (const path of [
    '/',
    '/V1/extract/concepts',
    `${PATH}/`,
    `/${PATH}`,
    '/v1/../v1/extract/concepts%00',
    '/%',
    '/v1/%2e%2e',
    '//',
  ]) {
    it(`is 404 for the path ${path}`, async () => {
      const answer = await raw(`POST ${path} HTTP/1.1\r\n${authorized()}\r\nContent-Length: 0`);
      assert.match(answer, /^HTTP\/1.1 404 /);
      assert.match(answer, /"code":"NOT_FOUND"/);
    });
  }

  it('is 404 for a target that is neither a path nor a URL', async () => {
    for (const target of ['*', 'http://[::1', 'http://a:b:c/']) {
      assert.match(
        await raw(`OPTIONS ${target} HTTP/1.1\r\n${authorized()}`),
        /^HTTP\/1.1 404 [\s\S]*"code":"NOT_FOUND"/,
      );
    }
    assert.match(await raw(`GET http://elsewhere/healthz HTTP/1.1\r\n${authorized()}`), /^HTTP\/1.1 200 /);
  });

  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'PATCH']) {
    it(`is 405 with Allow for ${method} on an operation, whatever override it names`, async () => {
      const answer = await raw(`${method} ${PATH} HTTP/1.1\r\n${authorized()}\r\nX-HTTP-Method-Override: POST`);
      assert.match(answer, /^HTTP\/1.1 405 /);
      assert.match(answer, /\r\nAllow: POST\r\n/);
      assert.match(answer, /"code":"METHOD_NOT_ALLOWED"/);
    });
  }

  it('is 405 without a body for HEAD', async () => {
    const response = await fetch(served.url + PATH, { method: 'HEAD' });
    assert.equal(response.status, 405);
    assert.equal(await response.text(), '');
    assert.equal((await fetch(`${served.url}/healthz`, { method: 'HEAD' })).status, 200);
    assert.equal((await fetch(`${served.url}/docs`, { method: 'POST' })).headers.get('allow'), 'GET, HEAD');
  });

  const TYPES: readonly (readonly [type: string, status: number])[] = [
    ['application/json', 200],
    ['APPLICATION/JSON; charset="UTF-8"', 200],
    ['application/json; profile=x', 200],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/vnd.api+json', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset=iso-8859-1', 415],
    ['application/jsonx', 415],
  ];
  for (const [type, status] of TYPES) {
    it(`is ${status} with the Content-Type ${type}`, async () => {
      const response = await served.post(PATH, { text: 'pain' }, { 'Content-Type': type });
      assert.equal(await outcome(response), status === 200 ? '200 OK' : '415 UNSUPPORTED_MEDIA_TYPE');
    });
  }

  it('is read as JSON without a Content-Type', async () => {
    assert.match(
      await raw(`POST ${PATH} HTTP/1.1\r\n${authorized()}\r\nContent-Length: 15`, '{"text":"pain"}'),
      /^HTTP\/1.1 200 /,
    );
  });

  it('is 415 with any Content-Encoding', async () => {
    for (const encoding of ['gzip', 'identity', 'br, gzip']) {
      const response = await served.post(PATH, { text: 'pain' }, { 'Content-Encoding': encoding });
      assert.equal(await outcome(response), '415 UNSUPPORTED_MEDIA_TYPE');
    }
  });

  it('is 413 one byte over the limit, by length or in chunks', async () => {
    const body = (bytes: number) => JSON.stringify({ text: 'a'.repeat(bytes - 11) });
    assert.equal((await served.post(PATH, body(2_000))).status, 200);
    assert.equal(await outcome(await served.post(PATH, body(2_001))), '413 PAYLOAD_TOO_LARGE');
    assert.equal(await outcome(await served.post(PATH, 'a'.repeat(10_000_000))), '413 PAYLOAD_TOO_LARGE');
    const chunk = `${(1_001).toString(16)}\r\n${'a'.repeat(1_001)}\r\n`;
    const chunked = await raw(
      `POST ${PATH} HTTP/1.1\r\n${authorized()}\r\nTransfer-Encoding: chunked`,
      `${chunk}${chunk}0\r\n\r\n`,
    );
    assert.match(chunked, /^HTTP\/1.1 413 [\s\S]*"code":"PAYLOAD_TOO_LARGE"/);
  });

  it('is 431 with headers over 16 KiB', async () => {
    assert.match(
      await raw(`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}`),
      /^HTTP\/1.1 431 [\s\S]*"code":"HEADERS_TOO_LARGE"/,
    );
    assert.match(await raw(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x`), /^HTTP\/1.1 431 /);
  });

  const BROKEN: readonly (readonly [why: string, bytes: string | Buffer])[] = [
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a TLS greeting', Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0x00])],
    ['two lengths', `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      'length and chunks',
      `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a space before the colon', `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length : 1\r\n\r\na`],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ];
  for (const [why, bytes] of BROKEN) {
    it(`is 400 in JSON, once, for ${why}`, async () => {
      const answer = await exchange(served.port, bytes);
      assert.match(answer, /^HTTP\/1.1 400 /);
      assert.equal(answer.split('"code":"VALIDATION_ERROR"').length, 2);
      assert.equal(answer.split('HTTP/1.1 ').length, 2);
    });
  }

  it('does not disturb whole requests that came before it on the connection', async () => {
    const good = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const answer = await exchange(served.port, `${good}${good}nonsense\r\n\r\n`);
    assert.equal(answer.split('HTTP/1.1 200').length, 3);
    assert.doesNotMatch(answer.slice(answer.lastIndexOf('HTTP/1.1 200')), /HTTP\/1.1 400[\s\S]*HTTP\/1.1 200/);
  });

  it('is answered in order when 200 are pipelined', async () => {
    const requests = Array.from(
      { length: 200 },
      (_, i) => `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: r${i}\r\n\r\n`,
    );
    const answer = await exchange(served.port, requests.join('').replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'));
    const ids = [...answer.matchAll(/X-Request-Id: r(\d+)/g)].map((match) => Number(match[1]));
    assert.deepEqual(
      ids,
      Array.from({ length: 200 }, (_, i) => i),
    );
  });

  it('is answered normally with an expectation or an upgrade that the service does not know', async () => {
    assert.match(await raw('GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: foo\r\nConnection: close'), /^HTTP\/1.1 200 /);
    assert.match(
      await raw('GET /healthz HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: close, Upgrade'),
      /^HTTP\/1.1 200 /,
    );
  });

  it('is cut with 408 when its headers or its body do not come', async () => {
    const slow = await serve();
    slow.server.headersTimeout = 200;
    slow.server.requestTimeout = 300;
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${slow.key}\r\nContent-Length: 90\r\n\r\n{"te`;
    const answers = await Promise.all([
      exchange(slow.port, 'GET / HT'),
      exchange(slow.port, head),
      exchange(slow.port),
    ]);
    await slow.close();
    for (const answer of answers) assert.match(answer, /^HTTP\/1.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/);
    assert.ok(answers.every((answer) => answer.split('HTTP/1.1 ').length === 2));
  }).timeout(5_000);
});
