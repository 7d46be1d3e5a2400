import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer } from 'node:net';
import { connectionCame, giveWay, inShare, mapInSlices, newShare, runInSlices } from '../server/slices.js';

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

describe('slices of several parties', () => {
  const NEVER = new AbortController().signal;
  /** Work of many slices. */
  const long = (slices: number) =>
    mapInSlices(
      Array.from({ length: slices * 4 }, (_, i) => i),
      busy,
    );

  it('go to who has taken least: who asks for little is not kept by who asks for much', async () => {
    const heavy = newShare(1);
    const light = newShare(1);
    const ended: string[] = [];
    const all = [1, 2, 3].map((i) => inShare(heavy, NEVER, () => long(8)).then(() => ended.push(`heavy ${i}`)));
    await new Promise((done) => setImmediate(done));
    const began = performance.now();
    await inShare(light, NEVER, () => long(4)).then(() => ended.push('light'));
    const took = performance.now() - began;
    await Promise.all(all);
    assert.equal(ended[0], 'light');
    assert.ok(took < performance.now() - began - 8 * STEP_MS, `${took}`);
  });

  it('count more where they cost more', async () => {
    const ended: string[] = [];
    const cheap = newShare(1);
    const dear = newShare(8);
    const all = [
      inShare(dear, NEVER, () => long(8)).then(() => ended.push('dear')),
      inShare(cheap, NEVER, () => long(8)).then(() => ended.push('cheap')),
    ];
    await Promise.all(all);
    assert.deepEqual(ended, ['cheap', 'dear']);
  });

  it('end at once when the signal of their work is set, whatever stage it is in', async () => {
    const leaving = new AbortController();
    const running = inShare(newShare(1), leaving.signal, () => long(1_000));
    setTimeout(() => leaving.abort(new Error('gone')), 30);
    const began = performance.now();
    await assert.rejects(running, /gone/);
    assert.ok(performance.now() - began < 1_000);
  });
});

describe('new connections', () => {
  it('are all taken between two slices, though libuv takes one a turn of the event loop', async () => {
    const server = createServer();
    server.on('connection', connectionCame);
    let slices = 0;
    const slicesBefore: number[] = [];
    server.on('connection', () => slicesBefore.push(slices));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const clients = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'));
    await mapInSlices(Array.from({ length: 120 }), () => {
      busy();
      slices++;
    });
    for (const client of clients) client.destroy();
    server.close();
    assert.equal(slicesBefore.length, clients.length);
    const [first = 0] = slicesBefore;
    assert.ok((slicesBefore.at(-1) as number) - first < 10, `${slicesBefore}`);
  });
});
