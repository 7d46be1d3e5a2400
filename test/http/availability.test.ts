import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExtractionService } from '../../server/app/operations.js';
import type { ConceptsAnswer } from '../../server/concepts/answer.js';
import { AppError } from '../../server/errors.js';
import { statusAnswerSchema } from '../../server/http/answer-schemas.js';
import { drain } from '../../server/http/drain.js';
import { exchange, outcome, painService, serve, unlimited, versions } from './serve.js';

const PATH = '/v1/extract/concepts';
const body = { text: 'pain' };

/** A service whose concepts wait until the test lets them go. */
function waiting() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  const signals: AbortSignal[] = [];
  let began: () => void = () => undefined;
  const running = new Promise<void>((done) => {
    began = done;
  });
  const extractConcepts = async (_: unknown, signal: AbortSignal): Promise<ConceptsAnswer> => {
    signals.push(signal);
    began();
    await released;
    return { concepts: [], language: 'en', versions, timings: { detect: 1 } };
  };
  return { service: { ...painService, extractConcepts } as ExtractionService, release, running, signals };
}

function failing(error: unknown): ExtractionService {
  return {
    ...painService,
    extractConcepts: async () => {
      throw error;
    },
  };
}

describe('failures of the stages', () => {
  const ROWS: readonly (readonly [why: string, error: unknown, expected: string, retryAfter: string | null])[] = [
    ['a failed model', new AppError('NLP_UPSTREAM_ERROR'), '502 NLP_UPSTREAM_ERROR', null],
    ['a missing terminology', new AppError('NLP_UNAVAILABLE'), '503 NLP_UNAVAILABLE', '1'],
    [
      'a stage that says when to come back',
      new AppError('NLP_UNAVAILABLE', { retryAfter: 7 }),
      '503 NLP_UNAVAILABLE',
      '7',
    ],
    ['a bug', new TypeError('x is not a function'), '500 INTERNAL_ERROR', null],
    ['a thrown string', 'boom', '500 INTERNAL_ERROR', null],
  ];
  for (const [why, error, expected, retryAfter] of ROWS) {
    it(`answer ${expected} for ${why}, with the limit still told`, async () => {
      const served = await serve({ service: failing(error) });
      const response = await served.post(PATH, body);
      assert.equal(response.headers.get('retry-after'), retryAfter);
      assert.equal(response.headers.get('ratelimit'), '"default";r=57;t=23');
      assert.equal(await outcome(response), expected);
      await served.close();
    });
  }
});

describe('overload', () => {
  it('is shed with 503 while health and bad requests are still answered', async () => {
    const { service, release, running } = waiting();
    const served = await serve({ service, limits: { MAX_IN_FLIGHT: 1 } });
    const first = served.post(PATH, body);
    await running;
    const second = await served.post(PATH, body);
    assert.equal(second.headers.get('retry-after'), '1');
    assert.equal(await outcome(second), '503 NLP_UNAVAILABLE');
    assert.equal(await outcome(await served.post(PATH, {})), '400 VALIDATION_ERROR');
    assert.equal((await fetch(`${served.url}/healthz`)).status, 200);
    release();
    assert.equal(await outcome(await first), '200 OK');
    assert.equal(await outcome(await served.post(PATH, body)), '200 OK');
    await served.close();
  });

  it('keeps a place taken while abandoned work still runs', async () => {
    const { service, release } = waiting();
    const served = await serve({ service, limits: { MAX_IN_FLIGHT: 1, DEADLINE_MS: 100 } });
    assert.equal(await outcome(await served.post(PATH, body)), '503 NLP_UNAVAILABLE');
    const busy = (await (await served.post(PATH, body)).json()) as { error: { message: string } };
    assert.match(busy.error.message, /busy/);
    release();
    await sleep(10);
    assert.equal(await outcome(await served.post(PATH, body)), '200 OK');
    await served.close();
  });
});

