/** What the process works on at once, what waits for it, and what is refused; it knows nothing of HTTP. */

import { FairQueue, type Queued } from './fair-queue.js';
import { type Begun, Pace } from './pace.js';

export interface AdmissionOptions {
  /** Requests that run or wait. */
  readonly most: number;
  /** Requests that run; of a party that runs nothing, one light request more. */
  readonly slots: number;
  /** Pieces of bulk work that run while there are no requests; beside requests one. */
  readonly bulkSlots: number;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** A request that asks to be admitted. */
export interface Asking {
  /** Whose it is; the parties share the process alike. */
  readonly party: string;
  /** How much work it is: about as many characters. */
  readonly weight: number;
  /** For how long it may be expected to wait, ms. */
  readonly patienceMs: number;
  /** After how long a wait it would end too late, ms: it is not begun then. */
  readonly mostWaitMs: number;
  /** Set when nobody waits for it any more. */
  readonly signal: AbortSignal;
}

export type Outcome = 'at_once' | 'waited' | 'refused_wait' | 'refused_full' | 'left';

/** Why a request is not admitted, and after how many seconds it might be. */
export class Refusal extends Error {
  constructor(
    readonly reason: 'wait' | 'full',
    readonly seconds: number,
  ) {
    super(`refused: ${reason}`);
  }
}

/** A request that has been admitted. */
export interface Place {
  /** Gives the place back. @param done whether the work was done, and not given up */
  leave(done: boolean): void;
}

interface Waiter {
  isLate(): boolean;
  admit(place: Place): void;
  refuse(error: unknown): void;
}

/** Of a slot: one more request begins while less is under way than all slots have. Short notes fill the cores then, and of long notes one or two. */
const SLOT_WEIGHT = 5_000;
/** So much begins wherever a slot is free: it costs next to nothing, also beside a long note of its own party. */
const TINY_WEIGHT = 1_000;
/** So much of a party that runs nothing begins beside all others. */
const LIGHT_WEIGHT = 10_000;
const OUTCOMES: readonly Outcome[] = ['at_once', 'waited', 'refused_wait', 'refused_full', 'left'];

export class Admission {
  /** How many requests went which way. */
  readonly counts: Record<Outcome, number> = Object.fromEntries(OUTCOMES.map((each) => [each, 0])) as never;
  readonly pace: Pace;
  readonly #requests = new FairQueue<Waiter>();
  readonly #bulk = new FairQueue<Waiter>();
  /** Requests under way, by party. */
  readonly #running = new Map<string, number>();
  #slotsTaken = 0;
  /** Of requests under way. */
  #weight = 0;
  #bulkRunning = 0;
  #bulkWeight = 0;

  constructor(private readonly options: AdmissionOptions) {
    this.pace = new Pace(options.now);
  }

  /** Requests and bulk work under way. */
  get running(): number {
    return this.#slotsTaken + this.#bulkRunning;
  }

  get runningWeight(): number {
    return this.#weight + this.#bulkWeight;
  }

  /** Requests that wait; bulk work waits by itself. */
  get waiting(): number {
    return this.#requests.size;
  }

  get waitingWeight(): number {
    return this.#requests.weight;
  }

