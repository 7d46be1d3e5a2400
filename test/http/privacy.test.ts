import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import type { ExtractionService } from '../../server/app/operations.js';
import { AppError } from '../../server/errors.js';
import { createMetrics, createMetricsServer } from '../../server/http/metrics.js';
import { exchange, painService, type Served, serve } from './serve.js';

const MARK = 'Zanzibarius';
const PATH = '/v1/extract/concepts';
const CONTEXTS = '/v1/extract/contexts';
const ALLOWED = new Set(
  'level,time,pid,hostname,msg,request_id,key_id,method,route,status,code,error,error_code,duration_ms,bytes_in,bytes_out,entries,aborted'.split(
    ',',
  ),
);

/** Fails as the note says, each time with the note itself in the error. */
const leaky: ExtractionService = {
  ...painService,
  async extractConcepts({ text }, signal) {
    const cause = Object.assign(new Error(text), { code: '22P05', detail: text, where: text, parameters: [text] });
    if (text.startsWith('bug')) throw Object.assign(new TypeError(text), { code: text });
    if (text.startsWith('upstream')) throw new AppError('NLP_UPSTREAM_ERROR', { cause });
    if (text.startsWith('unavailable')) throw new AppError('NLP_UNAVAILABLE', { cause });
    return painService.extractConcepts({ text, language: 'auto', explain: false }, signal);
  },
};

describe('the log', () => {
  let served: Served;
  const answers: string[] = [];
  before(async () => {
    served = await serve({ service: leaky, limits: { MAX_BODY_BYTES: 5_000, MAX_TEXT: 2_000 } });
    await sendEverything();
  });
  after(() => served.close());

  async function sendEverything(): Promise<void> {
    const send = async (path: string, body: unknown, headers?: Record<string, string>) => {
      const response = await served.post(path, body, headers);
      if (response.status !== 200) answers.push(await response.text());
    };
    for (const text of ['pain', 'bug', 'upstream', 'unavailable']) await send(PATH, { text: `${text} ${MARK}` });
    for (const body of [
      `{"text": "${MARK}`,
      `"${MARK}"`,
      `${MARK}`,
      `{"text":"${MARK}","x":${'['.repeat(100)}`,
      Buffer.from(`{"text":"${MARK}\xff"}`, 'latin1'),
    ]) {
      await send(PATH, body);
    }
    await send(PATH, { text: `${MARK}\u0000` });
    await send(PATH, { text: 'pain', language: MARK });
    await send(PATH, { text: MARK.repeat(200) });
    await send(PATH, { text: MARK.repeat(2_000) });
    await send(PATH, { text: 'pain', [MARK]: MARK });
    await send(CONTEXTS, { text: MARK, concepts: [{ span: MARK, code: MARK }] });
    await send(CONTEXTS, { text: MARK, concepts: [{ span: `${MARK}\u0000`, code: 3 }] });
    await send(CONTEXTS, { text: MARK, concepts: [{ span: MARK, start: MARK }], note_date: MARK });
    await send(`/${MARK}?q=${MARK}`, { text: MARK });
    await send(PATH, { text: 'pain' }, { Authorization: `Bearer ${MARK}`, 'User-Agent': MARK });
    await send(PATH, { text: 'pain' }, { 'Content-Type': MARK, 'X-Request-Id': `${MARK} ${MARK}` });
    await send(PATH, { text: 'pain' }, { 'Content-Encoding': MARK });
    const broken = await Promise.all([
      exchange(served.port, `${MARK}\r\n\r\n`),
      exchange(served.port, `GET / HTTP/1.1\r\nHost: x\r\n${MARK} : ${MARK}\r\n\r\n`),
      exchange(
        served.port,
        `GET /x HTTP/1.1\r\nHost: x\r\nUser-Agent: ${MARK}\u001b[31m\r\nX-Request-Id: \u202e${MARK}\r\nConnection: close\r\n\r\n`,
      ),
      exchange(served.port, `GET http://[${MARK} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      exchange(
        served.port,
        `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${served.key}\r\nTransfer-Encoding: chunked\r\n\r\n${MARK}\r\n`,
      ),
    ]);
    answers.push(...broken);
  }

  it('never holds what a client sent as text, key, path, query or header', async () => {
    assert.ok(served.logs.length >= 20);
    assert.ok(!served.logs.join('').includes(MARK));
    assert.ok(!served.logs.join('').includes(served.key));
    assert.ok(!(await served.metrics.registry.metrics()).includes(MARK));
  });

  it('has only members of the allow-list, one line of JSON a request', () => {
    for (const line of served.logs) {
      assert.equal(line.indexOf('\n'), line.length - 1);
      const unknown = Object.keys(JSON.parse(line)).filter((member) => !ALLOWED.has(member));
      assert.deepEqual(unknown, []);
    }
  });

  it('says of an error inside only its class and the code of the system', () => {
    const lines = served.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
    const failed = lines
      .filter(({ status }) => Number(status) >= 500)
      .map(({ code, error, error_code }) => [code, error, error_code]);
    assert.deepEqual(failed, [
      ['INTERNAL_ERROR', 'TypeError', undefined],
      ['NLP_UPSTREAM_ERROR', 'Error', '22P05'],
      ['NLP_UNAVAILABLE', 'Error', '22P05'],
    ]);
  });

  it('counts what was asked and answered', () => {
    const line = JSON.parse(served.logs.find((each) => each.includes('"status":200')) ?? '{}') as Record<
      string,
      unknown
    >;
    assert.equal(line.route, PATH);
    assert.equal(line.key_id, 1);
    assert.equal(line.entries, 1);
    assert.equal(line.bytes_in, JSON.stringify({ text: `pain ${MARK}` }).length);
    assert.ok(Number(line.bytes_out) > 100);
    assert.equal(typeof line.duration_ms, 'number');
  });

  it('is matched by error answers that repeat nothing of the request', () => {
    assert.ok(answers.length >= 18);
    assert.ok(!answers.join('').includes(MARK));
  });
});

describe('the metrics', () => {
  it('count answers by route template, status and code', async () => {
    const served = await serve();
    await (await served.post(PATH, { text: 'pain' })).text();
    await (await served.post(PATH, {})).text();
    await (await served.post('/nowhere', {})).text();
    const text = await served.metrics.registry.metrics();
    assert.match(text, /http_requests_total\{route="\/v1\/extract\/concepts",status="200",code="OK"\} 1/);
    assert.match(text, /http_requests_total\{route="\/v1\/extract\/concepts",status="400",code="VALIDATION_ERROR"\} 1/);
    assert.match(text, /http_requests_total\{route="unmatched",status="404",code="NOT_FOUND"\} 1/);
    assert.match(text, /extraction_stage_seconds_count\{route="\/v1\/extract\/concepts",stage="detect"\} 1/);
    assert.match(text, /http_requests_in_flight 0/);
    await served.close();
  });

  it('are served on a server of their own, with the figures of the process', async () => {
    const server = createMetricsServer(createMetrics());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const text = await (await fetch(`${url}/metrics`)).text();
    assert.match(text, /nodejs_eventloop_lag_seconds/);
    assert.match(text, /http_requests_in_flight/);
    assert.equal((await fetch(url)).status, 404);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
});
