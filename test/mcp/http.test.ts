import assert from 'node:assert/strict';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { parseConfig } from '../../server/config.js';
import { AppError } from '../../server/errors.js';
import { mcpOverHttp } from '../../server/mcp/over-http.js';
import { knownKeys, outcome, painService, type Served, serve } from '../http/serve.js';
import { testService } from '../support/service.js';
import { refused, structured } from './calls.js';

const MARK = 'Zanzibarius';
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const ACCEPT = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };

async function connect(url: string, key: string, options: ClientOptions = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  return client;
}

describe('the tools over HTTP', () => {
  const service = testService({ MCP_HTTP: '1' });

  const eras: readonly (readonly [string, ClientOptions])[] = [
    ['with sessions and a handshake', {}],
    ['of 2026', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ];
  for (const [era, options] of eras) {
    it(`answer an assistant of the protocol ${era} as the operations do`, async () => {
      const { url, key, post } = service.running;
      const client = await connect(url, key, options);
      const text = 'Denies chest pain. Mother has asthma.';
      const { spans, language } = await structured(client, 'extract', { text });
      assert.deepEqual({ language, spans }, await (await post('/v1/extract', { text })).json());
      const explained = await structured(client, 'explain', { text, span: 'asthma' });
      assert.equal(explained.spans[0]?.explain?.concept.tier, 'exact');
      const { concepts } = await structured(client, 'search_terms', { query: 'heart attack' });
      assert.deepEqual([concepts[0]?.code, concepts[0]?.display], ['22298006', 'myocardial infarction']);
      await client.close();
    });
  }

  it('need a key with both scopes', async () => {
    const { url, makeKey } = service.running;
    const post = (key: string) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, ...ACCEPT },
        body: JSON.stringify(PING),
      });
    assert.equal(await outcome(await post('none')), '401 INVALID_API_KEY');
    assert.equal(await outcome(await post(await makeKey({ scopes: ['concepts'] }))), '403 INSUFFICIENT_SCOPE');
    await assert.rejects(connect(url, 'none'));
  });

  it('count every request against the limit of the key, and take no batch that would pass it', async () => {
    const { url, makeKey } = service.running;
    const key = await makeKey({ rpm: 2 });
    const post = (body: unknown) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, ...ACCEPT },
        body: JSON.stringify(body),
      });
    assert.equal(await outcome(await post([PING, { ...PING, id: 2 }])), '400 VALIDATION_ERROR');
    const answered = await post(PING);
    assert.deepEqual([answered.status, answered.headers.get('ratelimit-policy')], [200, '"default";q=2;w=60']);
    const refusedOne = await post(PING);
    assert.match(refusedOne.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
    assert.equal(await outcome(refusedOne), '429 RATE_LIMITED');
  });

  it('keep the limits of text and body', async () => {
    const { url, key, post } = service.running;
    const client = await connect(url, key);
    const { error } = await refused(client, 'extract', { text: 'a'.repeat(100_001) });
    assert.deepEqual([error.code, error.details?.[0]?.pointer], ['VALIDATION_ERROR', '/text']);
    await client.close();
    assert.equal(await outcome(await post('/mcp', 'a'.repeat(1_048_577))), '413 PAYLOAD_TOO_LARGE');
    assert.equal(await outcome(await post('/mcp', '{"jsonrpc"')), '400 VALIDATION_ERROR');
    assert.equal(
      await outcome(await post('/mcp', PING, { 'Content-Type': 'text/plain' })),
      '415 UNSUPPORTED_MEDIA_TYPE',
    );
    const get = await fetch(`${url}/mcp`);
    assert.deepEqual([get.headers.get('allow'), await outcome(get)], ['POST', '405 METHOD_NOT_ALLOWED']);
  });
});

describe('the path of the tools', () => {
  let served: Served;
  const failing = {
    ...painService,
    extract: async ({ text }: { readonly text: string }) => {
      throw text.includes('busy') ? new AppError('NLP_UNAVAILABLE') : new TypeError(text);
    },
  };

  before(async () => {
    served = await serve({
      mcp: mcpOverHttp(failing, parseConfig({})),
      keys: knownKeys({ secret: 'key-for-the-tools' }),
      key: 'key-for-the-tools',
    });
  });
  after(() => served.close());

  it('is not there unless MCP_HTTP is set', async () => {
    const without = await serve();
    assert.equal(await outcome(await without.post('/mcp', PING, ACCEPT)), '404 NOT_FOUND');
    await without.close();
  });

  it('tells what failed as a result, and logs its code and class without a word of the note', async () => {
    const client = await connect(served.url, served.key);
    const { error } = await refused(client, 'extract', { text: `busy ${MARK}` });
    assert.equal(error.code, 'NLP_UNAVAILABLE');
    assert.equal((await refused(client, 'extract', { text: MARK })).error.code, 'INTERNAL_ERROR');
    await refused(client, 'search_terms', { query: `${MARK}\u0000` });
    await assert.rejects(client.callTool({ name: MARK, arguments: { [MARK]: MARK } }));
    await served.post('/mcp', { ...PING, method: MARK, params: { [MARK]: MARK } }, { ...ACCEPT, 'Mcp-Name': MARK });
    await client.close();
    const log = served.logs.join('');
    assert.doesNotMatch(log, new RegExp(MARK));
    assert.doesNotMatch(log, /key-for-the-tools/);
    const lines = served.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
    const failed = lines.filter(({ code }) => /^(?:NLP|INTERNAL)/.test(String(code)));
    assert.deepEqual(
      failed.map(({ route, code, error: name }) => [route, code, name]),
      [
        ['/mcp', 'NLP_UNAVAILABLE', 'AppError'],
        ['/mcp', 'INTERNAL_ERROR', 'TypeError'],
      ],
    );
  });

  it('holds no stream open', async () => {
    const listen = await served.post('/mcp', { ...PING, method: 'subscriptions/listen', params: {} }, ACCEPT);
    assert.ok((await listen.text()).includes('error'));
  });
});
