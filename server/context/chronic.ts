/** Which concepts are chronic by nature, asked of the database once for each: a release never changes. */

import type { Kysely } from 'kysely';
import type { Database } from '../db/tables.js';
import { readChronic } from '../db/terminology.js';

/** Concepts that are remembered, a few megabytes of them. */
const KEPT = 50_000;

export class ChronicConcepts {
  #releaseId: number | null = null;
  #known = new Map<string, boolean>();

  constructor(private readonly db: Kysely<Database>) {}

  /** Which of these SCTIDs are flagged chronic in a release. */
  async among(releaseId: number, sctids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (this.#releaseId !== releaseId || this.#known.size > KEPT) {
      this.#releaseId = releaseId;
      this.#known = new Map();
    }
    const known = this.#known;
    const asked = [...sctids];
    const unknown = asked.filter((sctid) => !known.has(sctid));
    if (unknown.length > 0) {
      const chronic = await readChronic(this.db, releaseId, unknown);
      for (const sctid of unknown) known.set(sctid, chronic.has(sctid));
    }
    return new Set(asked.filter((sctid) => known.get(sctid)));
  }
}
