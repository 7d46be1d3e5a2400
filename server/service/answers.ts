/** What the two operations take and give; the shapes of `docs/http-api.md`, without HTTP. */

import type { Candidate, Doubt, Language, Range, RequestLanguage, SpanContext, Status, Tier } from '../domain.js';

export interface ConceptsRequest {
  readonly text: string;
  readonly language: RequestLanguage;
  readonly explain: boolean;
}

/** Why a span got its candidates; only with `explain: true`. */
export interface ConceptExplanation {
  readonly language: Language;
  readonly section: string | null;
  readonly tier: Tier | null;
  readonly doubt: Doubt | null;
  /** The description that gave each candidate its cosine, in the order of the candidates. */
  readonly descriptions: readonly {
    readonly term: string;
    readonly language: Language;
    readonly semantic_tag: string;
  }[];
  readonly thresholds: {
    readonly floor: number;
    readonly resolved_cosine: number;
    readonly resolved_margin: number;
  } | null;
}

export interface ConceptEntry extends Range {
  readonly span: string;
  readonly candidates: readonly Candidate[];
  readonly code: string | null;
  readonly cosine: number;
  readonly margin: number;
  readonly concept_confidence: number;
  readonly status: Status;
  readonly explain?: ConceptExplanation;
}

export interface Versions {
  readonly model: string;
  readonly terminology: string;
  readonly lexicon: string;
}

/** Milliseconds of each stage, only with `explain: true`. */
export type Timings = Readonly<Record<string, number>>;

export interface ConceptsAnswer {
  readonly concepts: readonly ConceptEntry[];
  readonly versions: Versions;
  readonly timings: Timings;
}

export interface ContextItem {
  readonly span: string;
  readonly code?: string | null | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export interface ContextsRequest {
  readonly text: string;
  readonly language: RequestLanguage;
  readonly concepts: readonly ContextItem[];
  /** ISO date (YYYY-MM-DD) of the note. */
  readonly note_date?: string | undefined;
  /** A version of the lexicon to answer with, from 1; not with `draft`. */
  readonly as_of?: number | undefined;
  /** The name of a draft of the lexicon to answer with. */
  readonly draft?: string | undefined;
  readonly explain: boolean;
}

export interface ContextEntry {
  readonly code: string | null;
  readonly span: string;
  /** Offsets of the span, absent when it is not in the text. */
  readonly start?: number;
  readonly end?: number;
  readonly context: SpanContext;
  readonly context_confidence: number;
  readonly readable_note: string;
  readonly explain?: unknown;
}

export interface ContextsAnswer {
  readonly contexts: readonly ContextEntry[];
  readonly versions: Versions;
  readonly timings: Timings;
}

/** What stands in the way of answering; empty when the service is ready. */
export type ReadinessFault = 'database' | 'terminology' | 'model' | 'lexicon';

/** The two operations, as HTTP and the command line call them. */
export interface ExtractionService {
  /** @throws AppError NLP_UNAVAILABLE, NLP_UPSTREAM_ERROR */
  extractConcepts(request: ConceptsRequest, signal: AbortSignal): Promise<ConceptsAnswer>;
  /** @throws AppError NLP_UNAVAILABLE, NLP_UPSTREAM_ERROR, VALIDATION_ERROR for a lexicon that there is not */
  extractContexts(request: ContextsRequest, signal: AbortSignal): Promise<ContextsAnswer>;
  /** Checks the parts that an answer needs; resolves within a second. */
  faults(): Promise<readonly ReadinessFault[]>;
}
