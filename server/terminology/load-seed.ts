/** Loads the built-in terminology into the database as one release. */

import type { Kysely } from 'kysely';
import type { Database } from '../db/tables.js';
import { addRelease, attachRelease, finishRelease, insertConcepts, insertDescriptions } from '../db/terminology.js';
import { sampleLess } from '../db/transaction.js';
import type { Progress } from '../domain/work.js';
import type { SeedFiles } from './seed-files.js';

/** How the names of releases of the built-in vocabulary begin. */
export const SEED_RELEASE = 'seed-';

const BATCH = 1_000;

/**
 * Adds the seed as a new release and returns its number. Call it inside a transaction: a seed is loaded whole or not at all.
 */
export async function loadSeed(db: Kysely<Database>, seed: SeedFiles, progress: Progress): Promise<number> {
  const releaseId = await addRelease(db, {
    name: `${SEED_RELEASE}${seed.checksum.slice(0, 12)}`,
    kind: 'seed',
    checksum: seed.checksum,
  });
  await insertConcepts(db, releaseId, seed.concepts);
  for (let start = 0; start < seed.descriptions.length; start += BATCH) {
    await insertDescriptions(db, releaseId, seed.descriptions.slice(start, start + BATCH));
    progress('loading terms', Math.min(start + BATCH, seed.descriptions.length), seed.descriptions.length);
  }
  await sampleLess(db);
  await attachRelease(db, releaseId);
  await finishRelease(db, releaseId);
  return releaseId;
}
