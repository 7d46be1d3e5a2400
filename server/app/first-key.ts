/** The first start makes one API key, so that a newcomer can call the service at once. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { hasApiKey, insertApiKey } from '../db/api-keys.js';
import type { Database } from '../db/tables.js';
import { lockUntilCommit } from '../db/transaction.js';
import { SCOPES } from '../domain/key-scope.js';
import { hashApiKey, makeApiKey, shownPrefix } from './api-keys.js';

/**
 * Makes a key when there is none and writes it to `<dataDir>/api-key`, readable by this user only.
 * @returns the path of the file, null when a key existed
 */
export async function makeFirstKey(db: Kysely<Database>, dataDir: string): Promise<string | null> {
  if (await hasApiKey(db)) return null;
  return db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'first_key');
    if (await hasApiKey(trx)) return null;
    const secret = makeApiKey();
    await insertApiKey(trx, {
      name: 'first start',
      prefix: shownPrefix(secret),
      hash: hashApiKey(secret),
      scopes: SCOPES,
      requestsPerMinute: null,
      expiresInDays: null,
    });
    const path = join(dataDir, 'api-key');
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // A file left by an earlier database would keep its mode, so a new one takes its place.
    rmSync(path, { force: true });
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return path;
  });
}
