import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdersOf, queued } from '../app/span-queue-rows.js';
import { openOf } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { emptyDirectory, FIRST_USE_MS, firstKey, preparedEnv, type Serving, serve } from './service-process.js';

const CONCEPTS = '/v1/extract/concepts';

async function ask(services: readonly Serving[], key: string, texts: readonly string[]): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  const left = [...texts.entries()];
  const lane = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [i, text] = next;
      const answer = await services[i % services.length]?.post(CONCEPTS, { text }, headers);
      assert.equal(answer?.status, 200);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

describe('a process with SPAN_QUEUE', () => {
  it('writes the last counts when it ends, and no span into its output and metrics', async function () {
    this.timeout(FIRST_USE_MS);
    const env = await preparedEnv();
    const METRICS_PORT = String(await freePort());
    const service = await serve({ ...env, SPAN_QUEUE: '1', LOG_LEVEL: 'debug', METRICS_PORT });
    const key = firstKey(env.DATA_DIR);
    await ask(
      [service],
      key,
      [1, 2, 3, 4, 5].map((day) => `Wobbly gait, day ${day}.`),
    );
    const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
    assert.match(metrics, /span_queue_waiting \d/);
    assert.deepEqual(await service.end(), { code: 0, signal: null });
    assert.doesNotMatch(service.stdout() + service.stderr() + metrics, /wobbly/i);
    const handle = await openOf(env);
    try {
      assert.deepEqual(
        (await queued(handle.db)).map(({ span, requests }) => [span, requests]),
        [['Wobbly gait', 5]],
      );
    } finally {
      await handle.close();
    }
  });
});

if (process.env.TEST_DATABASE_URL !== undefined) {
  describe('two processes with SPAN_QUEUE on one server', () => {
    it('count together, under load too', async function () {
      this.timeout(FIRST_USE_MS);
      const env = await preparedEnv();
      const services = [
        await serve({ ...env, SPAN_QUEUE: '1' }),
        await serve({ ...env, SPAN_QUEUE: '1', DATA_DIR: emptyDirectory() }),
      ];
      const key = firstKey(env.DATA_DIR);
      const handle = await openOf(env);
      const spans = ['Wobbly gait', 'Puffy eyelids'];
      const requests = async () => Object.fromEntries((await queued(handle.db)).map((row) => [row.span, row.requests]));
      try {
        await ask(services, key, [`${spans[0]}, a.`, `${spans[0]}, b.`, `${spans[0]}, c.`, `${spans[0]}, d.`]);
        await sleep(3_000);
        assert.deepEqual(await requests(), {});
        assert.deepEqual(await holdersOf(handle.db, 'wobbly gait'), []);
        await ask(services, key, [`${spans[0]}, e.`]);
        const many = Array.from({ length: 400 }, (_, i) => `${spans.join('. ')}, visit ${i}.`);
        await ask(services, key, many);
        await Promise.all(services.map(({ end }) => end()));
        assert.deepEqual(await requests(), { 'Wobbly gait': 405, 'Puffy eyelids': 400 });
        const output = services.map(({ stdout, stderr }) => stdout() + stderr()).join('');
        assert.doesNotMatch(output, /span_queue/);
      } finally {
        await handle.close();
      }
    });
  });
}
