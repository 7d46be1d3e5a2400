import assert from 'node:assert/strict';
import { giveWay, mapInSlices, runInSlices } from '../server/slices.js';

const STEP_MS = 3;
const MAPS = 20;

function busy(): number {
  const end = performance.now() + STEP_MS;
  while (performance.now() < end);
  return end;
}

/** How often other work of the process had its turn while `work` ran. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const turn = () => {
    turns++;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  over = true;
  return turns;
}

describe('long work in slices', () => {
  it('gives way in the midst of a long map, which keeps its order', async () => {
    const turns = await turnsDuring(async () => {
      const doubled = await mapInSlices(
        Array.from({ length: MAPS }, (_, i) => i),
        (i) => busy() && 2 * i,
      );
      assert.deepEqual(doubled.slice(0, 3), [0, 2, 4]);
    });
    assert.ok(turns >= MAPS / 4, `${turns} turns`);
  });

  it('gives way between short maps that follow each other', async () => {
    const turns = await turnsDuring(async () => {
      for (let i = 0; i < MAPS; i++) await mapInSlices([i], busy);
    });
    assert.ok(turns >= MAPS / 4, `${turns} turns`);
  });

  it('gives way between two stages that took long, and not between short ones', async () => {
    const spent = () => performance.now() - began;
    let began = performance.now();
    const turnsOfLong = await turnsDuring(async () => {
      for (let i = 0; i < MAPS; i++) {
        busy();
        await giveWay();
      }
    });
    assert.ok(turnsOfLong >= MAPS - 1, `${turnsOfLong} turns in ${spent()} ms`);
    began = performance.now();
    const turnsOfShort = await turnsDuring(async () => {
      for (let i = 0; i < MAPS; i++) await giveWay();
    });
    assert.ok(turnsOfShort <= 1 + spent() / STEP_MS, `${turnsOfShort} turns in ${spent()} ms`);
  });

  it('ends steps with what the signal was aborted with', async () => {
    const controller = new AbortController();
    function* steps(): Generator<undefined, string, void> {
      for (;;) {
        busy();
        yield;
      }
    }
    await giveWay();
    const running = runInSlices(steps(), controller.signal);
    controller.abort(new Error('gone'));
    await assert.rejects(running, /gone/);
  });
});
