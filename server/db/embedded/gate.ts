/** Lends the one session of the embedded database to one client at a time, and keeps what they set up apart. */

import { closeStatement, messagesOf, SYNC, simpleQuery } from './protocol.js';
import type { EmbeddedSession } from './session.js';

/** A user of the session: the service's pool, or a client of the local socket. */
export interface SessionUser {
  /** The Parse messages of its named statements, by name. */
  readonly statements: ReadonlyMap<string, Buffer>;
  /** True where its settings are not to be trusted: they are reset before another user gets the session. */
  readonly local: boolean;
  /** Who its edits of the lexicon are by; empty: the role. */
  readonly author: string;
  /** Takes a message that answers nothing it sent. */
  notify(message: Buffer): void;
  /** The session and all that was set up in it is gone. */
  lost(error: Error): void;
}

interface Waiter {
  readonly user: SessionUser;
  readonly grant: () => void;
  readonly refuse: (error: Error) => void;
}

export class Gate {
  readonly #session: EmbeddedSession;
  readonly #maxWaitMs: number;
  readonly #users = new Set<SessionUser>();
  #waiters: Waiter[] = [];
  #holder: SessionUser | undefined;
  #last: SessionUser | undefined;

  /** `maxWaitMs`: how long a user waits for the other one's transaction before it gets an error. */
  constructor(session: EmbeddedSession, maxWaitMs: number) {
    this.#session = session;
    this.#maxWaitMs = maxWaitMs;
  }

  join(user: SessionUser): void {
    this.#users.add(user);
  }

  leave(user: SessionUser): void {
    this.#users.delete(user);
  }

  /** Resolves when the session is the user's, with its statements in place; rejects after the longest wait. */
  async acquire(user: SessionUser): Promise<void> {
    if (this.#holder === undefined) {
      this.#holder = user;
    } else {
      await this.#wait(user);
    }
    if (this.#last !== user) {
      await this.#handOver(this.#last, user);
    }
  }

  release(): void {
    const next = this.#waiters.shift();
    this.#holder = next?.user;
    next?.grant();
  }

  /** Call after DISCARD ALL: nobody's statements are left. */
  forget(): void {
    this.#last = undefined;
  }

  /** Call when the session's thread died. */
  reset(error: Error): void {
    const users = [...this.#users];
    const waiters = this.#waiters;
    this.#users.clear();
    this.#waiters = [];
    this.#holder = undefined;
    this.#last = undefined;
    for (const waiter of waiters) {
      waiter.refuse(error);
    }
    for (const user of users) {
      user.lost(error);
    }
  }

  #wait(user: SessionUser): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (error: Error): void => {
        clearTimeout(timer);
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(error);
      };
      const seconds = this.#maxWaitMs / 1000;
      const timer = setTimeout(() => refuse(busyError(seconds)), this.#maxWaitMs);
      const grant = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const waiter = { user, grant, refuse };
      this.#waiters.push(waiter);
    });
  }

  /** Takes one user's settings and named statements away and puts the other's in place, so that none collide. */
  async #handOver(from: SessionUser | undefined, to: SessionUser): Promise<void> {
    const messages: Buffer[] = [];
    if (from?.local) {
      messages.push(simpleQuery('SET SESSION AUTHORIZATION DEFAULT; RESET ALL'));
    }
    if (to.author !== '') {
      messages.push(simpleQuery(`SET lexicon.author = '${to.author.replaceAll("'", "''")}'`));
    }
    for (const name of from?.statements.keys() ?? []) {
      messages.push(closeStatement(name), SYNC);
    }
    for (const parse of to.statements.values()) {
      messages.push(parse, SYNC);
    }
    this.#last = to;
    if (messages.length > 0) {
      const response = await this.#session.run(messages);
      for (const status of messagesOf(response, 'S')) {
        from?.notify(status);
      }
    }
  }
}

function busyError(seconds: number): Error {
  return new Error(
    `the embedded database was busy for ${seconds} s with another client's transaction or statement; try again`,
  );
}
