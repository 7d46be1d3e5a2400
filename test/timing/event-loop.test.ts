import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_USE_MS, preparedEnv, type Serving, serve } from '../process/service-process.js';
import { longNote } from './long-note.js';

const LENGTH = 100_000;
/** Generous, for a machine that does other work; a blocked loop would take as long as the whole analysis. */
const MAX_DELAY_MS = 500;

interface Found {
  readonly concepts: readonly { readonly span: string; readonly code: string; start: number; end: number }[];
}

describe('a process that analyses the longest note', () => {
  let service: Serving;

  before('start the service', async function () {
    this.timeout(FIRST_USE_MS);
    // How long the note takes is not asked here: on a slow machine it must not end by its deadline.
    service = await serve({ ...(await preparedEnv()), DEADLINE_MS: '600000' });
  });
  after(() => service.end());

  /** Asks for the health of the process until the work is done: its answer, and the longest wait of a probe, ms. */
  async function probed<T>(work: Promise<T>): Promise<{ answer: T; worst: number; probes: number; took: number }> {
    const began = performance.now();
    let done = false;
    const finished = work.finally(() => {
      done = true;
    });
    let worst = 0;
    let probes = 0;
    for (; !done; probes++) {
      const asked = performance.now();
      assert.equal((await service.get('/healthz')).status, 200);
      worst = Math.max(worst, performance.now() - asked);
      await sleep(5);
    }
    return { answer: await finished, worst, probes, took: performance.now() - began };
  }

  it('answers health probes meanwhile, in both operations', async () => {
    const text = longNote(LENGTH);
    const first = await probed(service.post('/v1/extract/concepts', { text }));
    assert.equal(first.answer.status, 200);
    const { concepts } = (await first.answer.json()) as Found;
    const items = concepts.slice(0, 1_000).map(({ span, code, start, end }) => ({ span, code, start, end }));
    const second = await probed(service.post('/v1/extract/contexts', { text, concepts: items }));
    assert.equal(second.answer.status, 200);
    for (const [operation, { worst, probes, took }] of Object.entries({ concepts: first, contexts: second })) {
      const figures = `${operation}: worst delay ${worst.toFixed(0)} ms in ${probes} probes over ${took.toFixed(0)} ms`;
      assert.ok(worst < MAX_DELAY_MS, figures);
    }
  });
});
