/** The two operations over the live state: every failure leaves as one of the contract's errors. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable, withCode } from '../db/failure.js';
import { AppError } from '../errors.js';
import type {
  ConceptsAnswer,
  ConceptsRequest,
  ContextsAnswer,
  ContextsRequest,
  ExtractionService,
  ReadinessFault,
} from './answers.js';
import { type ConceptTools, extractConcepts } from './extract-concepts.js';
import { extractContexts } from './extract-contexts.js';
import { LexiconShelf } from './lexicon-shelf.js';
import type { Live, LiveState } from './live.js';

const PING_MS = 900;

export class Extraction implements ExtractionService {
  readonly #lexicons: LexiconShelf;

  constructor(
    private readonly tools: ConceptTools,
    private readonly live: Live,
    /** Resolves when the database answers. */
    private readonly ping: () => Promise<unknown>,
  ) {
    this.#lexicons = new LexiconShelf(tools.db);
  }

  extractConcepts(request: ConceptsRequest, signal: AbortSignal): Promise<ConceptsAnswer> {
    return guarded(signal, () => extractConcepts(this.tools, this.state(), request, signal));
  }

  extractContexts(request: ContextsRequest, signal: AbortSignal): Promise<ContextsAnswer> {
    return guarded(signal, async () => {
      const state = await this.#lexicons.choose(this.state(), request);
      return extractContexts(this.tools.db, state, request, signal);
    });
  }

  async faults(): Promise<readonly ReadinessFault[]> {
    if (!(await answersWithin(this.ping(), PING_MS))) return ['database'];
    if (this.live.state === null) return [this.live.missing];
    return this.live.state.lexicon.version === 0 ? ['lexicon'] : [];
  }

  private state(): LiveState {
    const { state } = this.live;
    if (state === null) throw new AppError('NLP_UNAVAILABLE', { retryAfter: 5 });
    return state;
  }
}

async function guarded<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError || signal.aborted) throw error;
    if (isDatabaseUnavailable(error)) throw new AppError('NLP_UNAVAILABLE', { retryAfter: 1, cause: withCode(error) });
    throw new AppError('NLP_UPSTREAM_ERROR', { cause: error });
  }
}

async function answersWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const answered = work.then(
    () => true,
    () => false,
  );
  const late = new AbortController();
  const waited = sleep(ms, false, { signal: late.signal }).catch(() => false);
  return Promise.race([answered, waited]).finally(() => late.abort());
}
