/** The search of the embedded database, and of a server whose index is not built yet: the vectors of a release, read once and searched in memory. */

import type { Kysely } from 'kysely';
import type { DatabaseHandle } from '../db/connect.js';
import { countVectors, readVectors } from '../db/embeddings.js';
import type { NearTerm, ReleaseSearch } from '../db/rank.js';
import type { SearchTarget } from '../db/serving.js';
import type { Database } from '../db/tables.js';
import { toHalfPrecision, toUnitLength } from '../embedding/half-vector.js';
import { VectorSearch } from '../embedding/vector-search.js';

interface Loaded {
  readonly search: VectorSearch | null;
  readonly ids: BigInt64Array;
  readonly sctids: BigInt64Array;
}

/** That of the served release, and of the one before it for the requests that began with it. */
const TABLES = 2;

export class MemorySearch implements ReleaseSearch {
  readonly #tables = new Map<string, Promise<Loaded>>();

  /** @param stored how the database keeps the vectors: queries are rounded alike, so that cosines are those of its own search */
  constructor(private readonly stored: 'vector' | 'halfvec' = 'vector') {}

  async nearest(
    db: Kysely<Database>,
    table: string,
    queries: readonly Float32Array[],
    k: number,
  ): Promise<NearTerm[][]> {
    const { search, ids, sctids } = await this.load(db, table, queries[0]?.length ?? 0);
    if (search === null) return queries.map(() => []);
    const found = await search.nearest(this.stored === 'halfvec' ? queries.map(asStored) : queries, k);
    return queries.map((_, query) =>
      Array.from({ length: found.k }, (_each, rank) => {
        const at = query * found.k + rank;
        const place = found.places[at] as number;
        const cosine = found.cosines[at] as number;
        return { descriptionId: ids[place] as bigint, sctid: sctids[place] as bigint, cosine };
      }),
    );
  }

  /** Reads the vectors of a table unless they are here; a table of a release never changes once it is complete. */
  load(db: Kysely<Database>, table: string, dimensions: number): Promise<Loaded> {
    const known = this.#tables.get(table);
    if (known !== undefined) return known;
    const forget = () => void this.#tables.delete(table);
    const loading = readAll(db, table, { dimensions, stored: this.stored }, forget);
    loading.catch(forget);
    this.#tables.set(table, loading);
    const [oldest] = this.#tables.keys();
    if (this.#tables.size > TABLES && oldest !== undefined) void this.#drop(oldest);
    return loading;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#tables.keys()].map((table) => this.#drop(table)));
  }

  async #drop(table: string): Promise<void> {
    const loading = this.#tables.get(table);
    this.#tables.delete(table);
    const loaded = await loading?.catch(() => undefined);
    await loaded?.search?.close();
  }
}

/**
 * Which releases are searched in memory: every one in the embedded database; on a server one whose index is not built yet. There the exact scan in SQL
 * of 16 vectors over 60,000 takes a second and more, and a statement may take two; in memory it takes a fiftieth of that.
 */
export function searchInMemory(kind: DatabaseHandle['kind'], memory: MemorySearch) {
  return ({ ready }: SearchTarget): ReleaseSearch | undefined => (kind === 'server' && ready ? undefined : memory);
}

function asStored(query: Float32Array): Float32Array {
  const rounded = toHalfPrecision(query);
  toUnitLength(rounded, rounded.length);
  return rounded;
}

/** @param onEnd called when the thread of the vectors ends */
async function readAll(
  db: Kysely<Database>,
  table: string,
  { dimensions, stored }: { readonly dimensions: number; readonly stored: 'vector' | 'halfvec' },
  onEnd: () => void,
): Promise<Loaded> {
  const count = await countVectors(db, table);
  const ids = new BigInt64Array(count);
  const sctids = new BigInt64Array(count);
  if (count === 0) return { search: null, ids, sctids };
  const search = new VectorSearch(count, dimensions, onEnd);
  try {
    let at = 0;
    for await (const block of readVectors(db, table, dimensions)) {
      ids.set(block.ids, at);
      sctids.set(block.sctids, at);
      at += block.ids.length;
      // Rounding has changed their length a little, and a product is a cosine only between vectors of length 1.
      if (stored === 'halfvec') toUnitLength(block.vectors, dimensions);
      search.add(block.vectors);
    }
    return { search, ids, sctids };
  } catch (error) {
    await search.close();
    throw error;
  }
}
