import assert from 'node:assert/strict';
import { SharedRateLimiter } from '../../server/app/rate-limit.js';
import { testDatabase, withDatabase } from '../support/database.js';

describe('the limit of requests per key', () => {
  const database = testDatabase();

  it('counts down and then refuses until the minute ends', async () => {
    const limiter = new SharedRateLimiter(database.handle.limiterPool, 2);
    const first = await limiter.take(1, null);
    assert.deepEqual({ ...first, resetSeconds: 0 }, { allowed: true, limit: 2, remaining: 1, resetSeconds: 0 });
    assert.ok(first.resetSeconds >= 59 && first.resetSeconds <= 60);
    assert.equal((await limiter.take(1, null)).remaining, 0);
    for (let times = 0; times < 3; times++) {
      const refused = await limiter.take(1, null);
      assert.equal(refused.allowed, false);
      assert.ok(refused.resetSeconds >= 1 && refused.resetSeconds <= 60);
    }
    assert.equal((await limiter.take(2, null)).allowed, true);
  });

  it('is exact over several processes', async () => {
    const limiters = [1, 2].map(() => new SharedRateLimiter(database.handle.limiterPool, 60));
    const taken = await Promise.all(Array.from({ length: 200 }, (_, i) => limiters[i % 2]?.take(10, 50)));
    assert.equal(taken.filter((each) => each?.allowed).length, 50);
  });

  it("can be the key's own, and goes on with the count when it changes", async () => {
    const limiter = new SharedRateLimiter(database.handle.limiterPool, 60);
    assert.equal((await limiter.take(20, 1)).allowed, true);
    assert.equal((await limiter.take(20, 1)).allowed, false);
    const raised = await limiter.take(20, 10);
    assert.deepEqual([raised.allowed, raised.limit], [true, 10]);
    assert.ok(raised.remaining <= 8);
  });

  it('begins anew when the minute has ended', async () => {
    const { db, limiterPool } = database.handle;
    const limiter = new SharedRateLimiter(limiterPool, 60);
    await limiter.take(30, 5);
    await db
      .updateTable('rate_limits')
      .set({ points: 5, expire: String(Date.now() - 1) })
      .where('key', '=', 'key:30')
      .execute();
    assert.equal((await limiter.take(30, 5)).remaining, 4);
  });

  it('is kept by each process for itself while the database is gone', async () => {
    await withDatabase(async (handle) => {
      const limiter = new SharedRateLimiter(handle.limiterPool, 3);
      await handle.close();
      const taken = await Promise.all([1, 2, 3, 4, 5].map(() => limiter.take(1, null)));
      assert.equal(taken.filter(({ allowed }) => allowed).length, 3);
    });
  });
});
