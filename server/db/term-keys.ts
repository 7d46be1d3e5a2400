/** The keys of all terms of a release, and the hashes of them that are kept. */

import { type Kysely, sql } from 'kysely';
import type { Database } from './tables.js';

/** Terms a statement: loose keys take time, in which the one session of the embedded database answers nobody. */
const TERMS_A_STATEMENT = 2_000;

/** Keys of some terms (`term_key`), and their loose keys (`loose_key`). */
export interface ReadKeys {
  readonly keys: string[];
  readonly looseKeys: string[];
}

/** The keys of the active terms of a release, some at a time; the loose ones take the database a twelfth of a millisecond each. */
export async function* readTermKeys(db: Kysely<Database>, releaseId: number): AsyncGenerator<ReadKeys> {
  for (let after = '0'; ; ) {
    const { rows } = await sql<{ keys: string[] | null; loose: string[] | null; last: string | null }>`
      SELECT array_agg(d.term_key) AS keys, array_agg(loose_key(d.language, d.term)) FILTER (WHERE d.kind <> 'abbreviation') AS loose,
        max(d.description_id)::text AS last
      FROM (SELECT * FROM descriptions WHERE release_id = ${releaseId}::int AND active AND description_id > ${after}::bigint
        ORDER BY description_id LIMIT ${TERMS_A_STATEMENT}) d`.execute(db);
    const { keys, loose, last } = rows[0] ?? { keys: null, loose: null, last: null };
    if (keys === null || last === null) return;
    yield { keys, looseKeys: loose ?? [] };
    after = last;
  }
}

/** Those of some keys that no active term of a release or of the site has. */
export async function lackingKeys(
  db: Kysely<Database>,
  releaseId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  const lacking = new Set<string>();
  for (let from = 0; from < keys.length; from += TERMS_A_STATEMENT) {
    const { rows } = await sql<{ key: string }>`
      SELECT k.key FROM unnest(${keys.slice(from, from + TERMS_A_STATEMENT)}::text[]) k (key)
      WHERE NOT EXISTS (SELECT FROM descriptions d WHERE d.release_id IN (0, ${releaseId}::int) AND d.term_key = k.key AND d.active)`.execute(
      db,
    );
    for (const { key } of rows) lacking.add(key);
  }
  return lacking;
}

/** The bytes that were kept; null where there are none yet. */
export async function readKeyHashes(
  db: Kysely<Database>,
  releaseId: number,
): Promise<{ readonly keys: Buffer; readonly loose_keys: Buffer } | null> {
  const { rows } = await sql<{ keys: Buffer; loose_keys: Buffer }>`
    SELECT keys, loose_keys FROM release_key_hashes WHERE release_id = ${releaseId}::int`.execute(db);
  return rows[0] ?? null;
}

/** Keeps bytes for a release, unless it has some, or is gone. */
export async function writeKeyHashes(
  db: Kysely<Database>,
  releaseId: number,
  { keys, looseKeys }: { readonly keys: Uint8Array; readonly looseKeys: Uint8Array },
): Promise<void> {
  await sql`
    INSERT INTO release_key_hashes (release_id, keys, loose_keys)
    SELECT r.release_id, ${Buffer.from(keys)}::bytea, ${Buffer.from(looseKeys)}::bytea
    FROM terminology_releases r WHERE r.release_id = ${releaseId}::int ON CONFLICT DO NOTHING`.execute(db);
}
