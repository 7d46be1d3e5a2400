/** Statements as a curator's psql runs them, with the lines that it would show. */

import pg from 'pg';

/** Everything as the text that the database sends. */
const AS_TEXT = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

export interface Psql {
  /** Runs one statement with the rights of the role; an error is shown too. */
  readonly run: (statement: string) => Promise<string[]>;
  readonly quit: () => Promise<void>;
}

/** Opens a session that has the rights of the role in every transaction. */
export async function openPsql(place: pg.ClientConfig, role: string): Promise<Psql> {
  const client = new pg.Client({ ...place, types: AS_TEXT });
  await client.connect();
  let open = false;
  const asRole = async () => {
    await client.query('BEGIN');
    await client.query(`SET LOCAL ROLE ${role}`);
  };
  const run = async (statement: string): Promise<string[]> => {
    if (statement === 'BEGIN;') {
      await asRole();
      open = true;
      return ['BEGIN'];
    }
    if (!open) await asRole();
    try {
      const result = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
      if (!open) await client.query('COMMIT');
      return shownResult(result);
    } catch (error) {
      if (!open) await client.query('ROLLBACK');
      return shownError(error);
    } finally {
      if (/^(COMMIT|ROLLBACK);$/.test(statement)) open = false;
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
