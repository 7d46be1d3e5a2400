/** Statements that a library has written, through our own connections and transactions. */

import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from './tables.js';

/** Runs SQL as it is; without values it may be several statements. */
export async function runStatement(
  db: Kysely<Database>,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: unknown[] }> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
  return { rows: [...rows] };
}
