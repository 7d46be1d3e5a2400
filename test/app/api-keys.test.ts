import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { ApiKeyVerifier, hashApiKey, isWellFormedApiKey, makeApiKey, shownPrefix } from '../../server/app/api-keys.js';
import { insertApiKey, listApiKeys, revokeApiKey } from '../../server/db/api-keys.js';
import type { Database } from '../../server/db/tables.js';
import { SCOPES } from '../../server/domain/key-scope.js';
import { testDatabase, withDatabase } from '../support/database.js';

/** Longer than a database takes to close on a busy machine. */
const GRACE_MS = 2_000;

async function store(db: Kysely<Database>, more: { requestsPerMinute?: number; scopes?: readonly ['contexts'] } = {}) {
  const secret = makeApiKey();
  const key = { name: 'test', prefix: shownPrefix(secret), hash: hashApiKey(secret), scopes: more.scopes ?? SCOPES };
  const keyId = await insertApiKey(db, {
    ...key,
    requestsPerMinute: more.requestsPerMinute ?? null,
    expiresInDays: null,
  });
  return { secret, keyId };
}

/** Puts the end of a key into the past. */
async function expire(db: Kysely<Database>, keyId: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('key_id', '=', keyId)
    .execute();
}

describe('the form of an API key', () => {
  it('is a prefix, 27 random characters and a checksum of 6', () => {
    const keys = Array.from({ length: 500 }, makeApiKey);
    for (const key of keys) {
      assert.match(key, /^ccx_live_[0-9A-Za-z]{33}$/);
      assert.ok(isWellFormedApiKey(key));
    }
    assert.equal(new Set(keys).size, 500);
    const characters = new Set(keys.flatMap((key) => [...key.slice(9, 36)]));
    assert.equal(characters.size, 62);
  });

  it('is broken by any changed, missing or added character', () => {
    const key = makeApiKey();
    for (let at = 0; at < key.length; at++) {
      const changed = key[at] === 'x' ? 'y' : 'x';
      assert.equal(isWellFormedApiKey(key.slice(0, at) + changed + key.slice(at + 1)), false);
    }
    for (const wrong of [
      '',
      key.slice(1),
      key.slice(0, -1),
      `${key}0`,
      `${key}\0`,
      key.toUpperCase(),
      `${key.slice(0, -1)}é`,
    ]) {
      assert.equal(isWellFormedApiKey(wrong), false);
    }
  });

  it('is recognised by its first characters, which give nothing else away', () => {
    const key = makeApiKey();
    assert.equal(shownPrefix(key), key.slice(0, 13));
    assert.equal(hashApiKey(key).length, 32);
  });
});

describe('verifying an API key', () => {
  const database = testDatabase();

  it('gives its number, scopes and limit', async () => {
    const { db } = database.handle;
    const { secret, keyId } = await store(db, { requestsPerMinute: 7, scopes: ['contexts'] });
    const verifier = new ApiKeyVerifier(db);
    assert.deepEqual(await verifier.verify(secret), { keyId, scopes: ['contexts'], requestsPerMinute: 7 });
  });

  it('notes when the key was used', async () => {
    const { db } = database.handle;
    const { secret, keyId } = await store(db);
    await new ApiKeyVerifier(db).verify(secret);
    for (let tries = 0; tries < 50; tries++) {
      const row = (await listApiKeys(db)).find((each) => each.key_id === keyId);
      if (row?.last_used_at) return;
      await sleep(20);
    }
    assert.fail('last_used_at stayed empty');
  });

  it('refuses unknown, revoked and expired keys alike', async () => {
    const { db } = database.handle;
    const revoked = await store(db);
    await revokeApiKey(db, revoked.keyId);
    const expired = await store(db);
    await expire(db, expired.keyId);
    const verifier = new ApiKeyVerifier(db);
    for (const secret of [makeApiKey(), revoked.secret, expired.secret])
      assert.equal(await verifier.verify(secret), null);
  });

  it('costs one look-up for each wrong key, whatever is wrong with it and however often it comes', async () => {
    const { db } = database.handle;
    const revoked = await store(db);
    await revokeApiKey(db, revoked.keyId);
    const expired = await store(db);
    await expire(db, expired.keyId);
    const good = (await store(db)).secret;
    const mistyped = good.slice(0, -1) + (good.endsWith('x') ? 'y' : 'x');
    let lookUps = 0;
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        lookUps++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const verifier = new ApiKeyVerifier(counted);
    for (const secret of [makeApiKey(), revoked.secret, expired.secret, mistyped]) {
      for (let times = 1; times <= 3; times++) {
        lookUps = 0;
        assert.equal(await verifier.verify(secret), null);
        assert.equal(lookUps, 1);
      }
    }
  });

  it('does not wait for a database that hangs where it has confirmed the key', async () => {
    const { db } = database.handle;
    const { secret } = await store(db);
    let hung: Promise<unknown> | undefined;
    const hanging = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await hung;
        return result;
      },
    });
    const verifier = new ApiKeyVerifier(hanging, 0, 60_000, 100);
    const key = await verifier.verify(secret);
    let answer: () => void = () => undefined;
    hung = new Promise<void>((done) => {
      answer = done;
    });
    assert.deepEqual(await verifier.verify(secret), key);
    answer();
  });

  it('sees a revocation when its memory of the key has run out', async () => {
    const { db } = database.handle;
    const { secret, keyId } = await store(db);
    const verifier = new ApiKeyVerifier(db, 100);
    assert.ok(await verifier.verify(secret));
    await revokeApiKey(db, keyId);
    await sleep(120);
    assert.equal(await verifier.verify(secret), null);
  });

  it('asks the database once for many requests at a time', async () => {
    const { db } = database.handle;
    const { secret } = await store(db);
    const verifier = new ApiKeyVerifier(db);
    const keys = await Promise.all(Array.from({ length: 100 }, () => verifier.verify(secret)));
    assert.equal(new Set(keys).size, 1);
  });

  it('needs no database to refuse a malformed key', async () => {
    await withDatabase(async (handle) => {
      const verifier = new ApiKeyVerifier(handle.db);
      await handle.close();
      assert.equal(await verifier.verify('ccx_live_nonsense'), null);
    });
  });

  it('keeps a confirmed key working for a while when the database is gone, and no other', async () => {
    await withDatabase(async (handle) => {
      const { secret } = await store(handle.db);
      const verifier = new ApiKeyVerifier(handle.db, 0, GRACE_MS);
      assert.ok(await verifier.verify(secret));
      await sleep(50);
      await handle.close();
      assert.ok(await verifier.verify(secret));
      await assert.rejects(verifier.verify(makeApiKey()), { code: 'NLP_UNAVAILABLE', retryAfter: 1 });
      await sleep(GRACE_MS + 50);
      await assert.rejects(verifier.verify(secret), { code: 'NLP_UNAVAILABLE' });
    });
  });
});
