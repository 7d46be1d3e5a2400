/** The operations, as HTTP and the command line call them. */

import type { ConceptsAnswer, ConceptsRequest } from '../concepts/answer.js';
import type { ContextsAnswer, ContextsRequest } from '../context/request.js';
import type { SiteConcepts } from '../domain/site-concept.js';
import type { ExtractAnswer, ExtractRequest } from './extract.js';
import type { TermSearchAnswer, TermSearchRequest } from './term-search.js';

/** What stands in the way of answering; empty when the service is ready. */
export type ReadinessFault = 'database' | 'terminology' | 'model' | 'lexicon';

/** The operations, as HTTP and the command line call them. */
export interface ExtractionService {
  /** @throws AppError NLP_UNAVAILABLE, NLP_UPSTREAM_ERROR */
  extractConcepts(request: ConceptsRequest, signal: AbortSignal): Promise<ConceptsAnswer>;
  /** @throws AppError NLP_UNAVAILABLE, NLP_UPSTREAM_ERROR, VALIDATION_ERROR for a lexicon that there is not */
  extractContexts(request: ContextsRequest, signal: AbortSignal): Promise<ContextsAnswer>;
  /** Both in one, the note read once. @throws AppError as these */
  extract(request: ExtractRequest, signal: AbortSignal): Promise<ExtractAnswer>;
  /** The nearest concepts of a phrase that stands alone. @throws AppError NLP_UNAVAILABLE, NLP_UPSTREAM_ERROR */
  searchTerms(request: TermSearchRequest, signal: AbortSignal): Promise<TermSearchAnswer>;
  /** How the site's OMOP vocabulary names these SCTIDs; nothing where it has none. @throws AppError NLP_UNAVAILABLE, NLP_UPSTREAM_ERROR */
  siteConcepts(sctids: readonly string[], signal: AbortSignal): Promise<SiteConcepts>;
  /** Checks the parts that an answer needs; resolves within a second. */
  faults(): Promise<readonly ReadinessFault[]>;
}
