/** Opens the embedded database of a data directory, or joins the process that has it open. */

import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import pg from 'pg';
import { EmbeddedClient } from './client.js';
import { Gate } from './gate.js';
import { type LockRecord, tryLock } from './lock.js';
import { EmbeddedSession, ensureCluster } from './session.js';
import { LocalSocket, SOCKET_NAME, socketAnswers, socketDirOf } from './socket.js';
import { SessionStream } from './stream.js';

export interface EmbeddedPool {
  readonly kind: 'embedded' | 'socket';
  /** Has one connection: a query on the pool waits for ever inside a transaction of it. */
  readonly pool: pg.Pool;
  /** Call after the pool has ended. */
  readonly close: () => Promise<void>;
}

const LOCAL_IDLE_IN_TRANSACTION_MS = 5_000;
const SESSION_WAIT_MS = 10_000;
/** Longer than the wait for the session, whose error says more. */
const POOL_WAIT_MS = 15_000;
const POSTGRES = { user: 'postgres', database: 'postgres', password: '', port: 5432, ssl: false, max: 1 };

/**
 * Opens `dataDir`, makes it where it is missing. Where another live process has it open, connects to that one's socket.
 * Throws an Error that says who holds the directory, or why it cannot be opened.
 */
export async function openEmbedded(
  dataDir: string,
  onWarning: (code: string, message: string) => void,
): Promise<EmbeddedPool> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const dir = realpathSync(dataDir);
  const socketDir = socketDirOf(dir);
  const lock = await tryLock(dir, socketDir);
  if (!lock.held) {
    return joinHolder(dir, lock.holder);
  }
  try {
    if (socketDir !== dir) {
      onWarning(
        'socket_path_long',
        `The path of ${dir} is too long for a socket: connect with "psql -h ${socketDir}".`,
      );
    }
    return await openHere(dir, socketDir, onWarning, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openHere(
  dir: string,
  socketDir: string,
  onWarning: (code: string, message: string) => void,
  release: () => void,
): Promise<EmbeddedPool> {
  const session = new EmbeddedSession(await ensureCluster(dir), (error) => gate.reset(error));
  const gate = new Gate(session, SESSION_WAIT_MS);
  const socket = await serve(socketDir, session, gate, onWarning);
  try {
    await session.open();
  } catch (error) {
    await socket?.close();
    throw new Error(`The embedded database in ${dir} cannot be opened. ${messageOf(error)}`);
  }
  const pool = new pg.Pool({
    ...POSTGRES,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: POOL_WAIT_MS,
    stream: () => new SessionStream(session, gate),
  });
  const close = async (): Promise<void> => {
    await socket?.close();
    await session.close();
    if (socketDir !== dir) {
      rmSync(socketDir, { recursive: true, force: true });
    }
    release();
  };
  return { kind: 'embedded', pool, close };
}

/** The service works without its local socket, so what hinders it is a warning. */
async function serve(
  socketDir: string,
  session: EmbeddedSession,
  gate: Gate,
  onWarning: (code: string, message: string) => void,
): Promise<LocalSocket | undefined> {
  try {
    const idleInTransactionMs = LOCAL_IDLE_IN_TRANSACTION_MS;
    const socket = new LocalSocket(socketDir, (outlet, admit) => {
      return new EmbeddedClient(session, gate, outlet, { local: true, idleInTransactionMs, admit });
    });
    await socket.listen();
    return socket;
  } catch (error) {
    onWarning('socket_unavailable', `psql and the CLI cannot reach the embedded database. ${messageOf(error)}`);
    return undefined;
  }
}

async function joinHolder(dir: string, holder: LockRecord): Promise<EmbeddedPool> {
  if (!(await socketAnswers(holder.socketDir))) {
    throw new Error(
      `${dir} is in use by process ${holder.pid} since ${holder.lockedAt}, which does not answer on ` +
        `${holder.socketDir}/${SOCKET_NAME}: stop that process, or set another DATA_DIR.`,
    );
  }
  const pool = new pg.Pool({ ...POSTGRES, host: holder.socketDir, connectionTimeoutMillis: POOL_WAIT_MS });
  return { kind: 'socket', pool, close: async () => undefined };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
