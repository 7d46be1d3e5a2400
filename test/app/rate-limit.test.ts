import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OwnRateLimiter } from '../../server/app/rate-limit.js';

const MINUTE = 60_000;
const LIMIT = 60;

describe('the limit of requests per key in one process', () => {
  let now = 0;
  const limiter = (limit = LIMIT) => new OwnRateLimiter(limit, () => now);

  /** How many of so many requests at once are let through. */
  async function allowed(from: OwnRateLimiter, times: number): Promise<number> {
    let count = 0;
    for (let i = 0; i < times; i++) if ((await from.take(1, null)).allowed) count++;
    return count;
  }

  it('lets a burst of the whole limit through, and then as much as the time gives back', async () => {
    const own = limiter();
    assert.equal(await allowed(own, 2 * LIMIT), LIMIT);
    now += 300;
    assert.equal(await allowed(own, LIMIT), 0);
    now += MINUTE / 2;
    assert.equal(await allowed(own, LIMIT), LIMIT / 2);
    now += 10 * MINUTE;
    assert.equal(await allowed(own, 2 * LIMIT), LIMIT);
  });

  it('lets the whole limit through, minute for minute, of ten times as many, and of just as many', async () => {
    for (const times of [1, 10]) {
      for (const limit of [1, 2, 7, LIMIT]) {
        const own = limiter(limit);
        let count = 0;
        for (let i = 0; i < 10 * times * limit; i++) {
          count += await allowed(own, 1);
          now += MINUTE / (times * limit);
        }
        const most = times === 1 ? 10 * limit : 11 * limit;
        assert.ok(count >= 10 * limit && count <= most, `${count} at ${limit} a minute`);
      }
    }
  });

  it('never lets more through in any time than the limit and what that time gives back', async () => {
    const gap = fc.oneof(
      { weight: 40, arbitrary: fc.integer({ min: 0, max: 300 }) },
      fc.integer({ min: 0, max: MINUTE }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(gap, { minLength: 300, maxLength: 600 }), async (gaps) => {
        const own = limiter();
        const times: number[] = [];
        for (const ms of gaps) {
          now += ms;
          if ((await own.take(1, null)).allowed) times.push(now);
        }
        for (const [i, from] of times.entries()) {
          const within = times.slice(i).filter((at) => at - from < MINUTE);
          for (const [more, at] of within.entries()) assert.ok(more + 1 <= LIMIT * (1 + (at - from) / MINUTE) + 1e-3);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('allows one more after as long as it says, and no sooner', async () => {
    for (const limit of [1, 2, 7, LIMIT]) {
      const own = limiter(limit);
      now += 17_300;
      await allowed(own, limit);
      const { allowed: isAllowed, resetSeconds } = await own.take(1, null);
      assert.deepEqual([isAllowed, resetSeconds], [false, Math.ceil(60 / limit)]);
      now += (resetSeconds - 1) * 1_000 - 1;
      assert.equal((await own.take(1, null)).allowed, false, `${limit} a minute, early`);
      now += 1_001;
      assert.equal((await own.take(1, null)).allowed, true, `${limit} a minute`);
    }
  });

  it('says how many are left, and when all are', async () => {
    const own = limiter(3);
    assert.deepEqual(await own.take(1, null), { allowed: true, limit: 3, remaining: 2, resetSeconds: 20 });
    assert.deepEqual(await own.take(1, null), { allowed: true, limit: 3, remaining: 1, resetSeconds: 40 });
    assert.deepEqual(await own.take(1, null), { allowed: true, limit: 3, remaining: 0, resetSeconds: 20 });
    assert.deepEqual(await own.take(2, 5), { allowed: true, limit: 5, remaining: 4, resetSeconds: 12 });
  });
});
