import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { Patience, SilenceError } from '../../server/app/patience.js';

const MS = 100;

describe('patience', () => {
  it('ends where nothing is answered', async () => {
    const began = performance.now();
    await assert.rejects(new Patience(MS).within(sleep(5_000, undefined, { ref: false })), SilenceError);
    assert.ok(performance.now() - began >= MS - 2);
  });

  it('lasts as long as others are answered', async () => {
    const patience = new Patience(MS);
    const row = Array.from({ length: 10 }, (_, i) => patience.within(sleep(40 * (i + 1), i)));
    assert.deepEqual(await Promise.all(row), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('does not take a process that is busy for a silent database', async () => {
    const patience = new Patience(MS);
    // A message that is there when the process has time again.
    const { port1, port2 } = new MessageChannel();
    const answer = patience.within(once(port1, 'message'));
    port2.postMessage('answered');
    const until = performance.now() + 3 * MS;
    while (performance.now() < until);
    assert.deepEqual(await answer, ['answered']);
    port1.close();
  });

  it('passes the failure of the work on', async () => {
    await assert.rejects(new Patience(MS).within(Promise.reject(new TypeError('of the work'))), TypeError);
  });
});
