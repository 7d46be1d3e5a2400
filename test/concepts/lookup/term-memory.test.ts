import assert from 'node:assert/strict';
import { remembered, TermMemory } from '../../../server/concepts/lookup/term-memory.js';

describe('what is kept of terms', () => {
  const serving = { releaseId: 1, releaseLoaded: 'today', localVersion: 0 };
  const rows = new Map([
    ['fever', ['386661006']],
    ['asthma', ['195967001']],
  ]);

  /** Asks for keys; what was read of the database. */
  async function read(terms: TermMemory | undefined, keys: string[], of = serving): Promise<readonly string[]> {
    let asked: readonly string[] = [];
    const found = await remembered({ serving: of, known: { terms } }, 'key', keys, async (missing) => {
      asked = missing;
      return rows;
    });
    assert.deepEqual([...found].sort(), [...rows].filter(([key]) => keys.includes(key)).sort());
    return asked;
  }

  it('is read once, also that there is nothing', async () => {
    const terms = new TermMemory(1e6);
    assert.deepEqual(await read(terms, ['fever', 'swamp']), ['fever', 'swamp']);
    assert.deepEqual(await read(terms, ['fever', 'swamp', 'asthma']), ['asthma']);
    assert.ok(terms.bytes > 0);
  });

  it('is that of one release, and of one version of the terms of the site', async () => {
    const terms = new TermMemory(1e6);
    await read(terms, ['fever']);
    for (const other of [{ localVersion: 1 }, { releaseId: 2 }, { releaseLoaded: 'tomorrow' }])
      assert.deepEqual(await read(terms, ['fever'], { ...serving, ...other }), ['fever']);
  });

  it('grows no larger than it may', async () => {
    const terms = new TermMemory(2_000);
    await read(
      terms,
      Array.from({ length: 50 }, (_, i) => `swamp ${i}`),
    );
    assert.ok(terms.bytes <= 2_000);
    for (const none of [new TermMemory(0), undefined]) {
      await read(none, ['fever']);
      assert.deepEqual(await read(none, ['fever']), ['fever']);
    }
  });
});
