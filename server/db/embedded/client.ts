/** One client of the embedded database: reads its protocol bytes, takes turns at the session, sends the answers. */

import { type Batch, FrontendReader, type StartupPacket, type StatementChange } from './frontend.js';
import type { Gate, SessionUser } from './gate.js';
import { errorResponse, messagesOf, readyForQuery, readyStatus, SYNC, simpleQuery } from './protocol.js';
import type { EmbeddedSession } from './session.js';

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const EMBEDDED_USER = 'postgres';

/** The way back to the client. */
export interface Outlet {
  write(bytes: Buffer): void;
  end(): void;
}

export interface ClientOptions {
  /** True for a client of the local socket: its settings and leftovers are discarded. */
  readonly local: boolean;
  /** A transaction that is left idle this long is rolled back and the client cut off; undefined: never. */
  readonly idleInTransactionMs?: number;
  /** Called before the client is greeted; a rejection refuses it with that message. */
  readonly admit?: () => Promise<void>;
}

export class EmbeddedClient implements SessionUser {
  readonly local: boolean;
  author = '';
  readonly statements = new Map<string, Buffer>();
  readonly #session: EmbeddedSession;
  readonly #gate: Gate;
  readonly #outlet: Outlet;
  readonly #options: ClientOptions;
  readonly #reader = new FrontendReader();
  #turns: Promise<void> = Promise.resolve();
  #holding = false;
  #used = false;
  #ended = false;
  #closed: Promise<void> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(session: EmbeddedSession, gate: Gate, outlet: Outlet, options: ClientOptions) {
    this.#session = session;
    this.#gate = gate;
    this.#outlet = outlet;
    this.#options = options;
    this.local = options.local;
    gate.join(this);
  }

  /** Takes bytes of the client, in any slices; the answers go to the outlet in order. */
  receive(chunk: Buffer): void {
    if (this.#ended) {
      return;
    }
    try {
      for (const item of this.#reader.push(chunk)) {
        this.#enqueue(() => ('startup' in item ? this.#greet(item) : this.#answer(item)));
      }
    } catch (error) {
      this.#enqueue(async () => this.#fatal('08P01', messageOf(error)));
    }
  }

  /** Ends the client: what it left open is rolled back and, for a local client, discarded. Safe to call twice. */
  close(): Promise<void> {
    this.#closed ??= this.#afterTurns(async () => {
      this.#ended = true;
      clearTimeout(this.#idleTimer);
      await this.#cleanUp().catch(() => undefined);
      this.#gate.leave(this);
    });
    return this.#closed;
  }

  notify(message: Buffer): void {
    this.#send(message);
  }

  lost(error: Error): void {
    this.#holding = false;
    this.#used = false;
    this.#fatal('57P02', error.message);
  }

  #enqueue(turn: () => Promise<void>): void {
    void this.#afterTurns(async () => {
      if (!this.#ended) {
        await turn().catch((error: unknown) => this.#fatal('XX000', messageOf(error)));
      }
    });
  }

  #afterTurns(turn: () => Promise<void>): Promise<void> {
    this.#turns = this.#turns.then(turn);
    return this.#turns;
  }

  async #greet({ startup, user }: StartupPacket): Promise<void> {
    if (startup === SSL_REQUEST || startup === GSS_REQUEST) {
      this.#send(Buffer.from('N', 'latin1'));
      return;
    }
    if (startup >>> 16 !== 3) {
      // A cancel request, or a version that nobody speaks: the embedded database cannot cancel.
      this.#end();
      return;
    }
    try {
      await this.#options.admit?.();
    } catch (error) {
      this.#fatal('53300', messageOf(error));
      return;
    }
    // Everybody has the rights of the one user that there is, and a name of their own in the history.
    this.author = this.local && user !== EMBEDDED_USER ? user : '';
    this.#send(await this.#session.open());
  }

  async #answer(batch: Batch): Promise<void> {
    if (batch.end === 'terminate') {
      this.#end();
      return;
    }
    clearTimeout(this.#idleTimer);
    if (!this.#holding) {
      try {
        await this.#gate.acquire(this);
      } catch (error) {
        this.#refuse(batch, messageOf(error));
        return;
      }
      this.#holding = true;
      this.#used = true;
    }
    const response = await this.#session.run(batch.messages);
    this.#remember(batch.changes, response);
    if (readyStatus(response) === 'I') {
      this.#release();
    } else {
      this.#watchIdle();
    }
    this.#send(response);
  }

  #refuse(batch: Batch, reason: string): void {
    if (batch.end === 'flush') {
      this.#fatal('55P03', reason);
    } else {
      this.#send(Buffer.concat([errorResponse('ERROR', '55P03', reason), readyForQuery('I')]));
    }
  }

  /** Keeps the Parse messages of the statements that exist now: the first so many changes that were completed. */
  #remember(changes: readonly StatementChange[], response: Buffer): void {
    if (!changes.some((change) => change.name !== '')) {
      return;
    }
    const completed = messagesOf(response, '13').length;
    for (const { name, parse } of changes.slice(0, completed)) {
      if (parse === undefined) {
        this.statements.delete(name);
      } else {
        this.statements.set(name, parse);
      }
    }
  }

  #watchIdle(): void {
    const limit = this.#options.idleInTransactionMs;
    if (limit !== undefined) {
      this.#idleTimer = setTimeout(() => {
        this.#fatal('25P03', `the transaction was rolled back: it was left idle for ${limit / 1000} s`);
      }, limit);
    }
  }

  async #cleanUp(): Promise<void> {
    if (!this.#used || (!this.#holding && !this.local)) {
      return;
    }
    if (!this.#holding) {
      await this.#gate.acquire(this);
      this.#holding = true;
    }
    try {
      await this.#session.run([SYNC, simpleQuery('ROLLBACK')]);
      if (this.local) {
        await this.#session.run([simpleQuery('DISCARD ALL')]);
        this.#gate.forget();
      }
    } finally {
      this.#release();
    }
  }

  #release(): void {
    if (this.#holding) {
      this.#holding = false;
      this.#gate.release();
    }
  }

  #send(bytes: Buffer): void {
    if (!this.#ended) {
      this.#outlet.write(bytes);
    }
  }

  #fatal(code: string, text: string): void {
    this.#send(errorResponse('FATAL', code, text));
    this.#end();
  }

  #end(): void {
    if (!this.#ended) {
      this.#ended = true;
      this.#outlet.end();
      void this.close();
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
