import assert from 'node:assert/strict';
import { NeighbourCache } from '../../../server/concepts/lookup/neighbour-cache.js';

const concepts = (sctid: string) => [{ description_id: `9${sctid}`, sctid, cosine: 0.9 }];

describe('the known neighbours', () => {
  it('are those of their release, and of their version of the terms of the site', () => {
    const cache = new NeighbourCache(1e6);
    cache.of('one').set('fever', concepts('1'));
    assert.deepEqual(cache.of('one').get('fever'), concepts('1'));
    assert.equal(cache.of('two').get('fever'), undefined);
    assert.deepEqual([cache.hits, cache.misses], [1, 1]);
  });

  it('bound a text by its nearest concept, or by what is told of it', () => {
    const release = new NeighbourCache(1e6).of('one');
    release.set('fever', concepts('1'));
    release.set('nothing near', []);
    release.setBound('x', 0.4);
    assert.deepEqual(['fever', 'nothing near', 'x', 'y'].map(release.boundOf), [0.9, -1, 0.4, undefined]);
    assert.equal(release.get('x'), undefined);
  });

  it('take no more memory than they may, and say how much', () => {
    const cache = new NeighbourCache(100_000);
    for (let i = 0; i < 10_000; i++) cache.of('one').set(`text ${i}`, concepts(String(i)));
    assert.ok(cache.bytes <= 100_000, String(cache.bytes));
    assert.ok(cache.bytes > 10_000);
  });

  it('stay where they are asked for again and again, however long a note comes between', () => {
    const cache = new NeighbourCache(100_000);
    const release = cache.of('one');
    const often = Array.from({ length: 20 }, (_, i) => `often ${i}`);
    for (const text of often) release.set(text, concepts('1'));
    for (const text of often) release.get(text);
    for (let i = 0; i < 10_000; i++) release.set(`long ${i}`, concepts('2'));
    for (const text of often) assert.deepEqual(release.get(text), concepts('1'), text);
  });

  it('are none where there is no memory for them', () => {
    const cache = new NeighbourCache(0);
    cache.of('one').set('fever', concepts('1'));
    assert.equal(cache.of('one').get('fever'), undefined);
  });
});