describe('the deadline of a request', () => {
  it('answers 503 and tells the work to stop', async () => {
    const { service, signals } = waiting();
    const served = await serve({ service, limits: { DEADLINE_MS: 100 } });
    const began = performance.now();
    const response = await served.post(PATH, body);
    assert.equal(response.headers.get('retry-after'), '1');
    assert.equal(await outcome(response), '503 NLP_UNAVAILABLE');
    assert.ok(performance.now() - began >= 290, 'the first 1,000 characters add 200 ms');
    assert.equal(signals[0]?.aborted, true);
    await served.close();
  });

  it('ends the work of a client that has gone', async () => {
    const { service, running, signals } = waiting();
    const served = await serve({ service });
    const socket = connect(served.port, '127.0.0.1');
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${served.key}\r\nContent-Length: 15\r\n\r\n`;
    socket.write(`${head}{"text":"pain"}`);
    await running;
    socket.destroy();
    if (!signals[0]?.aborted) await once(signals[0] as AbortSignal, 'abort');
    await sleep(20);
    assert.match(served.logs.at(-1) ?? '', /"aborted":true/);
    await served.close();
  });
});

describe('readiness', () => {
  it('names every part that is missing', async () => {
    const served = await serve({ service: { ...painService, faults: async () => ['database', 'model'] } });
    const response = await fetch(`${served.url}/readyz`);
    assert.equal(response.headers.get('retry-after'), '1');
    const { error } = (await response.json()) as {
      error: { code: string; message: string; details: { pointer: string }[] };
    };
    assert.equal(response.status, 503);
    assert.equal(error.code, 'NLP_UNAVAILABLE');
    assert.equal(error.message, 'Not ready: database, model.');
    assert.deepEqual(
      error.details.map(({ pointer }) => pointer),
      ['/database', '/model'],
    );
    assert.equal((await fetch(`${served.url}/healthz`)).status, 200);
    await served.close();
  });

  it('is said when nothing is missing', async () => {
    const served = await serve();
    assert.deepEqual(await (await fetch(`${served.url}/readyz`)).json(), { status: 'ready' });
    await served.close();
  });
});

describe('a service that has lost the table of limits', () => {
  it('answers, and says with 200 that it is degraded and why', async () => {
    const limiter = { ...unlimited, isLost: true };
    const served = await serve({ limiter });
    const response = await fetch(`${served.url}/readyz`);
    const answer = await response.json();
    assert.equal(response.status, 200);
    assert.deepEqual(answer, {
      status: 'degraded',
      details: [{ pointer: '/rate_limits', rule: 'is not available: each process counts requests for itself' }],
    });
    assert.deepEqual(statusAnswerSchema.parse(answer), answer);
    assert.equal(await outcome(await served.post(PATH, body)), '200 OK');
    limiter.isLost = false;
    assert.deepEqual(await (await fetch(`${served.url}/readyz`)).json(), { status: 'ready' });
    await served.close();
  });
});

describe('the end of the process', () => {
  it('answers what runs, fails readiness, closes connections, then ends', async () => {
    const { service, release, running } = waiting();
    const served = await serve({ service });
    const idle = connect(served.port, '127.0.0.1');
    const running1 = served.post(PATH, body);
    await running;
    const ended = drain(served.server, served.lifecycle, 100);
    const ready = await fetch(`${served.url}/readyz`);
    assert.equal(ready.status, 503);
    assert.equal(ready.headers.get('connection'), 'close');
    assert.equal((await served.post(PATH, {})).status, 400);
    await sleep(150);
    await assert.rejects(fetch(`${served.url}/healthz`));
    release();
    assert.equal(await outcome(await running1), '200 OK');
    const began = performance.now();
    await ended;
    assert.ok(performance.now() - began < 1_000);
    idle.destroy();
  });

  it('answers 503 to what does not end in time', async () => {
    const { service, running } = waiting();
    const served = await serve({ service, limits: { DEADLINE_MS: 60_000 } });
    const stuck = served.post(PATH, body);
    await running;
    const ended = drain(served.server, served.lifecycle, 0, 200);
    assert.equal(await outcome(await stuck), '503 NLP_UNAVAILABLE');
    await ended;
  });

  it('cuts a request whose body never comes', async () => {
    const served = await serve();
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${served.key}\r\nContent-Length: 15\r\n\r\n{`;
    const answer = exchange(served.port, head);
    await sleep(50);
    await drain(served.server, served.lifecycle, 0, 200);
    assert.equal(await answer.catch(() => ''), '');
  });
});
