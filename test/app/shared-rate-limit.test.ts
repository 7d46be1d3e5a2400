import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { SharedRateLimiter } from '../../server/app/shared-rate-limit.js';
import type { DatabaseHandle } from '../../server/db/connect.js';
import { testDatabase, withDatabase } from '../support/database.js';

describe('the limit of requests per key', () => {
  const database = testDatabase();
  const limiter = (limit = 60) => new SharedRateLimiter(database.handle.limiterPool, limit);
  /** Moves the bucket of a key back in time. */
  const pass = (keyId: number, seconds: number) =>
    database.handle.pool.query(`UPDATE rate_limits SET at = at - interval '1 s' * $2 WHERE key_id = $1`, [
      keyId,
      seconds,
    ]);

  it('counts down and then refuses', async () => {
    const one = limiter(2);
    assert.deepEqual(await one.take(1, null), { allowed: true, limit: 2, remaining: 1, resetSeconds: 30 });
    assert.equal((await one.take(1, null)).remaining, 0);
    for (let times = 0; times < 3; times++) {
      const { allowed, resetSeconds } = await one.take(1, null);
      assert.equal(allowed, false);
      assert.ok(resetSeconds > 20 && resetSeconds <= 30, String(resetSeconds));
    }
    assert.equal((await one.take(2, null)).allowed, true);
  });

  it('is exact over several processes', async () => {
    const limiters = [limiter(), limiter()];
    const taken = await Promise.all(Array.from({ length: 200 }, (_, i) => limiters[i % 2]?.take(10, 10)));
    const allowed = taken.filter((each) => each?.allowed).length;
    // One more every six seconds.
    assert.ok(allowed === 10 || allowed === 11, String(allowed));
  });

  it("can be the key's own, and goes on with the count when it changes", async () => {
    const one = limiter();
    assert.equal((await one.take(20, 1)).allowed, true);
    assert.equal((await one.take(20, 1)).allowed, false);
    const raised = await one.take(20, 10);
    assert.deepEqual([raised.allowed, raised.limit], [true, 10]);
    assert.ok(raised.remaining <= 9);
    for (let times = 0; times < 8; times++) assert.equal((await one.take(20, 10)).allowed, true);
    const lowered = await limiter().take(20, 3);
    assert.equal(lowered.allowed, false);
    assert.ok(lowered.resetSeconds <= 20);
  });

  it('knows no minutes: a process lets no second burst through behind that of another', async () => {
    const [first, second] = [limiter(), limiter()];
    for (let times = 0; times < 10; times++) assert.equal((await first.take(30, 10)).allowed, true);
    assert.equal((await second.take(30, 10)).allowed, false);
    await pass(30, 12);
    const taken = [await limiter().take(30, 10), await limiter().take(30, 10), await limiter().take(30, 10)];
    assert.deepEqual(
      taken.map(({ allowed }) => allowed),
      [true, true, false],
    );
    await pass(30, 600);
    assert.equal((await limiter().take(30, 10)).remaining, 9);
  });

  it('goes on where the clock of the database is set back', async () => {
    const one = limiter();
    await one.take(50, 3);
    await pass(50, -3_600);
    assert.equal((await one.take(50, 3)).remaining, 1);
    await pass(50, 20);
    assert.equal((await limiter().take(50, 3)).remaining, 1);
  });

  it('does not count what it refuses, whichever process does', async () => {
    const limiters = [limiter(), limiter()];
    await Promise.all(Array.from({ length: 100 }, (_, i) => limiters[i % 2]?.take(40, 5)));
    const { rows } = await database.handle.pool.query<{ level: number }>(
      'SELECT level FROM rate_limits WHERE key_id = 40',
    );
    assert.ok((rows[0]?.level ?? 0) <= 5 + 1e-6);
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

describe('the limit of requests per key while its table is lost', () => {
  /** One more every three seconds. */
  const LIMIT = 20;
  const hide = ({ pool }: DatabaseHandle) => pool.query('ALTER TABLE rate_limits RENAME TO hidden');
  const show = ({ pool }: DatabaseHandle) => pool.query('ALTER TABLE hidden RENAME TO rate_limits');

  function told() {
    const codes: string[] = [];
    const onLost = (error: unknown) => void codes.push((error as { code: string }).code);
    return { codes, listener: { onLost, onFound: () => void codes.push('found') } };
  }

  async function found(limiter: SharedRateLimiter): Promise<void> {
    for (let tries = 0; tries < 500 && limiter.isLost; tries++) await sleep(10);
    assert.equal(limiter.isLost, false);
  }

  /** How many of so many requests are let through. */
  async function allowed(limiters: readonly SharedRateLimiter[], times: number): Promise<number> {
    let count = 0;
    for (let i = 0; i < times; i++) for (const limiter of limiters) if ((await limiter.take(1, null)).allowed) count++;
    return count;
  }

  it('is told once when it is lost and once when it is back', async () => {
    await withDatabase(async (handle) => {
      const { codes, listener } = told();
      const limiter = new SharedRateLimiter(handle.limiterPool, LIMIT, listener);
      await limiter.take(1, null);
      assert.deepEqual([limiter.isLost, codes], [false, []]);
      await hide(handle);
      await allowed([limiter], 5);
      assert.deepEqual([limiter.isLost, codes], [true, ['42P01']]);
      // Longer than it takes to ask again.
      await sleep(1_200);
      assert.deepEqual([limiter.isLost, codes], [true, ['42P01']]);
      await show(handle);
      await found(limiter);
      await allowed([limiter], 1);
      assert.deepEqual(codes, ['42P01', 'found']);
    });
  });

  it('goes on from the count of the table, and the table from what was let through meanwhile', async () => {
    await withDatabase(async (handle) => {
      const limiter = new SharedRateLimiter(handle.limiterPool, LIMIT);
      assert.equal(await allowed([limiter], 12), 12);
      await hide(handle);
      assert.equal(await allowed([limiter], 5), 5);
      await show(handle);
      await found(limiter);
      assert.equal(await allowed([limiter], 10), LIMIT - 17);
    });
  });

  it('lets two processes pass no more than twice the limit, from before the loss until after it', async () => {
    await withDatabase(async (handle) => {
      const both = [1, 2].map(() => new SharedRateLimiter(handle.limiterPool, LIMIT));
      let passed = await allowed(both, 3);
      await hide(handle);
      passed += await allowed(both, 2 * LIMIT);
      assert.ok(passed <= 2 * LIMIT, String(passed));
      await show(handle);
      for (const limiter of both) await found(limiter);
      passed += await allowed(both, LIMIT);
      assert.ok(passed <= 2 * LIMIT, String(passed));
    });
  });

  it('lets pass no more than twice the limit where the table comes back empty', async () => {
    await withDatabase(async (handle) => {
      const limiter = new SharedRateLimiter(handle.limiterPool, LIMIT);
      let passed = await allowed([limiter], LIMIT + 5);
      await hide(handle);
      passed += await allowed([limiter], LIMIT);
      await handle.pool.query('DELETE FROM hidden');
      await show(handle);
      await found(limiter);
      passed += await allowed([limiter], 2 * LIMIT);
      assert.ok(passed <= 2 * LIMIT, String(passed));
    });
  });
});
