/** What ranking needs of the database, and the time that it takes there. */

import type { Kysely } from 'kysely';
import type { VectorTypes } from '../../db/rank.js';
import type { SearchTarget } from '../../db/serving.js';
import type { Database } from '../../db/tables.js';
import type { Neighbours } from './neighbours.js';

export interface RankingDatabase {
  readonly db: Kysely<Database>;
  readonly serving: SearchTarget;
  readonly types: VectorTypes;
  /** The search width of the index; that of notes where there is none. */
  readonly width?: number;
  /** What is known without the index; absent where every text is to be searched for. */
  readonly known?: Neighbours | undefined;
  /** Milliseconds spent, added to by each call. */
  readonly spent: { embedding: number; ranking: number };
}

/** Does work, and adds the time it takes to a stage. */
export async function timed<T>(
  { spent }: Pick<RankingDatabase, 'spent'>,
  stage: keyof RankingDatabase['spent'],
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const result = await work();
  spent[stage] += performance.now() - began;
  return result;
}
