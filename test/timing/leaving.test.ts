import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_USE_MS, firstKey, preparedEnv, type Serving, serve } from '../process/service-process.js';
import { freePort } from '../support/free-port.js';
import { longNote } from './long-note.js';
import { slowness } from './machine.js';

/** What is promised; longer on a machine that is slow just now. */
const MOST_MS = 200;
const RUNNING = /^admission_running (\d+)$/m;
const WAITING = /^admission_waiting (\d+)$/m;

describe('a client that leaves', () => {
  let service: Serving;
  let metrics: string;
  let key: string;

  before('start the service', async function () {
    this.timeout(FIRST_USE_MS);
    const METRICS_PORT = String(await freePort());
    metrics = `http://127.0.0.1:${METRICS_PORT}/metrics`;
    const env = await preparedEnv();
    service = await serve({ ...env, METRICS_PORT, DEADLINE_MS: '600000', MAX_WAIT_MS: '600000' });
    key = firstKey(env.DATA_DIR);
  });
  after(() => service.end());

  /** How many requests run and wait. */
  async function under(): Promise<readonly [number, number]> {
    const text = await (await fetch(metrics)).text();
    return [Number(RUNNING.exec(text)?.[1]), Number(WAITING.exec(text)?.[1])];
  }

  it('leaves no work behind, of what runs and of what waits, wherever it was', async () => {
    const took: number[] = [];
    for (const afterMs of [50, 200, 400, 700, 1_100]) {
      const leaving = new AbortController();
      const asked = [0, 1, 2].map((i) =>
        fetch(`${service.url}/v1/extract`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ text: longNote(90_000 + afterMs + i) }),
          signal: leaving.signal,
        }).catch(() => 'left'),
      );
      while ((await under()).join() !== '1,2') await sleep(5);
      await sleep(afterMs);
      leaving.abort();
      const left = performance.now();
      assert.deepEqual(await Promise.all(asked), ['left', 'left', 'left']);
      while ((await under()).join() !== '0,0') await sleep(5);
      took.push(performance.now() - left);
    }
    took.sort((x, y) => x - y);
    const [usual] = took.slice(took.length >> 1);
    assert.ok((usual as number) < MOST_MS * slowness(), `${took.map((each) => each.toFixed(0)).join(', ')} ms`);
  }).timeout(120_000);
});
