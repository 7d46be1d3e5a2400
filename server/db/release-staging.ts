/** What a release takes of the rows of RF2 files and lists, and a count of everything else. */

import { type Kysely, sql } from 'kysely';
import { countUnnamed, countUntaken } from './left-out.js';
import { gatherLists, LISTED, stageListedConcepts, stageListedTerms } from './list-staging.js';
import {
  RF2_TABLES,
  type Rf2Refsets,
  stageHolders,
  stageRf2Concepts,
  stageRf2Parents,
  stageRf2Terms,
} from './rf2-staging.js';
import { createTable, keepTags, type StagedCount } from './staging.js';
import type { Database } from './tables.js';

/** What of a release is indexed. */
export interface Selection {
  /** Semantic tags; empty for all. */
  readonly tags: readonly string[];
  /** Module ids of concepts; empty for all. */
  readonly modules: readonly string[];
  readonly refsets: Rf2Refsets;
}

/** Makes the temporary tables of the rows. */
export async function createSnomedTables(trx: Kysely<Database>): Promise<void> {
  for (const target of [...Object.values(RF2_TABLES), LISTED]) await createTable(trx, target);
}

/**
 * Stages concepts, terms and hierarchy: active concepts with a fully specified name; their active terms, those retired as outdated, and those
 * of inactive concepts that one active concept replaces.
 * @returns what is left out, by reason
 */
export async function stageSnomed(trx: Kysely<Database>, selection: Selection): Promise<StagedCount[]> {
  await sql`ANALYZE rf2_concepts, rf2_descriptions, rf2_language, rf2_associations, rf2_attribute_values, rf2_relationships`.execute(
    trx,
  );
  await gatherLists(trx);
  await stageRf2Concepts(trx, selection.modules);
  await stageListedConcepts(trx, selection.modules);
  const unnamed = await countUnnamed(trx, selection.modules);
  const otherTags = await keepTags(trx, selection.tags);
  await sql`CREATE INDEX ON staged_concepts (sctid)`.execute(trx);
  await sql`ANALYZE staged_concepts`.execute(trx);
  await stageHolders(trx);
  await stageRf2Terms(trx, selection.refsets);
  await stageListedTerms(trx);
  await stageRf2Parents(trx);
  return [...unnamed, ...otherTags, ...(await countUntaken(trx))];
}
