import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { NeighbourFiller } from '../../server/app/neighbour-filler.js';
import { readNeighbours } from '../../server/db/neighbours.js';
import { nearestOfRelease } from '../../server/db/rank.js';
import { readState, type Serving } from '../../server/db/serving.js';
import { vectorTypeId } from '../../server/db/vector-parameter.js';
import { prepareTerminology } from '../../server/terminology/prepare.js';
import { testDatabase } from '../support/database.js';
import { ASTHMA, FEVER, PAIN, smallSeed, testModel } from '../terminology/small-seed.js';

const TERMS = ['fever', 'pyrexia', 'febrile', 'fièvre', 'pyrexie', 'asthma', 'asthme', 'pain', 'ache', 'douleur'];

describe('neighbours of terms that no note has had yet', () => {
  const database = testDatabase();
  const shipped = testModel();
  const model = { encode: shipped.encode, keyOf: (text: string) => text };
  let serving: Serving;

  before('serve a small seed', async () => {
    const seed = smallSeed(FEVER, ASTHMA, PAIN);
    const { db } = database.handle;
    await prepareTerminology(db, { seed, ...shipped, model: shipped.model, progress: () => {} });
    const state = await readState(db);
    assert.ok(state.serving);
    serving = { ...state.serving, ready: true };
  });

  async function filler(served: () => Serving | null): Promise<NeighbourFiller> {
    const { db, vectorType } = database.handle;
    const types = { id: await vectorTypeId(db), stored: vectorType };
    const onError = (error: unknown) => assert.fail(String(error));
    const fills = new NeighbourFiller({
      db,
      types,
      served: () => {
        const now = served();
        return now === null ? null : { serving: now, model };
      },
      onError,
      waitMs: 0,
    });
    fills.start();
    return fills;
  }

  const kept = () => readNeighbours(database.handle.db, serving, TERMS);

  it('are not looked for before a release has its index', async () => {
    const fills = await filler(() => ({ ...serving, ready: false }));
    await sleep(200);
    await fills.stop();
    assert.equal((await kept()).size, 0);
  });

  it('are those that the note would be answered with', async () => {
    const fills = await filler(() => serving);
    while ((await kept()).size < TERMS.length) await sleep(50);
    await fills.stop();
    const { db, vectorType } = database.handle;
    const types = { id: await vectorTypeId(db), stored: vectorType };
    const nearest = await nearestOfRelease(db, serving, await shipped.encode(TERMS), { types });
    const found = await kept();
    for (const [i, term] of TERMS.entries())
      assert.deepEqual(
        found.get(term)?.map(({ sctid }) => sctid),
        nearest[i]?.map(({ sctid }) => sctid),
        term,
      );
  });

  it('are no longer looked for where another release is served', async () => {
    let served = serving;
    const fills = await filler(() => {
      const now = served;
      served = { ...serving, releaseLoaded: 'later', ready: false };
      return now;
    });
    await sleep(200);
    await fills.stop();
  });
});