  /** How long something new of a party would wait, ms. @param more weight of the party that is on its way here already */
  expectedMs(party: string, weight: number, more = 0): number {
    if (more === 0 && this.#requests.weightOf(party) === 0 && this.#mayRun({ party, weight })) return 0;
    // What runs is half done on average.
    const ahead = this.runningWeight / 2 + more + this.#requests.ahead(party, weight + more);
    return (ahead * 1_000) / this.pace.perSecond;
  }

  /**
   * Waits for a place, at the end of the party's line.
   * @throws Refusal at once where the wait would be too long or too many wait; later where a party that has less waiting takes the place in the queue
   * @throws the reason of the signal
   */
  async enter(asking: Asking): Promise<Place> {
    const { party, weight, signal } = asking;
    signal.throwIfAborted();
    const expected = this.expectedMs(party, weight);
    if (expected > asking.patienceMs) throw this.refusal('wait', expected);
    if (this.#slotsTaken + this.#requests.size >= this.options.most) {
      const last = this.#requests.lastOfHeaviest(this.#requests.weightOf(party) + weight);
      if (last === undefined) throw this.refusal('full', expected);
      this.#requests.remove(last);
      last.item.refuse(this.refusal('full', this.expectedMs(last.party, last.weight)));
    }
    return this.#wait(this.#requests, asking, true);
  }

  /** Waits for a place among the bulk work, however long that takes. @throws the reason of the signal */
  async enterBulk(asking: Omit<Asking, 'patienceMs' | 'mostWaitMs'>): Promise<Place> {
    asking.signal.throwIfAborted();
    return this.#wait(this.#bulk, { ...asking, mostWaitMs: Number.POSITIVE_INFINITY }, false);
  }

  #wait(
    queue: FairQueue<Waiter>,
    { party, weight, signal, mostWaitMs }: Omit<Asking, 'patienceMs'>,
    isCounted: boolean,
  ): Promise<Place> {
    const count = (outcome: Outcome) => {
      if (isCounted) this.counts[outcome]++;
    };
    return new Promise((resolve, reject) => {
      let waited = false;
      const leave = () => {
        if (!queue.remove(queued)) return;
        count('left');
        reject(signal.reason);
        this.#admit();
      };
      const admit = (place: Place) => {
        signal.removeEventListener('abort', leave);
        count(waited ? 'waited' : 'at_once');
        resolve(place);
      };
      const refuse = (error: unknown) => {
        signal.removeEventListener('abort', leave);
        reject(error);
      };
      const beginBy = this.#now() + mostWaitMs;
      const queued: Queued<Waiter> = {
        party,
        weight,
        item: { admit, refuse, isLate: () => waited && this.#now() > beginBy },
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.add(queued);
      this.#admit();
      waited = true;
    });
  }

  #now(): number {
    return (this.options.now ?? (() => performance.now()))();
  }

  #admit(): void {
    for (;;) {
      const next = this.#requests.take((each) => this.#mayRun(each));
      if (next === undefined) break;
      if (next.item.isLate()) next.item.refuse(this.refusal('wait', this.expectedMs(next.party, next.weight)));
      else this.#begin(next);
    }
    for (;;) {
      const next = this.#bulk.take(() => this.#mayRunBulk());
      if (next === undefined) break;
      this.#beginBulk(next);
    }
  }

  #mayRun({ party, weight }: { readonly party: string; readonly weight: number }): boolean {
    const { slots } = this.options;
    const hasRoom = this.#weight < slots * SLOT_WEIGHT || weight <= TINY_WEIGHT;
    if (this.#slotsTaken < slots && hasRoom) return true;
    return !this.#running.has(party) && weight <= LIGHT_WEIGHT && this.#slotsTaken < 2 * slots;
  }

  #mayRunBulk(): boolean {
    if (this.#bulkRunning === 0) return true;
    const isAlone = this.#slotsTaken + this.#requests.size === 0;
    const { slots, bulkSlots } = this.options;
    return isAlone && this.#bulkRunning < bulkSlots && this.#bulkWeight < slots * SLOT_WEIGHT;
  }

  #begin({ party, weight, item }: Queued<Waiter>): void {
    this.#slotsTaken++;
    this.#weight += weight;
    this.#running.set(party, (this.#running.get(party) ?? 0) + 1);
    item.admit(
      this.#place(weight, () => {
        this.#slotsTaken--;
        this.#weight -= weight;
        const left = (this.#running.get(party) as number) - 1;
        if (left === 0) this.#running.delete(party);
        else this.#running.set(party, left);
      }),
    );
  }

  #beginBulk({ weight, item }: Queued<Waiter>): void {
    this.#bulkRunning++;
    this.#bulkWeight += weight;
    item.admit(
      this.#place(weight, () => {
        this.#bulkRunning--;
        this.#bulkWeight -= weight;
      }),
    );
  }

  #place(weight: number, onLeave: () => void): Place {
    const begun: Begun = this.pace.begin(weight);
    return {
      leave: (done) => {
        this.pace.end(begun, done);
        onLeave();
        this.#admit();
      },
    };
  }

  /** Counts a refusal. */
  refusal(reason: Refusal['reason'], expectedMs: number): Refusal {
    this.counts[reason === 'wait' ? 'refused_wait' : 'refused_full']++;
    return new Refusal(reason, Math.max(1, Math.ceil(expectedMs / 1_000)));
  }
}
