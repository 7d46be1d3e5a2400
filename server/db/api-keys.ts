/** The rows of `api_keys`. A key is only ever known here by the SHA-256 of its secret. */

import { type Kysely, sql } from 'kysely';
import type { KeyScope } from '../domain/key-scope.js';
import { readTwice } from './read-twice.js';
import type { Database } from './tables.js';

export interface ApiKeyRow {
  readonly key_id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: KeyScope[];
  readonly requests_per_minute: number | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly scopes: readonly KeyScope[];
  readonly requestsPerMinute: number | null;
  /** Days until the key ends; null for never. */
  readonly expiresInDays: number | null;
}

const shown = [
  'key_id',
  'name',
  'prefix',
  'scopes',
  'requests_per_minute',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
] as const;

/** Stores a new key and returns its number. */
export async function insertApiKey(db: Kysely<Database>, key: NewApiKey): Promise<number> {
  const row = await db
    .insertInto('api_keys')
    .values({
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      scopes: [...key.scopes],
      requests_per_minute: key.requestsPerMinute,
      expires_at:
        key.expiresInDays === null ? null : sql<Date>`now() + make_interval(days => ${key.expiresInDays}::int)`,
    })
    .returning('key_id')
    .executeTakeFirstOrThrow();
  return row.key_id;
}

/** The usable key with this hash: not revoked, not expired. */
export async function findUsableApiKey(db: Kysely<Database>, hash: Buffer): Promise<ApiKeyRow | undefined> {
  const query = db
    .selectFrom('api_keys')
    .select(shown)
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]));
  return readTwice(db, () => query.executeTakeFirst());
}

/** All keys, oldest first. */
export async function listApiKeys(db: Kysely<Database>): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_keys').select(shown).orderBy('key_id').execute();
}

/** Revokes a key; false when there is no such key or it was revoked before. */
export async function revokeApiKey(db: Kysely<Database>, keyId: number): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Notes that a key was used, at most once a minute. */
export async function touchApiKey(db: Kysely<Database>, keyId: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql<Date>`now()` })
    .where('key_id', '=', keyId)
    .where((eb) =>
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', sql<Date>`now() - interval '1 minute'`)]),
    )
    .execute();
}

/** Whether any key exists; the first start makes one. */
export async function hasApiKey(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('api_keys').select('key_id').limit(1).executeTakeFirst()) !== undefined;
}
