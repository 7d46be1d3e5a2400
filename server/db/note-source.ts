/** The notes of a site: a query of the operator, of which nothing but reading is asked. */

import pg from 'pg';
import { isDatabaseUnavailable, isTableMissing } from './failure.js';

/** A note as the source has it. */
export interface SourceNote {
  readonly noteId: string;
  readonly text: string | null;
}

/** Types of PostgreSQL by their numbers. */
const WHOLE_NUMBERS = [20, 21, 23];
const TEXTS = [25, 1043, 1042];
const MAX_CONNECTIONS = 2;

/** Reads through a pool that is closed at the end, or through one that is lent. */
export class NoteSource {
  readonly #pool: pg.Pool;
  readonly #isOwn: boolean;
  readonly #query: string;

  /** @param from a URL of PostgreSQL, or a pool that someone else closes */
  constructor(from: string | pg.Pool, query: string) {
    this.#isOwn = typeof from === 'string';
    this.#pool =
      typeof from === 'string'
        ? new pg.Pool({
            connectionString: from,
            max: MAX_CONNECTIONS,
            application_name: 'clinical-concept-extraction bulk',
          })
        : from;
    // Without a listener the loss of an idle connection would end the process.
    if (this.#isOwn) this.#pool.on('error', () => undefined);
    this.#query = query.trim().replace(/;$/, '');
  }

  /** @throws Error that says what is wrong with the query */
  async check(): Promise<void> {
    const { fields } = await this.#read(`SELECT * FROM (${this.#query}\n) AS source LIMIT 1`, []);
    const [id, text] = fields;
    if (fields.length !== 2 || id === undefined || text === undefined)
      throw new Error(`The source must have two columns, the number and the text of a note; it has ${fields.length}.`);
    if (!WHOLE_NUMBERS.includes(id.dataTypeID))
      throw new Error(
        'The first column of the source must be a whole number (bigint, integer): cast it, or choose another.',
      );
    if (!TEXTS.includes(text.dataTypeID))
      throw new Error('The second column of the source must be text: cast it, or choose another.');
  }

  /** The numbers of notes from after this one on, ascending, each once. */
  async idsAfter(after: string | null, count: number): Promise<string[]> {
    const { rows } = await this.#read(
      `SELECT note_id::text AS id FROM ${this.#source()}
       WHERE note_id IS NOT NULL AND ($1::bigint IS NULL OR note_id > $1::bigint) GROUP BY note_id ORDER BY note_id LIMIT $2`,
      [after, count],
    );
    return rows.map(({ id }) => String(id));
  }

  /** The notes with these numbers, as many as there are. */
  async notes(ids: readonly string[]): Promise<SourceNote[]> {
    const { rows } = await this.#read(
      `SELECT note_id::text AS id, note_text::text AS text FROM ${this.#source()} WHERE note_id = ANY($1::bigint[])`,
      [ids],
    );
    return rows.map(({ id, text }) => ({ noteId: String(id), text: text === null ? null : String(text) }));
  }

  async close(): Promise<void> {
    if (this.#isOwn) await this.#pool.end();
  }

  #source(): string {
    return `(${this.#query}\n) AS source (note_id, note_text)`;
  }

  /** In a transaction that may only read, as one statement: the server refuses a query that is more than one. */
  async #read(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const client = await this.#pool.connect();
    let failed = true;
    try {
      await client.query('BEGIN READ ONLY');
      const config = { text, values: [...values], queryMode: 'extended' };
      const result = await client.query(config as pg.QueryConfig);
      await client.query('COMMIT');
      failed = false;
      return result;
    } catch (error) {
      throw refusal(error);
    } finally {
      if (failed) await client.query('ROLLBACK').catch(() => undefined);
      client.release(failed);
    }
  }
}

/** Classes of SQLSTATE whose messages are about the query, never about what it read. */
const ABOUT_QUERY = /^(0A|25|42)/;

/** An error that says what the database has against the query, without a word of a note; as it is where the database is only away. */
function refusal(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || (isDatabaseUnavailable(error) && !isTableMissing(error))) return error;
  const { code = '' } = error;
  const said = ABOUT_QUERY.test(code) ? error.message : `SQLSTATE ${code}`;
  return Object.assign(new Error(`The database refuses the source: ${said}.`), { code });
}
