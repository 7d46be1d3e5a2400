/** Statements as a curator's psql runs them, with the lines that it would show. */

import pg from 'pg';

/** Everything as the text that the database sends. */
const AS_TEXT = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

export interface Psql {
  /** Runs and commits one statement with the rights of the role; an error is shown too. */
  readonly run: (statement: string) => Promise<string[]>;
  readonly quit: () => Promise<void>;
}

/**
 * Opens a session that has the rights of the role, and commits each statement by itself, as psql does. The embedded
 * database takes settings of a session away between two statements: there the role goes with each, in one message.
 */
export async function openPsql(place: pg.ClientConfig, role: string): Promise<Psql> {
  const embedded = place.connectionString === undefined;
  const client = new pg.Client({ ...place, ...(embedded ? { user: role } : {}), types: AS_TEXT });
  await client.connect();
  if (!embedded) await client.query(`SET ROLE ${role}`);
  const prefix = embedded ? `SET LOCAL ROLE ${role}; ` : '';
  const run = async (statement: string): Promise<string[]> => {
    try {
      const results = await client.query<unknown[]>({ text: prefix + statement, rowMode: 'array' });
      return shownResult([results].flat().at(-1) as pg.QueryArrayResult<unknown[]>);
    } catch (error) {
      return shownError(error);
    }
  };
  return { run, quit: () => client.end() };
}

function shownResult({ command, rowCount, fields, rows }: pg.QueryArrayResult<unknown[]>): string[] {
  if (command === 'INSERT') return [`INSERT 0 ${rowCount}`];
  if (command === 'UPDATE' || command === 'DELETE') return [`${command} ${rowCount}`];
  if (command !== 'SELECT') return [command];
  return [
    fields.map(({ name }) => name).join(' | '),
    fields.map(() => '---').join('+'),
    ...rows.map((row) => row.map((cell) => cell ?? '').join(' | ')),
    rows.length === 1 ? '(1 row)' : `(${rows.length} rows)`,
  ];
}

function shownError(error: unknown): string[] {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const { message, detail, hint } = error;
  return [`ERROR:  ${message}`, ...(detail ? [`DETAIL:  ${detail}`] : []), ...(hint ? [`HINT:  ${hint}`] : [])];
}
