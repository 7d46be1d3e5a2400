import assert from 'node:assert/strict';
import { CosineScreen } from '../../server/embedding/cosine-screen.js';
import { oneAfterTheOther } from '../../server/embedding/vector-thread.js';

const DIMENSIONS = 64;

/** Unit vectors that are the same at every run, some of them of few large values. */
function unitVectors(count: number, seed: number): Float32Array[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
  return Array.from({ length: count }, (_, i) => {
    const vector = Float32Array.from({ length: DIMENSIONS }, (_each, d) => (i % 3 === 0 && d % 8 !== 0 ? 0 : next()));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, d) => sum + value * (b[d] as number), 0);

describe('the screen of a terminology', () => {
  const vectors = unitVectors(500, 1);
  const queries = [...unitVectors(200, 2), ...vectors.slice(0, 5)];
  const greatest = queries.map((query) => Math.max(...vectors.map((vector) => cosine(query, vector))));
  /** Three vectors each. */
  const concepts = BigInt64Array.from(vectors, (_, i) => BigInt(Math.floor(i / 3)));
  let ends = 0;
  const screen = new CosineScreen(vectors.length, DIMENSIONS, () => void ends++);

  before('in blocks', () => {
    screen.add(oneAfterTheOther(vectors.slice(0, 100)), concepts.slice(0, 100));
    screen.add(oneAfterTheOther(vectors.slice(100)), concepts.slice(100));
  });

  after(async () => {
    await screen.close();
    assert.equal(ends, 1);
  });

  it('never says less than the greatest cosine, and seldom much more', async () => {
    const bounds = [...(await screen.bounds(queries))];
    const room = bounds.map((bound, i) => bound - (greatest[i] as number));
    assert.ok(Math.min(...room) >= -1e-6, `less by ${Math.min(...room)}`);
    assert.ok(Math.max(...room) < 0.06, `more by ${Math.max(...room)}`);
  });

  it('lists all vectors of the nearest concepts, and few others', async () => {
    const wanted = 4;
    const lists = await screen.lists(queries, wanted);
    assert.equal(lists.length, queries.length);
    for (const [i, query] of queries.entries()) {
      const cosines = vectors.map((vector) => cosine(query, vector));
      const order = [...vectors.keys()].sort((a, b) => (cosines[b] as number) - (cosines[a] as number));
      const found = new Set<bigint>();
      const last = order.findIndex((place) => found.add(concepts[place] as bigint).size === wanted);
      const list = new Set(lists[i]);
      assert.deepEqual(
        order.slice(0, last + 1).filter((place) => !list.has(place)),
        [],
      );
      assert.ok(
        [...list].every((place) => (cosines[place] as number) > (cosines[order[last] as number] as number) - 0.2),
      );
    }
  });

  it('lists all vectors where there are fewer concepts than are asked for', async () => {
    const [list] = await screen.lists(queries.slice(0, 1), 1_000);
    assert.equal(list?.length, vectors.length);
  });

  it('lists none where too many are about as near', async () => {
    const same = new CosineScreen(5_000, DIMENSIONS, () => {});
    same.add(
      oneAfterTheOther(Array.from({ length: 5_000 }, () => vectors[0] as Float32Array)),
      BigInt64Array.from({ length: 5_000 }, (_, i) => BigInt(i)),
    );
    assert.deepEqual(await same.lists([vectors[1] as Float32Array], 8), [null]);
    await same.close();
  });

  it('lists the nearest too where the sample of them has none of these', async () => {
    // One vector in 64 is looked at first, and is far here.
    const near = vectors[0] as Float32Array;
    const far = near.map((value) => -value);
    const mixed = new CosineScreen(6_400, DIMENSIONS, () => {});
    const isNear = (i: number) => i % 64 === 5 && i < 64 * 20;
    mixed.add(
      oneAfterTheOther(Array.from({ length: 6_400 }, (_, i) => (isNear(i) ? near : far))),
      BigInt64Array.from({ length: 6_400 }, (_, i) => BigInt(i)),
    );
    const [list] = await mixed.lists([near], 8);
    assert.deepEqual(
      [...(list ?? [])],
      Array.from({ length: 20 }, (_, i) => 64 * i + 5),
    );
    await mixed.close();
  });

  it('says the same of a query alone and among others', async () => {
    const together = await screen.bounds(queries.slice(0, 9));
    for (const [i, query] of queries.slice(0, 9).entries())
      assert.deepEqual([...(await screen.bounds([query]))], [together[i]]);
  });

  it('bounds vectors too that have larger values than the first ones', async () => {
    const flat = Float32Array.from({ length: DIMENSIONS }, () => 1 / Math.sqrt(DIMENSIONS));
    const peak = Float32Array.from({ length: DIMENSIONS }, (_, d) => (d === 0 ? 1 : 0));
    const other = new CosineScreen(2, DIMENSIONS, () => {});
    other.add(oneAfterTheOther([flat]));
    other.add(oneAfterTheOther([peak]));
    const [bound] = await other.bounds([peak]);
    assert.ok((bound ?? 0) >= 1, String(bound));
    await other.close();
  });
});
