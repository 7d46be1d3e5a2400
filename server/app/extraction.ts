/** The operations over the live state: every failure leaves as one of the contract's errors. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ConceptsAnswer, ConceptsRequest } from '../concepts/answer.js';
import { shownCandidate } from '../concepts/decide/candidates.js';
import { type ConceptState, type ConceptTools, type ExtractedConcepts, extractConcepts } from '../concepts/pipeline.js';
import { rankPhrases } from '../concepts/standing-phrases.js';
import { triggerRanges } from '../context/analyse.js';
import { KnownConcepts } from '../context/concept-traits.js';
import { extractContexts } from '../context/pipeline.js';
import type { ContextEntry, ContextsAnswer, ContextsRequest } from '../context/request.js';
import { isDatabaseUnavailable, withCode } from '../db/failure.js';
import { readSiteConcepts } from '../db/site-concepts.js';
import { readDisplays } from '../db/terminology.js';
import { AXES } from '../domain/axes.js';
import type { Language } from '../domain/language.js';
import type { SiteConcepts } from '../domain/site-concept.js';
import { AppError } from '../errors.js';
import { readSpan } from '../readings/readings.js';
import { giveWay, mapInSlices } from '../slices.js';
import { type ExtractAnswer, type ExtractRequest, isAsked, joined, type SpanPlace } from './extract.js';
import { LexiconShelf } from './lexicon-shelf.js';
import type { Live, LiveState } from './live.js';
import type { ExtractionService, ReadinessFault } from './operations.js';
import { type Said, saidOf } from './said.js';
import type { SpanQueue } from './span-queue.js';
import type { TermSearchAnswer, TermSearchRequest } from './term-search.js';

const PING_MS = 900;

export interface ExtractionTools extends ConceptTools {
  /** Where terms and neighbours are read; absent: `db`. */
  readonly reader?: ConceptTools['db'] | undefined;
  /** Where spans that are not resolved are counted; absent where they are not. */
  readonly queue?: Pick<SpanQueue, 'see'> | undefined;
  /** The schema of the site's OMOP vocabulary; absent or empty: the search path. */
  readonly omopSchema?: string | undefined;
}

export class Extraction implements ExtractionService {
  readonly #lexicons: LexiconShelf;
  readonly #known: KnownConcepts;

  constructor(
    private readonly tools: ExtractionTools,
    private readonly live: Live,
    /** Resolves when the database answers. */
    private readonly ping: () => Promise<unknown>,
  ) {
    this.#lexicons = new LexiconShelf(tools.db);
    this.#known = new KnownConcepts(tools.db);
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
      const contexts = await extractContexts(this.#known, state, { ...request, concepts: items }, signal, read);
      await giveWay();
      const readingBegan = performance.now();
      const tagged = concepts.map(({ start, end, candidates }) => ({
        start,
        end,
        semantic_tag: candidates[0]?.semantic_tag ?? null,
      }));
      const entries = concepts.map((concept, i) =>
        joined(concept, contexts.contexts[i] as ContextEntry, places[i] as SpanPlace),
      );
      const asked = [...entries.entries()].filter(([, entry]) => isAsked(entry, request.only));
      const spans = await mapInSlices(asked, ([i, entry]) => {
        let said: Said | undefined;
        return {
          ...entry,
          ...readSpan(note, state.lexicon, tagged, i),
          said: () => {
            said ??= saidOf(note, state.lexicon, entry, triggersOf(entry));
            return said;
          },
        };
      });
      const readingMs = performance.now() - readingBegan;
      return {
        language,
        spans,
        versions: contexts.versions,
        timings: { ...timings, ...contexts.timings, readings: readingMs, total: performance.now() - began },
      };
    });
  }

  /** Concept extraction; spans that are not resolved are counted. */
  async #concepts(live: LiveState, request: ConceptsRequest, signal: AbortSignal): Promise<ExtractedConcepts> {
    const { queue, omopSchema, reader, ...tools } = this.tools;
    tools.neighbours.screen?.follow(live.serving);
    const answer = await extractConcepts({ ...tools, db: reader ?? tools.db }, conceptState(live), request, signal);
    queue?.see(
      request.text,
      answer.concepts.map((entry, i) => ({ ...entry, language: answer.places[i]?.language as Language })),
    );
    return answer;
  }

  extractContexts(request: ContextsRequest, signal: AbortSignal): Promise<ContextsAnswer> {
    return guarded(signal, async () => {
      const state = await this.#lexicons.choose(this.state(), request);
      return extractContexts(this.#known, state, request, signal);
    });
  }

  searchTerms({ query, language, limit }: TermSearchRequest, signal: AbortSignal): Promise<TermSearchAnswer> {
    return guarded(signal, async () => {
      const state = this.state();
      const { db } = this.tools;
      const [found] = await rankPhrases(this.tools, state, [{ words: query, language }]);
      const ranked = found?.ranked.slice(0, limit) ?? [];
      const sctids = ranked.map(({ sctid }) => sctid);
      const displays = await readDisplays(db, state.serving.releaseId, sctids);
      const concepts = ranked.map((each) => shownCandidate(each, displays, language));
      return { concepts, versions: state.versions };
    });
  }

  siteConcepts(sctids: readonly string[], signal: AbortSignal): Promise<SiteConcepts> {
    const { db, omopSchema = '' } = this.tools;
    return guarded(signal, async () => {
      signal.throwIfAborted();
      return readSiteConcepts(db, omopSchema, sctids);
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

/** The words that decided the axes of a span. */
function triggersOf({ context }: Pick<ContextEntry, 'context'>): string[] {
  return AXES.flatMap((axis) => context[axis]?.trigger ?? []);
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
