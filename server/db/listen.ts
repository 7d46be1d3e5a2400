/** Hears what the database announces on a channel, on a connection of its own that comes back when it is lost. */

import pg from 'pg';

export interface Listener {
  close(): Promise<void>;
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 30_000;

/**
 * Calls `onNotice` for each notice, and whenever listening begins again, since notices may have been missed. Through a pooler it does not
 * listen, for the session is not its own: who listens must poll too. Needs a server; the embedded database has one session only.
 */
export function listen(databaseUrl: string, channel: string, onNotice: () => void): Listener {
  let wait = FIRST_WAIT_MS;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let current: pg.Client;

  const connect = async (): Promise<void> => {
    const client = newClient(databaseUrl);
    current = client;
    let lost = false;
    const reconnect = () => {
      if (lost || closed) return;
      lost = true;
      timer = setTimeout(connect, wait).unref();
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    };
    // The pool tells of a database that is away; this connection need not tell it again.
    client.on('error', reconnect).on('end', reconnect).on('notification', onNotice);
    try {
      await client.connect();
      if (!(await ownsSession(client))) {
        closed = true;
        await client.end();
        return;
      }
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      wait = FIRST_WAIT_MS;
      onNotice();
    } catch {
      reconnect();
      await client.end().catch(() => undefined);
    }
  };

  const first = connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await first;
      await current.end().catch(() => undefined);
    },
  };
}

/** Whether the other end is the server itself: a pooler gives numbers of its own for its sessions. */
async function ownsSession(client: pg.Client & { readonly processID?: number }): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid === client.processID;
}

function newClient(databaseUrl: string): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    application_name: 'clinical-concept-extraction listener',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
}
