/** Hears what the database announces on a channel, on a connection of its own that comes back when it is lost. */

import pg from 'pg';

export interface Listener {
  close(): Promise<void>;
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 30_000;

/**
 * Calls `onNotice` for each notice, and whenever listening begins again, since notices may have been missed. A pooler that
 * shares connections passes none on: who listens must poll too. Needs a server; the embedded database has one session only.
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

function newClient(databaseUrl: string): pg.Client {
  return new pg.Client({
    connectionString: databaseUrl,
    application_name: 'clinical-concept-extraction listener',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
}
