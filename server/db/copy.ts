/** Loads many rows into a table: COPY on a server, INSERT on the embedded database, which takes no COPY data. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from './tables.js';

/** Where rows go. */
export interface CopyTarget {
  readonly table: string;
  /** Columns with their types, in the order of the cells. */
  readonly columns: readonly (readonly [name: string, type: string])[];
}

/** Blocks of lines; the cells of a line are parted by tabs and hold neither tab nor line end. */
export type LineBlocks = AsyncIterable<readonly string[]>;

const INSERT_ROWS = 2_000;

/** Copies lines into a table through one server connection. */
export async function copyLines(client: PoolClient, target: CopyTarget, blocks: LineBlocks): Promise<void> {
  const names = target.columns.map(([name]) => client.escapeIdentifier(name)).join(', ');
  const sink = client.query(copyFrom(`COPY ${client.escapeIdentifier(target.table)} (${names}) FROM STDIN`));
  await pipeline(Readable.from(copyText(blocks)), sink);
}

/** In COPY text a backslash escapes. */
async function* copyText(blocks: LineBlocks): AsyncGenerator<string> {
  for await (const lines of blocks) {
    if (lines.length > 0) yield `${lines.join('\n').replaceAll('\\', '\\\\')}\n`;
  }
}

/** Inserts lines into a table, some thousand a statement. */
export async function insertLines(db: Kysely<Database>, target: CopyTarget, blocks: LineBlocks): Promise<void> {
  const names = sql.join(target.columns.map(([name]) => sql.ref(name)));
  const insert = async (lines: readonly string[]): Promise<void> => {
    const cells = lines.map((line) => line.split('\t'));
    const columns = target.columns.map(([, type], i) => sql`${cells.map((row) => row[i])}::text[]::${sql.raw(type)}[]`);
    await sql`INSERT INTO ${sql.table(target.table)} (${names}) SELECT * FROM unnest(${sql.join(columns)})`.execute(db);
  };
  for await (const lines of blocks) {
    for (let start = 0; start < lines.length; start += INSERT_ROWS)
      await insert(lines.slice(start, start + INSERT_ROWS));
  }
}
