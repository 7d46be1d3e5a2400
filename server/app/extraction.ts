/** The operations over the live state: every failure leaves as one of the contract's errors. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ConceptsAnswer, ConceptsRequest } from '../concepts/answer.js';
import { type ConceptState, type ConceptTools, type ExtractedConcepts, extractConcepts } from '../concepts/pipeline.js';
import { triggerRanges } from '../context/analyse.js';
import { ChronicConcepts } from '../context/chronic.js';
import { extractContexts } from '../context/pipeline.js';
import type { ContextEntry, ContextsAnswer, ContextsRequest } from '../context/request.js';
import { isDatabaseUnavailable, withCode } from '../db/failure.js';
import type { Language } from '../domain/language.js';
import { AppError } from '../errors.js';
import { giveWay } from '../slices.js';
import { type ExtractAnswer, type ExtractRequest, isAsked, joined, type SpanPlace } from './extract.js';
import { LexiconShelf } from './lexicon-shelf.js';
import type { Live, LiveState } from './live.js';
import type { ExtractionService, ReadinessFault } from './operations.js';
import type { SpanQueue } from './span-queue.js';

const PING_MS = 900;

export interface ExtractionTools extends ConceptTools {
  /** Where spans that are not resolved are counted; absent where they are not. */
  readonly queue?: Pick<SpanQueue, 'see'> | undefined;
}

export class Extraction implements ExtractionService {
  readonly #lexicons: LexiconShelf;
  readonly #chronic: ChronicConcepts;

  constructor(
    private readonly tools: ExtractionTools,
    private readonly live: Live,
    /** Resolves when the database answers. */
    private readonly ping: () => Promise<unknown>,
  ) {
    this.#lexicons = new LexiconShelf(tools.db);
    this.#chronic = new ChronicConcepts(tools.db);
  }

  extractConcepts(request: ConceptsRequest, signal: AbortSignal): Promise<ConceptsAnswer> {
    return guarded(signal, async () => {
      const { note, places, ...answer } = await this.#concepts(this.state(), request, signal);
      return answer;
    });
  }

  extract(request: ExtractRequest, signal: AbortSignal): Promise<ExtractAnswer> {
    return guarded(signal, async () => {
      const began = performance.now();
      const live = this.state();
      const state = await this.#lexicons.choose(live, request);
      const { note, places, concepts, language, timings } = await this.#concepts(live, request, signal);
      const items = concepts.map(({ span, code, start, end }) => ({ span, code, start, end }));
      const read = state.lexicon === live.lexicon ? note : undefined;
      const contexts = await extractContexts(this.#chronic, state, { ...request, concepts: items }, signal, read);
      await giveWay();
      const spans = concepts.map((concept, i) =>
        joined(concept, contexts.contexts[i] as ContextEntry, places[i] as SpanPlace),
      );
      return {
        language,
        spans: spans.filter((entry) => isAsked(entry, request.only)),
        versions: contexts.versions,
        timings: { ...timings, ...contexts.timings, total: performance.now() - began },
      };
    });
  }

  /** Concept extraction; spans that are not resolved are counted. */
  async #concepts(live: LiveState, request: ConceptsRequest, signal: AbortSignal): Promise<ExtractedConcepts> {
    const { queue, ...tools } = this.tools;
    tools.neighbours.screen?.follow(live.serving);
    const answer = await extractConcepts(tools, conceptState(live), request, signal);
    queue?.see(
      request.text,
      answer.concepts.map((entry, i) => ({ ...entry, language: answer.places[i]?.language as Language })),
    );
    return answer;
  }

  extractContexts(request: ContextsRequest, signal: AbortSignal): Promise<ContextsAnswer> {
    return guarded(signal, async () => {
      const state = await this.#lexicons.choose(this.state(), request);
      return extractContexts(this.#chronic, state, request, signal);
    });
  }

  async faults(): Promise<readonly ReadinessFault[]> {
    if (!(await answersWithin(this.ping(), PING_MS))) return ['database'];
    if (this.live.state === null) return [this.live.missing];
    return this.live.state.lexicon.version === 0 ? ['lexicon'] : [];
  }

  private state(): LiveState {
    const { state } = this.live;
    if (state === null || this.live.isStale()) throw new AppError('NLP_UNAVAILABLE', { retryAfter: 5 });
    return state;
  }
}

/** What is served, as concept extraction takes it: the cues of the context lexicon are no concepts. */
function conceptState(live: LiveState): ConceptState {
  const { lexicon } = live;
  return {
    ...live,
    cuesOf: (note, sentence) => triggerRanges(note, lexicon, [sentence]),
  };
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
