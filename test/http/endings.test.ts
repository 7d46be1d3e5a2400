import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange, painService, type Served, serve } from './serve.js';

const PATH = '/v1/extract/concepts';

interface Line {
  readonly msg: string;
  readonly route: string;
  readonly status: number;
  readonly code?: string;
  readonly request_id: string;
  readonly aborted?: boolean;
}

const linesOf = ({ logs }: Served) => logs.map((line) => JSON.parse(line) as Line);

/** How often the metrics have each route, status and code. */
async function countsOf({ metrics }: Served): Promise<string[]> {
  const { values } = await (metrics.registry.getSingleMetric('http_requests_total') as unknown as Counter).get();
  return values.map(({ labels, value }) => `${labels.route} ${labels.status} ${labels.code} ${value}`);
}

interface Counter {
  get(): Promise<{ values: { labels: Record<string, string | number>; value: number }[] }>;
}

const head = (key: string, length: number) =>
  `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${length}\r\n\r\n`;

async function until(is: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !is(); tries++) await sleep(10);
}

describe('a request whose client leaves', () => {
  it('is logged and counted as 499 while it is worked on, whatever its work ends with', async () => {
    let begun: () => void = () => undefined;
    const running = new Promise<void>((done) => {
      begun = done;
    });
    const extractConcepts: typeof painService.extractConcepts = async (_, signal) => {
      begun();
      await once(signal, 'abort');
      throw new Error('of the abort');
    };
    const served = await serve({ service: { ...painService, extractConcepts } });
    const socket = connect(served.port, '127.0.0.1');
    socket.write(`${head(served.key, 15)}{"text":"pain"}`);
    await running;
    socket.destroy();
    await until(() => served.logs.length > 0);
    const [line] = linesOf(served);
    assert.deepEqual([line?.status, line?.code, line?.aborted], [499, 'CLIENT_CLOSED', true]);
    assert.deepEqual(await countsOf(served), [`${PATH} 499 CLIENT_CLOSED 1`]);
    await served.close();
  });

  it('is the same while its body comes', async () => {
    const served = await serve();
    const socket = connect(served.port, '127.0.0.1');
    socket.write(`${head(served.key, 90)}{"te`);
    await sleep(100);
    socket.destroy();
    await until(() => served.logs.length > 0);
    assert.deepEqual(await countsOf(served), [`${PATH} 499 CLIENT_CLOSED 1`]);
    await served.close();
  });

  it('keeps its status where the answer had left', async () => {
    const served = await serve();
    assert.equal((await served.post(PATH, {})).status, 400);
    assert.equal((await served.post(PATH, { text: 'pain' })).status, 200);
    await until(() => served.logs.length > 1);
    assert.deepEqual(await countsOf(served), [`${PATH} 400 VALIDATION_ERROR 1`, `${PATH} 200 OK 1`]);
    await served.close();
  });
});

describe('a request that is refused before the app has it', () => {
  it('is logged and counted like every other, with the id of its answer', async () => {
    const served = await serve();
    const answers = [
      await exchange(served.port, 'nonsense\r\n\r\n'),
      await exchange(served.port, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`),
    ];
    const lines = linesOf(served);
    assert.deepEqual(
      lines.map(({ msg, route, status, code }) => [msg, route, status, code]),
      [
        ['request', 'unmatched', 400, 'VALIDATION_ERROR'],
        ['request', 'unmatched', 431, 'HEADERS_TOO_LARGE'],
      ],
    );
    for (const [i, answer] of answers.entries()) assert.ok(answer.includes(`X-Request-Id: ${lines[i]?.request_id}`));
    assert.deepEqual(await countsOf(served), ['unmatched 400 VALIDATION_ERROR 1', 'unmatched 431 HEADERS_TOO_LARGE 1']);
    assert.ok(!served.logs.join('').includes('nonsense'));
    await served.close();
  });

  it('is counted once where the app has its headers and its body does not come', async () => {
    const served = await serve({ bodyMs: 200 });
    assert.match(await exchange(served.port, `${head(served.key, 90)}{"te`), /^HTTP\/1.1 408 /);
    await until(() => served.logs.length > 0);
    assert.deepEqual(await countsOf(served), [`${PATH} 408 REQUEST_TIMEOUT 1`]);
    assert.equal(linesOf(served).length, 1);
    await served.close();
  });
});

describe('a connection beyond the most that there may be', () => {
  it('is counted, and told in the log as a sum', async () => {
    const served = await serve();
    served.server.maxConnections = 1;
    const kept = connect(served.port, '127.0.0.1');
    await once(kept, 'connect');
    await sleep(20);
    for (let times = 0; times < 3; times++) await exchange(served.port).catch(() => '');
    const text = await served.metrics.registry.getSingleMetricAsString('http_connections_refused_total');
    assert.match(text, /^http_connections_refused_total 3$/m);
    assert.equal(served.logs.filter((line) => line.includes('connections refused')).length, 1);
    kept.destroy();
    await served.close();
  });
});
