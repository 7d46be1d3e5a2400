/** What kind of thing a concept is, asked of the database once for each: a release never changes. */

import type { Kysely } from 'kysely';
import type { Database } from '../db/tables.js';
import { type ConceptTraits, readTraits } from '../db/terminology.js';

/** Concepts that are remembered, a few megabytes of them. */
const KEPT = 50_000;

export class KnownConcepts {
  #releaseId: number | null = null;
  /** Null for a concept that the release has not. */
  #known = new Map<string, ConceptTraits | null>();

  constructor(private readonly db: Kysely<Database>) {}

  /** The traits of these SCTIDs in a release; without those that it has not. */
  async among(releaseId: number, sctids: ReadonlySet<string>): Promise<ReadonlyMap<string, ConceptTraits>> {
    if (this.#releaseId !== releaseId || this.#known.size > KEPT) {
      this.#releaseId = releaseId;
      this.#known = new Map();
    }
    const known = this.#known;
    const asked = [...sctids];
    const unknown = asked.filter((sctid) => !known.has(sctid));
    if (unknown.length > 0) {
      const traits = await readTraits(this.db, releaseId, unknown);
      for (const sctid of unknown) known.set(sctid, traits.get(sctid) ?? null);
    }
    const found = new Map<string, ConceptTraits>();
    for (const sctid of asked) {
      const traits = known.get(sctid);
      if (traits) found.set(sctid, traits);
    }
    return found;
  }
}
