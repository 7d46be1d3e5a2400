/** How much of the bodies of requests is held in memory at once; what has no room is not read. */

import type { Admission } from './admission.js';
import { FairQueue, type Queued } from './fair-queue.js';

/** Bodies up to here are read whatever is held: they are not worth waiting for. */
const SMALL_BYTES = 16_384;
/** Bodies up to here are read before their work may be refused: that costs no more than the refusal, and tells what is wrong in them. */
const TINY_BYTES = 512;

/** The body of a request that asks to be read. */
export interface BodyAsking {
  readonly party: string;
  readonly bytes: number;
  /** Of the work that it asks for, at most. */
  readonly weight: number;
  /** How long the work may be expected to wait, ms. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** Room for one body. */
export interface HeldBody {
  /** The body is here. @param bytes how large it is */
  read(bytes: number): void;
  /** Nothing holds the body any more; once is enough. */
  release(): void;
}

export class BodyRoom {
  readonly #queue = new FairQueue<() => void>();
  readonly #heldBy = new Map<string, number>();
  /** Work of bodies that are not read yet, by party. */
  readonly #announced = new Map<string, number>();
  #held = 0;

  /** @param bytes of all bodies together */
  constructor(
    private readonly admission: Admission,
    private readonly bytes: number,
  ) {}

  /** Bytes. */
  get held(): number {
    return this.#held;
  }

  /** Bodies that are not read yet for want of room. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Whether a body of this size never waits. */
  isSmall(bytes: number): boolean {
    return bytes <= SMALL_BYTES;
  }

  /**
   * Waits for room. Of what is free one party gets a half at most, so that there is always some for the others.
   * @throws Refusal at once where the work would have to wait for too long
   * @throws the reason of the signal
   */
  async hold(asking: BodyAsking): Promise<HeldBody> {
    const { party, bytes, weight, signal } = asking;
    const expected = this.admission.expectedMs(party, weight, this.#announced.get(party) ?? 0);
    if (bytes > TINY_BYTES && expected > asking.patienceMs) throw this.admission.refusal('wait', expected);
    if (this.isSmall(bytes)) return this.#room(party, bytes, () => undefined);
    add(this.#announced, party, weight);
    const onRead = () => add(this.#announced, party, -weight);
    try {
      return await this.#wait(party, bytes, signal, onRead);
    } catch (error) {
      onRead();
      throw error;
    }
  }

  #wait(party: string, bytes: number, signal: AbortSignal, onRead: () => void): Promise<HeldBody> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (this.#queue.remove(queued)) reject(signal.reason);
      };
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve(this.#room(party, bytes, onRead));
      };
      const queued: Queued<() => void> = { party, weight: bytes, item: go };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.add(queued);
      this.#admit();
    });
  }

  #admit(): void {
    for (;;) {
      const next = this.#queue.take(({ party, weight }) => {
        const own = this.#heldBy.get(party) ?? 0;
        const free = this.bytes - this.#held;
        return own === 0 ? weight <= free || this.#held === 0 : own + weight <= free;
      });
      if (next === undefined) return;
      next.item();
    }
  }

  #room(party: string, bytes: number, onRead: () => void): HeldBody {
    let size = bytes;
    let isUnread = true;
    const change = (to: number) => {
      this.#held += to - size;
      add(this.#heldBy, party, to - size);
      size = to;
      this.#admit();
    };
    this.#held += bytes;
    add(this.#heldBy, party, bytes);
    const read = (actual: number) => {
      if (isUnread) onRead();
      isUnread = false;
      change(actual);
    };
    return { read, release: () => read(0) };
  }
}

function add(sums: Map<string, number>, party: string, more: number): void {
  const sum = (sums.get(party) ?? 0) + more;
  if (sum === 0) sums.delete(party);
  else sums.set(party, sum);
}
