import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_USE_MS, preparedEnv, type Serving, serve } from '../process/service-process.js';
import { longNote } from './long-note.js';

const CONCEPTS = '/v1/extract/concepts';

describe('a process that is asked to end', () => {
  let env: Awaited<ReturnType<typeof preparedEnv>>;
  let service: Serving;

  before('prepare a database', async function () {
    this.timeout(FIRST_USE_MS);
    env = await preparedEnv();
    // Other work of the machine must not end a request by its deadline here.
    service = await serve({ ...env, DEADLINE_MS: '30000' });
  });

  it('answers every request under way, accepts no other, and exits with 0', async () => {
    let answered = 0;
    const notes = [1_000, 1_000, 1_000, 1_000].map(longNote);
    const answers = notes.map(async (text) => {
      const response = await service.post(CONCEPTS, { text });
      answered++;
      return { status: response.status, ...((await response.json()) as { concepts: unknown[] }) };
    });
    await sleep(100);
    assert.equal(answered, 0, 'the notes are too short: all were answered before the signal');
    const began = performance.now();
    const ending = service.end();
    for (const { status, concepts } of await Promise.all(answers)) {
      assert.equal(status, 200);
      assert.ok(concepts.length > 0);
    }
    assert.deepEqual(await ending, { code: 0, signal: null });
    assert.ok(performance.now() - began < 10_000);
    await assert.rejects(service.get('/healthz'));
    assert.doesNotMatch(service.stdout(), /"level":[56]0/);
  });

  it('tells load balancers first, and answers what still comes', async () => {
    service = await serve({ ...env, DRAIN_MS: '1000' });
    assert.equal((await service.get('/readyz')).status, 200);
    const ending = service.end();
    await sleep(200);
    const notReady = await service.get('/readyz');
    assert.equal(notReady.status, 503);
    assert.equal(notReady.headers.get('connection'), 'close');
    assert.match(await notReady.text(), /draining/);
    assert.equal((await service.get('/healthz')).status, 200);
    assert.equal((await service.post(CONCEPTS, { text: 'Chest pain.' })).status, 200);
    assert.deepEqual(await ending, { code: 0, signal: null });
  });
});
