/** The local socket of a running embedded database: psql and the CLI reach it there, one client at a time. */

import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedClient, Outlet } from './client.js';

export const SOCKET_NAME = '.s.PGSQL.5432';

/** A Unix socket's address holds 104 bytes on macOS and 108 on Linux, with a zero byte at the end. */
const MAX_PATH_BYTES = 103;
/** A client that has just left may still be cleaned up when the next one of a script arrives. */
const SLOT_WAIT_MS = 1000;
const ANSWER_WAIT_MS = 1000;

export type MakeLocalClient = (outlet: Outlet, admit: () => Promise<void>) => EmbeddedClient;

/** Where the socket of a data directory goes: into it, or, where that path is too long, a directory of its own. */
export function socketDirOf(dataDir: string): string {
  if (Buffer.byteLength(join(dataDir, SOCKET_NAME)) <= MAX_PATH_BYTES) {
    return dataDir;
  }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(tmpdir(), `embedded-db-${name}`);
}

/** True when some process accepts connections on the socket in the directory. */
export function socketAnswers(socketDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(socketDir, SOCKET_NAME));
    const settle = (answers: boolean): void => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(ANSWER_WAIT_MS, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}

/** Serves until `close`. Only the user of this process may connect. */
export class LocalSocket {
  readonly #path: string;
  readonly #makeClient: MakeLocalClient;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #occupied: Promise<void> | undefined;

  /** Call only while holding the data directory's lock: a socket file that is there is taken for a leftover. */
  constructor(socketDir: string, makeClient: MakeLocalClient) {
    this.#path = join(socketDir, SOCKET_NAME);
    this.#makeClient = makeClient;
    this.#server = createServer((socket) => this.#serve(socket));
    mkdirSync(socketDir, { recursive: true, mode: 0o700 });
    if (process.getuid !== undefined && statSync(socketDir).uid !== process.getuid()) {
      throw new Error(`The directory ${socketDir} belongs to another user.`);
    }
    rmSync(this.#path, { force: true });
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#path, () => {
        chmodSync(this.#path, 0o600);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    await closed;
    await this.#occupied;
    rmSync(this.#path, { force: true });
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let leave: () => void = () => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const outlet: Outlet = {
      write: (bytes) => void socket.write(bytes),
      end: () => {
        socket.end();
        void client.close().then(leave);
      },
    };
    const client = this.#makeClient(outlet, () => this.#admit(left));
    socket.on('data', (chunk: Buffer) => client.receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.#sockets.delete(socket);
      void client.close().then(leave);
    });
  }

  /** One client at a time; `left` settles when the one that asks is gone. */
  async #admit(left: Promise<void>): Promise<void> {
    const tooLate = delay(SLOT_WAIT_MS, 'late' as const, { ref: false });
    while (this.#occupied !== undefined) {
      if ((await Promise.race([this.#occupied, tooLate])) === 'late') {
        throw new Error('the embedded database serves one local client at a time, and another one is connected');
      }
    }
    this.#occupied = left.then(() => {
      this.#occupied = undefined;
    });
  }
}
