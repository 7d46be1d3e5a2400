/** The gate before the work of requests: whose they are, how much work they are, how long they may wait, and what a refusal says. */

import { availableParallelism } from 'node:os';
import { AppError } from '../../errors.js';
import { inShare, newShare, type Share } from '../../slices.js';
import { arrivesFromNow, mayArriveSlowly } from '../arrival.js';
import type { Bounded, HttpContext, HttpMiddleware } from '../context.js';
import { deadlineMs, withDeadline } from '../deadline.js';
import type { AppOptions } from '../options.js';
import { Admission, Refusal } from './admission.js';
import { BodyRoom, type HeldBody } from './body-room.js';

/** What a request costs beside its text, in characters. */
const BASE_WEIGHT = 300;
/** Of the deadline that waiting and working may be expected to take. */
const WITHIN_DEADLINE = 0.8;
/** Of the longest wait that a request can afford, as much may be expected: what is expected is not always what comes. */
const SURE_WAIT = 0.7;
/** Requests that run at once: of few, each waits for the database or a thread while no other works. */
const LEAST_SLOTS = 4;
const SLOTS_A_CORE = 2;
/** Bodies of the greatest size that are held at once. */
const BODIES = 4;
/** What a turn of bulk work counts, so that requests go before it. */
const BULK_COST = 8;

export class Gate {
  readonly admission: Admission;
  readonly bodies: BodyRoom;
  readonly #shares = new Map<string, Share>();

  constructor(private readonly options: Pick<AppOptions, 'limits' | 'lifecycle'>) {
    const { MAX_IN_FLIGHT, BATCH_NOTES, MAX_BODY_BYTES } = options.limits;
    const slots = Math.max(LEAST_SLOTS, SLOTS_A_CORE * availableParallelism());
    this.admission = new Admission({ most: MAX_IN_FLIGHT, slots, bulkSlots: BATCH_NOTES });
    this.bodies = new BodyRoom(this.admission, BODIES * MAX_BODY_BYTES);
  }

  /** Counts what is done for a request before and after its work, the writing of its answer above all, as its key's; it ends when the client leaves. */
  readonly turns: HttpMiddleware = async (ctx, next) => {
    const gone = new AbortController();
    const leave = () => gone.abort(new AppError('NLP_UNAVAILABLE', { message: 'The client has gone.' }));
    ctx.res.once('close', leave);
    try {
      await inShare(this.#shareOf(partyOf(ctx), 1), gone.signal, next);
    } finally {
      ctx.res.off('close', leave);
    }
  };

  /** Runs the work of a request within its deadline, which begins now; its place is free again when the work has ended, even if nobody waits for it any more. */
  readonly run: Bounded = (ctx, textLength, work) => {
    const party = partyOf(ctx);
    const weight = weightOf(textLength);
    const patience = this.#patience(textLength);
    // Whoever waited for key and limit before has waited for the same answer.
    const ms = Math.max(0, this.#deadlineMs(textLength) - (ctx.state.waitedMs ?? 0));
    return withDeadline(ctx, ms, this.#stop, async (signal) => {
      const place = await this.admission.enter({ party, weight, ...patience, signal }).catch(unavailable);
      let done = false;
      try {
        const answer = await inShare(this.#shareOf(party, 1), signal, () => work(signal));
        done = true;
        return answer;
      } finally {
        place.leave(done);
      }
    });
  };

  /** The same for a note of a batch, which waits for its turn however long that takes; its deadline begins with it. */
  readonly runBulk: Bounded = (ctx, textLength, work) => {
    const party = partyOf(ctx);
    const weight = weightOf(textLength);
    return withDeadline(ctx, null, this.#stop, async (gone) => {
      const place = await this.admission.enterBulk({ party, weight, signal: gone });
      let running: Promise<unknown> | undefined;
      const answer = withDeadline(ctx, this.#deadlineMs(textLength), this.#stop, (signal) => {
        const begun = inShare(this.#shareOf(`${party} batch`, BULK_COST), signal, () => work(signal));
        running = begun;
        return begun;
      });
      // The work may go on for a while after its deadline.
      void Promise.allSettled([answer, running]).then(([end]) => place.leave(end.status === 'fulfilled'));
      return answer;
    });
  };

  /** Waits until a body may be read. @throws AppError NLP_UNAVAILABLE at once where its work would have to wait for too long */
  readonly holdBody = async (ctx: HttpContext, bytes: number): Promise<HeldBody> => {
    const length = Math.min(bytes, this.options.limits.MAX_TEXT);
    const { patienceMs, mostWaitMs } = this.#patience(length);
    const asking = { party: partyOf(ctx), bytes, weight: weightOf(length), patienceMs };
    if (this.bodies.isSmall(bytes)) return this.bodies.hold({ ...asking, signal: this.#stop }).catch(unavailable);
    mayArriveSlowly(ctx.req);
    const waitMs = Math.max(1, mostWaitMs);
    const held = await withDeadline(ctx, waitMs, this.#stop, (signal) =>
      this.bodies.hold({ ...asking, signal }).catch(unavailable),
    );
    arrivesFromNow(ctx.req);
    // Whatever becomes of the request, nobody holds it then.
    ctx.res.once('close', () => held.release());
    return held;
  };

  get #stop(): AbortSignal {
    return this.options.lifecycle.stop.signal;
  }

  #deadlineMs(textLength: number): number {
    return deadlineMs(this.options.limits.DEADLINE_MS, textLength);
  }

  /** As long as the setting says, longer for a longer text, and not so long that the answer would come too late. */
  #patience(textLength: number): { readonly patienceMs: number; readonly mostWaitMs: number } {
    const workMs = (weightOf(textLength) * 1_000) / this.admission.pace.perSecond;
    const mostWaitMs = Math.max(0, WITHIN_DEADLINE * this.#deadlineMs(textLength) - workMs);
    return {
      mostWaitMs,
      patienceMs: Math.min(deadlineMs(this.options.limits.MAX_WAIT_MS, textLength), SURE_WAIT * mostWaitMs),
    };
  }

  /** Shares are kept: who comes again has not taken nothing. */
  #shareOf(party: string, cost: number): Share {
    const known = this.#shares.get(party);
    if (known !== undefined) return known;
    const share = newShare(cost);
    this.#shares.set(party, share);
    return share;
  }
}

function partyOf(ctx: HttpContext): string {
  return String(ctx.state.key?.keyId ?? '');
}

function weightOf(textLength: number): number {
  return BASE_WEIGHT + textLength;
}

/** @throws AppError for a refusal, else the error itself */
function unavailable(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new AppError('NLP_UNAVAILABLE', {
    message: 'The service is busy; try again as late as Retry-After says.',
    retryAfter: error.seconds,
  });
}
