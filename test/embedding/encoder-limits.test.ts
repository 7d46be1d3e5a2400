import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { type Encoder, openEncoder } from '../../server/embedding/encoder.js';
import { SHIPPED, threadsOf } from './support.js';

/** Texts that keep a thread busy for a while: one full batch of long ones. */
const busy = (name: string): string[] =>
  Array.from({ length: 256 }, (_, at) => `${name} ${at} ${'thrombose '.repeat(90)}`);
const waiting = (name: string): string[] => Array.from({ length: 20 }, (_, at) => `${name} ${at}`);

describe('the encoder under load and when threads die', () => {
  let encoder: Encoder;
  let threads: Worker[];
  let stop: () => void;

  beforeEach(async () => {
    const options = { modelDir: SHIPPED, workers: 1, maxQueue: 20, cacheSize: 100 };
    ({ result: encoder, threads, stop } = await threadsOf(() => openEncoder(options)));
  });

  afterEach(async () => {
    stop();
    await encoder.close();
  });

  it('refuses new texts while its queue is full, and answers known ones', async () => {
    const known = await encoder.encode(['known']);
    const first = encoder.encode(busy('first'));
    const second = encoder.encode(waiting('second'));
    await assert.rejects(encoder.encode(['new']), { code: 'NLP_UNAVAILABLE', retryAfter: 1 });
    assert.deepEqual(await encoder.encode(['known']), known);
    await Promise.all([first, second]);
    assert.equal((await encoder.encode(['new'])).length, 1);
  });

  it('takes a request larger than its queue when nobody waits', async () => {
    assert.equal((await encoder.encode(busy('large').concat(waiting('large')))).length, 276);
  });

  it('gives up an aborted call with its reason, and frees its place in the queue', async () => {
    const controller = new AbortController();
    const first = encoder.encode(busy('first'));
    const aborted = assert.rejects(encoder.encode(waiting('second'), { signal: controller.signal }), /gone away/);
    controller.abort(new Error('gone away'));
    await aborted;
    assert.equal((await encoder.encode(['new'])).length, 1);
    await first;
    await assert.rejects(encoder.encode(['later'], { signal: controller.signal }), /gone away/);
  });

  it('still answers a call that shares its texts with an aborted one', async () => {
    const controller = new AbortController();
    const aborted = assert.rejects(encoder.encode(['shared'], { signal: controller.signal }), /gone away/);
    const other = encoder.encode(['shared']);
    controller.abort(new Error('gone away'));
    await aborted;
    assert.equal((await other).length, 1);
  });

  it('fails only the calls of a thread that dies, and replaces it', async () => {
    // The thread gets its work and its end in one turn: ended while the network runs, it would end this process too.
    const ended = threads[0]?.terminate();
    const lost = assert.rejects(encoder.encode(busy('lost')), { code: 'NLP_UPSTREAM_ERROR' });
    const kept = encoder.encode(waiting('kept'));
    await ended;
    await lost;
    assert.equal((await kept).length, 20);
    assert.equal(threads.length, 2);
  });

  it('can be closed while its threads are at work', async () => {
    for (let round = 0; round < 10; round++) {
      const other = await openEncoder({ modelDir: SHIPPED, workers: 2, maxQueue: 2_000, cacheSize: 0 });
      const lost = assert.rejects(other.encode(busy(`round ${round}`).concat(busy('more'))), {
        code: 'NLP_UNAVAILABLE',
      });
      // Long enough for the network to run, in some of the rounds.
      await setTimeout(4 * round);
      await other.close();
      await lost;
    }
  });

  it('stays down after three deaths in ten seconds', async () => {
    for (let death = 0; death < 3; death++) {
      await encoder.encode([`alive ${death}`]);
      const thread = threads[death];
      assert.ok(thread);
      const exit = once(thread, 'exit');
      await thread.terminate();
      await exit;
    }
    await assert.rejects(encoder.encode(['fever']), { code: 'NLP_UNAVAILABLE' });
    assert.equal(threads.length, 3);
  });
});
