/** Cuts the bytes of a PostgreSQL client into batches that one session can answer without further input. */

import { COPY_REFUSED } from './protocol.js';

/** A prepared statement that a batch makes (`parse` holds the message) or drops; no name: nothing to remember. */
export interface StatementChange {
  readonly name: string;
  readonly parse?: Buffer;
}

/** What the client sent up to a point where it waits for an answer. */
export interface Batch {
  readonly messages: readonly Buffer[];
  /** `flush`: the client wants the answers so far, and the exchange goes on. */
  readonly end: 'sync' | 'flush' | 'terminate';
  /** Each change is answered by one ParseComplete or CloseComplete, in this order. */
  readonly changes: readonly StatementChange[];
}

/** A packet before the session, which has no type byte: a protocol version, or the code of a request. */
export interface StartupPacket {
  readonly startup: number;
  /** The user that the client asks for; empty where the packet names none. */
  readonly user: string;
}

const FORWARDED = 'QPBDECSHF';
const COPY_REPLIES = 'dcf';
const MAX_MESSAGE_BYTES = 0x3fffffff;

export class FrontendReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #started = false;
  #needed = 8;
  #messages: Buffer[] = [];
  #changes: StatementChange[] = [];
  #guardsCopy = false;

  /** Takes the next bytes. Throws an Error when they are not the PostgreSQL protocol. */
  *push(chunk: Buffer): Generator<Batch | StartupPacket> {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) {
      return;
    }
    let rest = Buffer.concat(this.#chunks);
    for (let length = this.#nextLength(rest); length <= rest.length; length = this.#nextLength(rest)) {
      const item = this.#started ? this.#take(rest.subarray(0, length)) : this.#takeStartup(rest);
      rest = rest.subarray(length);
      if (item !== undefined) {
        yield item;
      }
    }
    this.#chunks = [rest];
    this.#size = rest.length;
    this.#needed = this.#nextLength(rest);
  }

  #nextLength(buffer: Buffer): number {
    const header = this.#started ? 5 : 8;
    if (buffer.length < header) {
      return header;
    }
    const length = buffer.readInt32BE(this.#started ? 1 : 0);
    if (length < header - (this.#started ? 1 : 0) || length > MAX_MESSAGE_BYTES) {
      throw new Error('a message has an impossible length');
    }
    return length + (this.#started ? 1 : 0);
  }

  #takeStartup(buffer: Buffer): StartupPacket {
    const startup = buffer.readInt32BE(4);
    this.#started = startup >>> 16 === 3;
    return { startup, user: this.#started ? userOf(buffer.subarray(8, buffer.readInt32BE(0))) : '' };
  }

  #take(message: Buffer): Batch | undefined {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === 'X') {
      return this.#finish('terminate');
    }
    if (COPY_REPLIES.includes(type)) {
      // The COPY that these answer has failed already.
      return undefined;
    }
    if (!FORWARDED.includes(type)) {
      // PGlite does not survive a type that it does not know.
      throw new Error('a message has an unknown type');
    }
    this.#messages.push(message);
    this.#noteStatement(type, message);
    this.#guardCopy(type, message);
    if (type === 'H') {
      return this.#finish('flush');
    }
    return 'QSF'.includes(type) ? this.#finish('sync') : undefined;
  }

  #noteStatement(type: string, message: Buffer): void {
    if (type === 'P') {
      const name = cStringAt(message, 5);
      this.#changes.push(name === '' ? { name } : { name, parse: Buffer.from(message) });
    } else if (type === 'C') {
      this.#changes.push({ name: message[5] === 0x53 ? cStringAt(message, 6) : '' });
    }
  }

  /** Only from the first statement on that may be a COPY: the guard costs PGlite 0.1 ms a message. */
  #guardCopy(type: string, message: Buffer): void {
    if ((type === 'Q' || type === 'P') && !this.#guardsCopy) {
      this.#guardsCopy = /copy/i.test(message.toString('latin1'));
    }
    if (this.#guardsCopy && (type === 'Q' || type === 'E')) {
      this.#messages.push(COPY_REFUSED);
    }
  }

  #finish(end: Batch['end']): Batch {
    const batch = { messages: this.#messages, end, changes: this.#changes };
    this.#messages = [];
    this.#changes = [];
    return batch;
  }
}

function cStringAt(message: Buffer, start: number): string {
  const end = message.indexOf(0, start);
  return message.toString('utf8', start, end < 0 ? message.length : end);
}

/** The value of "user" among the parameters of a startup packet: names and values by turns, each ended by a zero. */
function userOf(parameters: Buffer): string {
  const words = parameters.toString('utf8').split('\0');
  const at = words.findIndex((word, i) => word === 'user' && i % 2 === 0);
  return at < 0 ? '' : (words[at + 1] ?? '');
}
