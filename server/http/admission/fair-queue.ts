/** Who comes next: the order of start-time fair queuing (Goyal, Vin, Cheng 1996), by weight and by party. */

/** What waits. */
export interface Queued<T> {
  readonly party: string;
  readonly weight: number;
  readonly item: T;
}

interface Line<T> {
  readonly waiting: Queued<T>[];
  weight: number;
  /** Where, on the clock of the queue, what it was given so far ends. */
  end: number;
}

/**
 * A line for each party. However much one of them brings, each gets as much weight served as any other that waits; within a line it is
 * first come, first served. A party that has nothing waiting saves nothing up.
 */
export class FairQueue<T> {
  readonly #lines = new Map<string, Line<T>>();
  /** The ends of parties that have nothing waiting now, but were given more than others. */
  readonly #ends = new Map<string, number>();
  /** The clock: the start of what was served last, in weight a party. */
  #now = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** All that waits. */
  get weight(): number {
    let sum = 0;
    for (const { weight } of this.#lines.values()) sum += weight;
    return sum;
  }

  /** What waits of one party. */
  weightOf(party: string): number {
    return this.#lines.get(party)?.weight ?? 0;
  }

  add(queued: Queued<T>): void {
    let line = this.#lines.get(queued.party);
    if (line === undefined) {
      line = { waiting: [], weight: 0, end: Math.max(this.#now, this.#ends.get(queued.party) ?? 0) };
      this.#lines.set(queued.party, line);
    }
    line.waiting.push(queued);
    line.weight += queued.weight;
    this.#size++;
  }

  /** Takes the next one out, of those at the head of a line that may go. */
  take(mayGo: (queued: Queued<T>) => boolean): Queued<T> | undefined {
    let best: Line<T> | undefined;
    for (const line of this.#lines.values()) {
      const head = line.waiting[0] as Queued<T>;
      if ((best === undefined || endOf(line) < endOf(best)) && mayGo(head)) best = line;
    }
    if (best === undefined) return undefined;
    const next = best.waiting[0] as Queued<T>;
    this.#now = Math.max(this.#now, best.end);
    for (const [party, end] of this.#ends) if (end <= this.#now) this.#ends.delete(party);
    best.end = endOf(best);
    this.#drop(best, 0);
    return next;
  }

  /** Takes one out that has stopped waiting. @returns whether it was there */
  remove(queued: Queued<T>): boolean {
    const line = this.#lines.get(queued.party);
    const at = line?.waiting.indexOf(queued) ?? -1;
    if (line !== undefined && at >= 0) this.#drop(line, at);
    return at >= 0;
  }

  /** The weight that is served before something new of a party: its own, and of each other party as much. */
  ahead(party: string, weight: number): number {
    const own = this.weightOf(party);
    let sum = own;
    for (const [other, line] of this.#lines) if (other !== party) sum += Math.min(line.weight, own + weight);
    return sum;
  }

  /** The last one in the heaviest line, where that is heavier than `least`. */
  lastOfHeaviest(least: number): Queued<T> | undefined {
    let heaviest: Line<T> | undefined;
    for (const line of this.#lines.values())
      if (line.weight > least && line.weight > (heaviest?.weight ?? 0)) heaviest = line;
    return heaviest?.waiting.at(-1);
  }

  #drop(line: Line<T>, at: number): void {
    const [gone] = line.waiting.splice(at, 1);
    if (gone === undefined) return;
    line.weight -= gone.weight;
    this.#size--;
    if (line.waiting.length > 0) return;
    this.#lines.delete(gone.party);
    this.#ends.set(gone.party, line.end);
  }
}

function endOf<T>(line: Line<T>): number {
  return line.end + (line.waiting[0] as Queued<T>).weight;
}
