/** The stream that an ordinary pg client talks to in place of a socket. */

import { Duplex } from 'node:stream';
import { EmbeddedClient } from './client.js';
import type { Gate } from './gate.js';
import type { EmbeddedSession } from './session.js';

export class SessionStream extends Duplex {
  readonly #client: EmbeddedClient;

  constructor(session: EmbeddedSession, gate: Gate) {
    super();
    const outlet = { write: (bytes: Buffer) => void this.push(bytes), end: () => void this.push(null) };
    this.#client = new EmbeddedClient(session, gate, outlet, { local: false });
  }

  /** There is nothing to connect to: the startup packet may come at once. */
  connect(): this {
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  // What pg calls on a socket and a stream inside the process has no use for.
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // The client pushes its answers as they come.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#client.receive(chunk);
    done();
  }

  override _final(done: () => void): void {
    void this.#client.close().then(() => {
      this.push(null);
      done();
    });
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    void this.#client.close().then(() => done(error));
  }
}
